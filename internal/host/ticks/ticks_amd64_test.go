package ticks

import "testing"

func TestToldBy(t *testing.T) {
	type leaves map[uint32][4]uint32
	for name, test := range map[string]struct {
		leaves leaves
		want   float64
		by     string
	}{
		"old":                {leaves{0: {0xd}}, 0, ""},
		"Intel":              {leaves{0: {0x16}, 0x15: {2, 184, 25_000_000}}, 2.3e9, "CPUID leaf 15H"},
		"no crystal":         {leaves{0: {0x16}, 0x15: {2, 184, 0}, 0x16: {2300}}, 0, ""},
		"no denominator":     {leaves{0: {0x16}, 0x15: {0, 184, 25_000_000}}, 0, ""},
		"hypervisor":         {leaves{0: {0x16}, 1: {0, 0, hypervisorBit}, 0x40000000: {0x40000010}, 0x40000010: {2_095_999}}, 2.095999e9, "hypervisor, CPUID leaf 40000010H"},
		"hypervisor first":   {leaves{0: {0x16}, 1: {0, 0, hypervisorBit}, 0x15: {1, 1, 1}, 0x40000000: {0x40000010}, 0x40000010: {1000}}, 1e6, "hypervisor, CPUID leaf 40000010H"},
		"hypervisor, silent": {leaves{0: {0xd}, 1: {0, 0, hypervisorBit}, 0x40000000: {0x40000001}, 0x40000010: {7}}, 0, ""},
		// Without a hypervisor those leaves repeat another's data.
		"no hypervisor": {leaves{0: {0xd}, 0x40000000: {0x40000010}, 0x40000010: {7}}, 0, ""},
		"garbage":       {leaves{0: {0xd}, 1: {0, 0, hypervisorBit}, 0x40000000: {0xffffffff}, 0x40000010: {7}}, 0, ""},
	} {
		got, by := toldBy(func(leaf uint32) (uint32, uint32, uint32, uint32) {
			r := test.leaves[leaf]
			return r[0], r[1], r[2], r[3]
		})
		if got != test.want || by != test.by {
			t.Errorf("%s: %g, %q; want %g, %q", name, got, by, test.want, test.by)
		}
	}
}
