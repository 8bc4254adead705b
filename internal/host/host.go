// Package host says what machine this is, what is wrong with it for a measurement, and gives the measuring thread a processor of
// its own. cpb fills its documents' host from it, and cpb doctor shows what Examine finds.
//
//	cpu := host.ChooseCPU()
//	doc.Host = host.Describe(cpu)
//	…
//	runtime.LockOSThread()
//	host.Pin(cpu)
//	host.RealTime(1)
//	before := host.Snapshot(cpu)
//	… measure …
//	noise := host.Snapshot(cpu).Since(before)
//
// The Go runtime takes a goroutine that has run for 10 ms off its processor, locked to a thread or not, and gives it back through
// another thread: on a busy machine tens of milliseconds later, real-time scheduling notwithstanding. A driver that sleeps for a
// moment between samples (time.Sleep(1)), every 5 ms or so, has that happen there and not inside a sample.
//
// What is not known is left out or said not to be known, never guessed: outside Linux that is most of it.
//
// Core cycles are a Counter's, or a chain's (package chain) where there is none; ticks of the time-stamp counter (package ticks) are
// neither.
package host

import (
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"cpb/internal/host/chain"
	"cpb/internal/host/procfs"
	"cpb/internal/host/ticks"
	"cpb/result"
)

// Describe says what this machine is, for a measurement on processor cpu (what ChooseCPU returned). It takes some milliseconds: the
// rate of the time-stamp counter is measured.
func Describe(cpu int) result.Host {
	m := here()
	h := m.describe(cpu, m.points(look(cpu)))
	h.TSCHz, _ = ticks.Hz()
	return h
}

// describe measures nothing: the host's clocks are left out.
func (m machine) describe(cpu int, points []result.Point) result.Host {
	h := result.Host{
		CPU:      m.cpuName(cpu, cpuid.CPU.BrandName),
		Arch:     runtime.GOARCH,
		Cores:    len(Usable()),
		OS:       m.system(),
		Kernel:   m.text("proc/sys/kernel/osrelease"),
		Virtual:  joinNames(m.hypervisors(cpuidHypervisor())),
		Features: m.features(),
	}
	for _, w := range warningsOf(points) {
		h.Warnings = append(h.Warnings, w.Message)
	}
	return h
}

// A machine is the files in which a kernel describes itself.
type machine struct{ root fs.FS }

func here() machine { return machine{os.DirFS("/")} }

// text is the content of a file, without white space and NUL bytes around it; "" where it cannot be read.
func (m machine) text(path string) string {
	data, err := fs.ReadFile(m.root, path)
	if err != nil {
		return ""
	}
	return strings.Trim(string(data), " \t\r\n\x00")
}

// bytes is the content of a file, nil where it cannot be read.
func (m machine) bytes(path string) []byte {
	data, err := fs.ReadFile(m.root, path)
	if err != nil {
		return nil
	}
	return data
}

// system is the distribution, or the system's name in Go where there is none.
func (m machine) system() string {
	for _, path := range []string{"etc/os-release", "usr/lib/os-release"} {
		if name := procfs.PrettyName(m.bytes(path)); name != "" {
			return name
		}
	}
	return runtime.GOOS
}

// cpuName is the name of the processor: brand, which is CPUID's, or what the kernel says. Under some hypervisors the two differ, as
// CPUID then answers for another machine than the kernel's; then both are given. Arm processors have no brand: it is the core's
// design.
func (m machine) cpuName(cpu int, brand string) string {
	brand = strings.Join(strings.Fields(brand), " ")
	kernel := ""
	for _, p := range procfs.CPUInfo(m.bytes("proc/cpuinfo")) {
		if kernel == "" || p.ID == cpu {
			kernel = strings.Join(strings.Fields(p.Fields["model name"]), " ")
		}
	}
	switch {
	case brand != "" && kernel != "" && brand != kernel:
		return brand + " (the kernel calls it " + kernel + ")"
	case brand != "":
		return brand
	case kernel != "":
		return kernel
	}
	return chain.Identify(cpu).Name
}

// features are the instructions that crypto libraries look for, by the names of /proc/cpuinfo, as CPUID or the kernel tell them to
// this process. A library may use fewer.
func (m machine) features() []string {
	var names []string
	for _, f := range featureNames {
		if cpuid.CPU.Has(f.id) {
			names = append(names, f.name)
		}
	}
	if runtime.GOARCH == "amd64" && m.hasFlag("sha512") { // newer than package cpuid
		names = append(names, "sha512")
	}
	return names
}

// hasFlag looks for an x86 feature in /proc/cpuinfo.
func (m machine) hasFlag(name string) bool {
	processors := procfs.CPUInfo(m.bytes("proc/cpuinfo"))
	return len(processors) > 0 && slices.Contains(strings.Fields(processors[0].Fields["flags"]), name)
}

// featureNames: those of x86 first; an architecture has none of the other's.
var featureNames = []struct {
	id   cpuid.FeatureID
	name string
}{
	{cpuid.AESNI, "aes"},
	{cpuid.CLMUL, "pclmulqdq"},
	{cpuid.SSSE3, "ssse3"},
	{cpuid.AVX, "avx"},
	{cpuid.AVX2, "avx2"},
	{cpuid.BMI2, "bmi2"},
	{cpuid.ADX, "adx"},
	{cpuid.SHA, "sha_ni"},
	{cpuid.GFNI, "gfni"},
	{cpuid.VAES, "vaes"},
	{cpuid.VPCLMULQDQ, "vpclmulqdq"},
	{cpuid.AVX512F, "avx512f"},
	{cpuid.AVX512BW, "avx512bw"},
	{cpuid.AVX512VL, "avx512vl"},
	{cpuid.AVX512IFMA, "avx512ifma"},
	{cpuid.SM3_X86, "sm3"},
	{cpuid.SM4_X86, "sm4"},
	{cpuid.RDRAND, "rdrand"},
	{cpuid.RDSEED, "rdseed"},

	{cpuid.ASIMD, "asimd"},
	{cpuid.AESARM, "aes"},
	{cpuid.PMULL, "pmull"},
	{cpuid.SHA1, "sha1"},
	{cpuid.SHA2, "sha2"},
	{cpuid.SHA3, "sha3"},
	{cpuid.SHA512, "sha512"},
	{cpuid.SM3, "sm3"},
	{cpuid.SM4, "sm4"},
	{cpuid.SVE, "sve"},
	{cpuid.SVE2, "sve2"},
	{cpuid.RNDR, "rng"},
}
