//go:build linux || darwin

package ticks

// Linux and macOS let user mode read the counter and its rate. Other systems may trap that, and are not asked.
const readable = true

// counter reads CNTVCT_EL0 once every instruction before it is done.
//
//go:noescape
func counter() uint64

// frequency reads CNTFRQ_EL0, which firmware sets to the counter's rate in Hz (Arm Architecture Reference Manual, CNTFRQ_EL0).
//
//go:noescape
func frequency() uint64

func told() (float64, string) {
	if hz := frequency(); hz != 0 {
		return float64(hz), "CNTFRQ_EL0"
	}
	return 0, ""
}
