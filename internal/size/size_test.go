package size

import (
	"slices"
	"strings"
	"testing"
)

func TestParseList(t *testing.T) {
	for _, test := range []struct {
		text string
		want []int
	}{
		{"16", []int{16}},
		{"0", []int{0}},
		{"16Ki, 64,16", []int{16, 64, 16384}},
		{"16..128", []int{16, 32, 64, 128}},
		{"512..2Ki,1024", []int{512, 1024, 2048}},
		{"1Mi", []int{1 << 20}},
		{"64Mi", []int{64 << 20}},
	} {
		got, err := ParseList(test.text, 64<<20)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: got %v, %v, want %v", test.text, got, err, test.want)
		}
	}
}

func TestParseListRefuses(t *testing.T) {
	for text, why := range map[string]string{
		"":                       "not a number",
		"-1":                     "negative",
		"10Gi":                   "above the most",
		"10000000000":            "above the most",
		"99999999999999999999":   "above the most",
		"999999999999999999999G": "not a number",
		"65Mi":                   "above the most",
		"16k":                    "not a number",
		"1.5Ki":                  "not a number",
		"Ki":                     "not a number",
		"16,,64":                 "not a number",
		"64..16":                 "does not go up",
		"100..200":               "does not go up",
		"0..16":                  "does not go up",
		"16..":                   "not a number",
	} {
		if got, err := ParseList(text, 64<<20); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: got %v, %v, want an error with %q", text, got, err, why)
		}
	}
}

func TestFormat(t *testing.T) {
	for n, want := range map[int]string{0: "0", 16: "16", 1000: "1000", 1024: "1Ki", 1536: "1536", 16384: "16Ki", 1 << 20: "1Mi", 3 << 30: "3Gi"} {
		if got := Format(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func FuzzParseList(f *testing.F) {
	for _, s := range []string{"16,64", "16..16Ki", "-1", "9999999999999999999999", "..", "0x10"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sizes, err := ParseList(text, 64<<20)
		if err != nil {
			return
		}
		if len(sizes) == 0 || !slices.IsSorted(sizes) || sizes[0] < 0 || sizes[len(sizes)-1] > 64<<20 {
			t.Errorf("%q: %v", text, sizes)
		}
	})
}

func TestFormatList(t *testing.T) {
	if got := FormatList([]int{16, 1024, 1500, 1 << 20}); got != "16,1Ki,1500,1Mi" {
		t.Errorf("got %q", got)
	}
}
