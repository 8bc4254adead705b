//go:build cgo

package openssl

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"cpb/internal/root"
	"cpb/library"
)

// environ keeps libraries from loading each other's parts.
//
// Providers come from the folder beside the library, always: left to itself a library looks in the folder that it was
// configured for, where another version may have put its own. Where there is no such folder the variable names it all
// the same, so that none is found.
//
// For the rest, what counts is whether the library is where it was configured to be. The machine's own library is, and a
// build names its own prefix: they read the settings that an application would make them read, and only the variables of
// whoever runs cpb are taken out. A library in an unpacked root is not; its paths would lead to the machine's files. It is
// given the root's settings and engines, or paths without any.
//
// Capabilities are those of the processor less what the target leaves out, whatever the variables say.
func environ(t library.Target) []string {
	beside := filepath.Dir(t.Path)
	env := []string{"OPENSSL_MODULES=" + modules(beside), "OPENSSL_CONF_INCLUDE", "OPENSSL_ia32cap", "OPENSSL_armcap"}
	if t.Caps != "" {
		env = append(env, "OPENSSL_ia32cap="+capabilityMask(t.Caps))
	}
	if t.Root == "" {
		return append(env, "OPENSSL_CONF", "OPENSSL_ENGINES")
	}
	library, err := os.ReadFile(t.Path)
	if err != nil {
		library = nil // loading it will fail and say why
	}
	settings := "/dev/null"
	if dir := configured(library, "OPENSSLDIR"); dir != "" {
		if path, err := root.Inside(t.Root, dir+"/openssl.cnf"); err == nil {
			settings = path
		}
	}
	engines := filepath.Join(beside, "no-engines")
	if dir := configured(library, "ENGINESDIR"); dir != "" {
		if path, err := root.Inside(t.Root, dir); err == nil {
			engines = path
		}
	}
	return append(env, "OPENSSL_CONF="+settings, "OPENSSL_ENGINES="+engines)
}

// modules is the folder with the providers of the library in the folder beside: ossl-modules where it is installed, providers
// in a build tree. A variant for newer processors shares them with the plain library.
func modules(beside string) string {
	if plain, _, variant := strings.Cut(beside, "/glibc-hwcaps/"); variant {
		beside = plain
	}
	installed, built := filepath.Join(beside, "ossl-modules"), filepath.Join(beside, "providers")
	if _, err := os.Stat(installed); err != nil {
		if _, err := os.Stat(filepath.Join(built, legacyFile)); err == nil {
			return built
		}
	}
	return installed
}

// legacyFile is the file of the legacy provider.
const legacyFile = "legacy.so"

// configured is a folder that was compiled into the library, from the text that it would answer with: OPENSSLDIR: "/usr/lib/ssl".
func configured(library []byte, what string) string {
	_, after, _ := bytes.Cut(library, []byte(what+`: "`))
	dir, _, ok := bytes.Cut(after[:min(len(after), 4096)], []byte{'"'})
	if !ok || !filepath.IsAbs(string(dir)) {
		return ""
	}
	return string(dir)
}
