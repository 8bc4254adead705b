//go:build cgo

package openssl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cpb/library"
)

// tree makes files and links ("-> TARGET") below a new folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, link := strings.CutPrefix(content, "-> "); link {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return top
}

func TestEnviron(t *testing.T) {
	const texts = "\x00OPENSSLDIR: \"/usr/lib/ssl\"\x00ENGINESDIR: \"/usr/lib/engines-3\"\x00"
	top := tree(t, map[string]string{
		"root/usr/lib/libcrypto.so.3":         texts,
		"root/usr/lib/ossl-modules/legacy.so": "",
		"root/usr/lib/engines-3/afalg.so":     "",
		"root/usr/lib/ssl/openssl.cnf":        "-> /etc/ssl/openssl.cnf", // the machine has one too, most likely
		"root/etc/ssl/openssl.cnf":            "",
		"bare/usr/lib/libcrypto.so.3":         texts,
		"bare/usr/lib/ssl/openssl.cnf":        "-> /etc/ssl/openssl.cnf",
		"old/usr/lib/libcrypto.so.0.9.8":      "no texts",
		"build/libcrypto.so.3":                "",
		"build/providers/legacy.so":           "",
		"prefix/lib/libcrypto.so.3":           "",
		"prefix/lib/ossl-modules/legacy.so":   "",
		"prefix/lib/providers/legacy.so":      "",
		"nothing/libcrypto.so.3":              "",

		"prefix/lib/glibc-hwcaps/x86-64-v3/libcrypto.so.3": "",
	})
	for _, c := range []struct {
		root, path string
		want       []string
	}{
		{"root", "root/usr/lib/libcrypto.so.3", []string{
			"OPENSSL_MODULES=" + top + "/root/usr/lib/ossl-modules", "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap",
			"OPENSSL_CONF=" + top + "/root/etc/ssl/openssl.cnf", "OPENSSL_ENGINES=" + top + "/root/usr/lib/engines-3",
		}},
		{"bare", "bare/usr/lib/libcrypto.so.3", []string{
			"OPENSSL_MODULES=" + top + "/bare/usr/lib/ossl-modules", "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap",
			"OPENSSL_CONF=/dev/null", "OPENSSL_ENGINES=" + top + "/bare/usr/lib/no-engines",
		}},
		{"old", "old/usr/lib/libcrypto.so.0.9.8", []string{
			"OPENSSL_MODULES=" + top + "/old/usr/lib/ossl-modules", "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap",
			"OPENSSL_CONF=/dev/null", "OPENSSL_ENGINES=" + top + "/old/usr/lib/no-engines",
		}},
		{"", "build/libcrypto.so.3", []string{"OPENSSL_MODULES=" + top + "/build/providers", "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap", "OPENSSL_CONF", "OPENSSL_ENGINES"}},
		{"", "prefix/lib/libcrypto.so.3", []string{"OPENSSL_MODULES=" + top + "/prefix/lib/ossl-modules", "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap", "OPENSSL_CONF", "OPENSSL_ENGINES"}},
		{"", "prefix/lib/glibc-hwcaps/x86-64-v3/libcrypto.so.3", []string{"OPENSSL_MODULES=" + top + "/prefix/lib/ossl-modules", "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap", "OPENSSL_CONF", "OPENSSL_ENGINES"}},
		{"", "nothing/libcrypto.so.3", []string{"OPENSSL_MODULES=" + top + "/nothing/ossl-modules", "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap", "OPENSSL_CONF", "OPENSSL_ENGINES"}},
	} {
		target := library.Target{Path: filepath.Join(top, c.path)}
		if c.root != "" {
			target.Root = filepath.Join(top, c.root)
		}
		if got := environ(target); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}

func FuzzConfigured(f *testing.F) {
	f.Add([]byte(`OPENSSLDIR: "/usr/lib/ssl"`))
	f.Add([]byte(`OPENSSLDIR: "`))
	f.Fuzz(func(t *testing.T, library []byte) {
		if dir := configured(library, "OPENSSLDIR"); dir != "" && !filepath.IsAbs(dir) {
			t.Errorf("%q", dir)
		}
	})
}
