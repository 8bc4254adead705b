package gate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
)

func TestWanted(t *testing.T) {
	sizes := []int{16, 1024}
	for asked, want := range map[string]string{
		"sha256":                        "sha256 [16 1024]",
		"sha256,sha256":                 "sha256 [16 1024]",
		"sha256/16Ki":                   "sha256 [16384]",
		"sha256,sha256/16Ki":            "sha256 [16 1024 16384]",
		"SHA2-256/1Ki,aes-128-cbc/16Ki": "sha256 [1024]; aes-128-cbc [16384]",
		"sha512/256":                    "sha512-256 [16 1024]", // a name, and no size
		"rsa-2048":                      "rsa-2048 []",
	} {
		w, err := ParseWanted(strings.Split(asked, ","), sizes, 64<<20)
		if err != nil {
			t.Errorf("%s: %v", asked, err)
			continue
		}
		var got []string
		for _, p := range w.Primitives() {
			got = append(got, fmt.Sprint(p.Slug, " ", w.sizes[p.Slug]))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%s: %s, want %s", asked, s, want)
		}
	}
	w, err := ParseWanted([]string{"sha256/16Ki", "sha1", "rsa-2048"}, sizes, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.Sizes(); !slices.Equal(got, []int{16, 1024, 16384}) {
		t.Errorf("sizes %v", got)
	}
	for cell, want := range map[string]bool{"sha256 16384": true, "sha256 16": false, "sha1 16": true, "md5 16": false, "rsa-2048 0": true} {
		slug, at, _ := strings.Cut(cell, " ")
		var bytes int
		fmt.Sscan(at, &bytes)
		if w.Has(slug, bytes) != want {
			t.Errorf("%s: %v", cell, !want)
		}
	}
	if w, err := ParseWanted(nil, sizes, 64<<20); err != nil || len(w.Primitives()) < 10 || !w.Has("sha256", 16) {
		t.Errorf("the default: %v, %v", w, err)
	}
	if all, _ := catalog.Select([]string{catalog.DefaultGroup}); len(all) == 0 {
		t.Error("no default group")
	}
}

func TestWantedErrors(t *testing.T) {
	for asked, want := range map[string]string{
		"sha265":          `unknown primitive or group "sha265"`,
		"sha256/x":        `"sha256/x": size "x" is not a number of bytes`,
		"sha256/":         `"sha256/": size "" is not a number of bytes`,
		"rsa-2048/16":     `"rsa-2048/16": RSA-2048 has no size to choose`,
		"":                `unknown primitive or group ""`,
		"aes-128-cbc/100": `"aes-128-cbc/100": AES-128-CBC cannot have 100: it takes whole blocks of 16 bytes`,
		"sha256/1Gi":      `"sha256/1Gi": size "1Gi" is above the most that is measured, 64Mi`,
	} {
		if _, err := ParseWanted([]string{asked}, []int{16}, 64<<20); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", asked, err, want)
		}
	}
}
