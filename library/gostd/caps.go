package gostd

import (
	"runtime"
	"strings"

	"cpb/library"
)

// capabilities are what can be turned off, by the names that GODEBUG=cpu.NAME=off has for them (internal/cpu).
var capabilities = map[string]map[string][]string{
	"amd64": {
		"no-sha":    {"sha"},
		"no-aes":    {"aes"},
		"no-pclmul": {"pclmulqdq", "vpclmulqdq"},
		"no-avx":    {"avx", "avx2", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"},
		"no-avx2":   {"avx2", "avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"},
		"no-avx512": {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"},
		"no-adx":    {"adx"},
		"no-bmi2":   {"bmi2"},
	},
	"arm64": {
		"no-sha":    {"sha1", "sha2", "sha512"},
		"no-aes":    {"aes"},
		"no-pclmul": {"pmull"},
	},
}[runtime.GOARCH]

// caps is Info.Caps.
func caps() map[string]string {
	known := map[string]string{}
	for name := range capabilities {
		known[name] = godebug(library.Caps(name))
	}
	return known
}

// godebug is the setting that takes the capabilities out.
func godebug(c library.Caps) string {
	var off []string
	for _, name := range c.Names() {
		for _, feature := range capabilities[name] {
			off = append(off, "cpu."+feature+"=off")
		}
	}
	return "GODEBUG=" + strings.Join(off, ",")
}

func environ(t library.Target) []string {
	if t.Caps == "" {
		return nil
	}
	return []string{godebug(t.Caps)}
}
