package ingest

import "testing"

func TestPositive(t *testing.T) {
	for s, want := range map[string]bool{"0.001": true, "1e9": true, "0.00": false, "-3": false, "1e300": false, "1e-300": false, "nan": false, "": false} {
		if f, ok := ParsePositive(s); ok != want || !ok && f != (Figure{}) {
			t.Errorf("%q: %v, %t", s, f, ok)
		}
	}
}

func TestDetails(t *testing.T) {
	for _, test := range []struct {
		want  string
		parts []string
	}{{"", nil}, {"", []string{"", ""}}, {"a", []string{"", "a", ""}}, {"a, b", []string{"a", "", "b"}}} {
		if got := Details(test.parts...); got != test.want {
			t.Errorf("%q: %q", test.parts, got)
		}
	}
}

// TestLastSize: results that were given out keep their size.
func TestLastSize(t *testing.T) {
	var last LastSize
	a, b, c := last.Of(16), last.Of(16), last.Of(64)
	if a != b || *a != 16 || *c != 64 {
		t.Errorf("%d %d %d", *a, *b, *c)
	}
}
