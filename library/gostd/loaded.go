package gostd

import (
	"crypto/fips140"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"cpb/result"
)

// xCrypto is the module that holds the interfaces x and x-reused.
const xCrypto = "golang.org/x/crypto"

// versionOf makes a version out of runtime.Version(): "1.26.8" of "go1.26.8". Where the toolchain is a development version
// ("go1.27-devel_a1b2c3 Mon Nov 2 10:00:00 2026") the commit stays and the date goes; experiments, which may replace the
// crypto itself ("go1.26.8 X:boringcrypto,jsonv2"), follow: "1.26.8-boringcrypto-jsonv2".
func versionOf(goVersion string) string {
	version := ""
	for _, field := range strings.Fields(goVersion) {
		if v, ok := strings.CutPrefix(field, "go"); ok && version == "" {
			version = v
		}
		if experiments, ok := strings.CutPrefix(field, "X:"); ok {
			version += "-" + strings.ReplaceAll(experiments, ",", "-")
		}
	}
	return version
}

// loaded says what is linked into this process.
func loaded() result.Loaded {
	l := result.Loaded{
		Text:     runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH,
		FIPS:     fips(),
		Module:   "std; " + xModule(),
	}
	if build, ok := debug.ReadBuildInfo(); ok {
		l.Flags = flags(build.Settings)
	}
	return l
}

// provider is the module that serves an interface.
func provider(iface string) string {
	if iface == x || iface == xReused {
		return xModule()
	}
	return "std"
}

// xModule is golang.org/x/crypto with the version that is linked in, where the build says.
var xModule = sync.OnceValue(func() string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return xCrypto
	}
	for _, m := range build.Deps {
		if m.Path != xCrypto {
			continue
		}
		if m.Replace != nil {
			return strings.TrimSpace(xCrypto + " => " + m.Replace.Path + " " + m.Replace.Version)
		}
		return xCrypto + " " + m.Version
	}
	return xCrypto
})

// flags picks the build settings that change the code that is measured.
func flags(settings []debug.BuildSetting) string {
	var picked []string
	for _, s := range settings {
		switch s.Key {
		case "-asmflags", "-gcflags", "-pgo", "-race", "-tags", "GOAMD64", "GOARM", "GOARM64", "GOEXPERIMENT", "GOFIPS140",
			"GOPPC64", "GORISCV64":
			picked = append(picked, s.Key+"="+s.Value)
		}
	}
	return strings.Join(picked, " ")
}

// fips is the FIPS 140-3 mode of the process and the version of the module in it. See https://go.dev/doc/security/fips140.
func fips() string {
	mode := "off"
	switch {
	case fips140.Enforced():
		mode = "only"
	case fips140.Enabled():
		mode = "on"
	}
	return mode + ", module " + fips140.Version()
}
