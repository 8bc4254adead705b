package ticks

const readable = true

// cpuid executes CPUID for a leaf and its subleaf 0.
//
//go:noescape
func cpuid(leaf uint32) (eax, ebx, ecx, edx uint32)

// counter reads the TSC once every instruction before it is done.
//
//go:noescape
func counter() uint64

// Leaves of CPUID. Intel SDM, volume 2A, CPUID: 15H is numerator EBX over denominator EAX times the crystal's ECX Hz. Leaf 16H
// is the processor's nominal frequency, rounded to MHz, and not the TSC's: it is not used. Hypervisors: leaf 40000010H, EAX is the
// TSC's rate in kHz, a convention of VMware that KVM's users keep to.
const (
	leafMax           = 0
	leafTSC           = 0x15
	leafHypervisor    = 0x40000000
	leafHypervisorTSC = 0x40000010
	hypervisorBit     = 1 << 31 // of leaf 1, ECX
)

func told() (float64, string) { return toldBy(cpuid) }

func toldBy(cpuid func(leaf uint32) (eax, ebx, ecx, edx uint32)) (float64, string) {
	highest, _, _, _ := cpuid(leafMax)
	if _, _, ecx, _ := cpuid(1); ecx&hypervisorBit != 0 {
		if top, _, _, _ := cpuid(leafHypervisor); top >= leafHypervisorTSC && top < leafHypervisor+0x10000 {
			if khz, _, _, _ := cpuid(leafHypervisorTSC); khz != 0 {
				return float64(khz) * 1000, "hypervisor, CPUID leaf 40000010H"
			}
		}
	}
	if highest >= leafTSC {
		denominator, numerator, crystal, _ := cpuid(leafTSC)
		if denominator != 0 && numerator != 0 && crystal != 0 {
			return float64(crystal) * float64(numerator) / float64(denominator), "CPUID leaf 15H"
		}
	}
	return 0, ""
}
