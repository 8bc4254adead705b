package report

import (
	"math"
	"testing"
)

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1.00", 9.994: "9.99", 9.996: "10.0", 99.94: "99.9", 99.96: "100", 100.4: "100", 999.6: "1000",
		1000: "1000", 12345.6: "12346", 1e7: "10000000", 0.5: "0.500", 0.0123456: "0.0123", 0.0099996: "0.0100", 0.09999: "0.100",
		-1.234: "-1.23", -99.96: "-100", 1.234e-7: "1.23e-07", 1.5e300: "1.50e+300", math.Inf(1): "-", math.NaN(): "-",
	} {
		if got := Digits(x); got != want {
			t.Errorf("Digits(%v) = %q, not %q", x, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{
		0.25: "0.250ns", 52.14: "52.1ns", 999.4: "999ns", 999.6: "1.00µs", 8100: "8.10µs", 810044: "810µs", 5.4e6: "5.40ms",
		84e9: "84.0s", 3.6e12: "3600s",
	} {
		if got := Duration(ns); got != want {
			t.Errorf("Duration(%v) = %q, not %q", ns, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[int]string{
		0: "0", 16: "16", 1000: "1000", 1023: "1023", 1024: "1Ki", 1025: "1025", 8192: "8Ki", 16384: "16Ki", 1 << 20: "1Mi",
		1<<20 + 1024: "1025Ki", 5 << 30: "5120Mi",
	} {
		if got := Size(bytes); got != want {
			t.Errorf("Size(%d) = %q, not %q", bytes, got, want)
		}
	}
}

func TestOtherUnits(t *testing.T) {
	for got, want := range map[string]string{
		MegabytesPerSecond(1.5e9):  "1500",
		MegabytesPerSecond(40.7e6): "40.7",
		Hertz(2.994e9):             "2.994 GHz",
		Hertz(996.6e6):             "997 MHz",
		Hertz(50):                  "50.0 Hz",
		PlusMinus(0.0312):          "±3%",
		PlusMinus(1.5):             "±150%",
		PlusMinus(1e300):           "±>999%",
	} {
		if got != want {
			t.Errorf("got %q, not %q", got, want)
		}
	}
}
