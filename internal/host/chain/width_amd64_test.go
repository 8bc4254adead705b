package chain

import (
	"testing"

	"github.com/klauspost/cpuid/v2"
)

func TestWidth(t *testing.T) {
	for _, test := range []struct {
		name          string
		vendor        cpuid.Vendor
		family, model int
		want          float64
	}{
		{"EPYC 7543, Zen 3", cpuid.AMD, 25, 1, 3.98},
		{"EPYC 9655, Zen 5", cpuid.AMD, 26, 2, 5.3},
		{"a core after Zen 5", cpuid.AMD, 26, 0x50, 0},
		{"Xeon 6130, Skylake", cpuid.Intel, 6, 85, 3.98},
		{"i7-12700, two kinds of cores", cpuid.Intel, 6, 151, 0},
		{"Opteron 6272, Bulldozer", cpuid.AMD, 21, 1, 0},
		{"Hygon Dhyana", cpuid.Hygon, 24, 0, 0},
		{"", cpuid.VendorUnknown, 0, 0, 0},
	} {
		if got := widthOf(test.vendor, test.family, test.model); got != test.want {
			t.Errorf("%s: %g, want %g", test.name, got, test.want)
		}
	}
}
