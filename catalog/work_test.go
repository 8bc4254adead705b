package catalog

import (
	"slices"
	"testing"
)

func TestDuties(t *testing.T) {
	tests := []struct {
		slug string
		op   Operation
		want []Work
	}{
		{"sha256", Hash, []Work{Message}},
		{"sha256", Encrypt, nil},
		{"aes-128-cbc", Encrypt, []Work{Update, Message, Keyed}},
		{"aes-128-cbc", Decrypt, nil},
		{"aes-128-ecb", Encrypt, []Work{Update, Keyed}},
		{"des-ede3-cbc", Encrypt, []Work{Update, Message, Keyed}},
		{"rsa-2048", Sign, []Work{Message, FreshKey}},
		{"rsa-2048", Verify, []Work{Message, FreshKey}},
		{"dsa-512", Sign, []Work{Message, FreshKey}},
		{"dsa-512", Hash, nil},
	}
	for _, test := range tests {
		var got []Work
		for _, d := range lookup(t, test.slug).Duties(test.op) {
			got = append(got, d.Work)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %s has works %q, want %q", test.slug, test.op, got, test.want)
		}
	}
}

// Every work of every operation is one of Works, there once, and told in words.
func TestDutiesAreTold(t *testing.T) {
	for op, all := range duties {
		seen := map[Work]bool{}
		for _, d := range all {
			if !slices.Contains(Works(), d.Work) || seen[d.Work] || d.Does == "" {
				t.Errorf("%s: work %q, %q", op, d.Work, d.Does)
			}
			seen[d.Work] = true
		}
	}
}

func TestWorkOf(t *testing.T) {
	tests := []struct {
		slug  string
		op    Operation
		asked Work
		want  Work
	}{
		{"sha256", Hash, "", Message},
		{"sha256", Hash, Keyed, Message},
		{"aes-128-cbc", Encrypt, "", Update},
		{"aes-128-cbc", Encrypt, Message, Message},
		{"aes-128-cbc", Encrypt, Keyed, Keyed},
		{"aes-128-cbc", Encrypt, FreshKey, Update},
		{"aes-128-ecb", Encrypt, Message, Update},
		{"aes-128-ecb", Encrypt, Keyed, Keyed},
		{"rsa-2048", Sign, "", Message},
		{"rsa-2048", Sign, FreshKey, FreshKey},
		{"rsa-2048", Verify, Update, Message},
		{"dsa-1024", Verify, FreshKey, FreshKey},
	}
	for _, test := range tests {
		if got := lookup(t, test.slug).WorkOf(test.op, test.asked); got != test.want {
			t.Errorf("%s %s, asked for %q: %q, want %q", test.slug, test.op, test.asked, got, test.want)
		}
	}
}
