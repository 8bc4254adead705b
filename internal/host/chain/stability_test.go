//go:build linux

package chain_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/cpuid/v2"
	"golang.org/x/sys/unix"

	"cpb/internal/host"
	"cpb/internal/host/chain"
)

// reader is the environment variable that makes this program one launch of BenchmarkStability: the processor that it reads on.
const reader = "CPB_CHAIN_READER"

func TestMain(m *testing.M) {
	if cpu := os.Getenv(reader); cpu != "" {
		readAs(cpu)
		return
	}
	os.Exit(m.Run())
}

// readAs prints what a launch finds: its clock, its additions per cycle, and in how many of its readings the chains disagree. It reads
// 25 times in 250 ms, as a launch does.
func readAs(text string) {
	cpu, err := strconv.Atoi(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	runtime.LockOSThread()
	if err := host.Pin(cpu); err != nil {
		fmt.Println(err)
		return
	}
	_ = host.RealTime(2) // where that is allowed, as in a run
	core := chain.Identify(cpu)
	var readings []chain.Reading
	disagree := 0
	for range 25 {
		r := core.Measure()
		if !r.Agree {
			disagree++
		}
		readings = append(readings, r)
		time.Sleep(10 * time.Millisecond)
	}
	adds := chain.Adds(readings)
	slices.Sort(adds)
	low := 0.0
	if len(adds) > 0 {
		low = adds[len(adds)/4]
	}
	fmt.Println(chain.Hz(readings), low, disagree)
}

// A neighbour is a program in C that keeps another processor busy.
type neighbour struct {
	name    string
	code    string // "" for none
	options []string
	needs   cpuid.FeatureID
}

var neighbours = []neighbour{
	{name: "none"},
	{name: "scalar", code: `
int main(void)
{
	unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
	for (;;)
		__asm__ volatile("add %0, %1; add %1, %2; add %3, %4; add %4, %5; add %2, %0; add %5, %3"
				 : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
}`},
	{name: "512-bit", options: []string{"-mavx512f"}, needs: cpuid.AVX512F, code: `
typedef double v __attribute__((vector_size(64)));
int main(void)
{
	v x[8] = {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}};
	v m = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
	for (;;)
		__asm__ volatile("vfmadd213pd %8, %8, %0; vfmadd213pd %8, %8, %1; vfmadd213pd %8, %8, %2; vfmadd213pd %8, %8, %3;"
				 "vfmadd213pd %8, %8, %4; vfmadd213pd %8, %8, %5; vfmadd213pd %8, %8, %6; vfmadd213pd %8, %8, %7"
				 : "+v"(x[0]), "+v"(x[1]), "+v"(x[2]), "+v"(x[3]), "+v"(x[4]), "+v"(x[5]), "+v"(x[6]), "+v"(x[7]) : "v"(m));
}`},
}

// BenchmarkStability has 40 processes, one after the other, read the chains as launches of a run do: pinned to the processor that
// a run would choose, with SCHED_FIFO where that is allowed. It reports how far their clocks are apart, without and with a busy
// neighbour on another processor. Use -benchtime 1x.
func BenchmarkStability(b *testing.B) {
	if !chain.Supported {
		b.Skip("no latency chains for this architecture")
	}
	for _, n := range neighbours {
		b.Run("neighbour="+n.name, func(b *testing.B) {
			n.start(b)
			for range b.N {
				stability(b)
			}
		})
	}
}

func stability(b *testing.B) {
	const launches = 40
	program, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	var hz, adds []float64
	var disagree, width = 0, chain.Identify(host.ChooseCPU()).Width
	for range launches {
		one := exec.Command(program)
		one.Env = append(os.Environ(), fmt.Sprintf("%s=%d", reader, host.ChooseCPU()))
		out, err := one.Output()
		var h, a float64
		var d int
		if _, scan := fmt.Sscan(string(out), &h, &a, &d); err != nil || scan != nil {
			b.Fatalf("%q, %v, %v", out, err, scan)
		}
		hz, adds, disagree = append(hz, h), append(adds, a), disagree+d
	}
	busy := 0
	for _, a := range adds {
		if chain.SiblingBusy(a, slices.Max(adds), width) {
			busy++
		}
	}
	slices.Sort(hz)
	middle := hz[launches/2]
	var off []float64
	for _, h := range hz {
		off = append(off, 100*math.Abs(h/middle-1))
	}
	slices.Sort(off)
	b.ReportMetric(middle/1e9, "GHz")
	b.ReportMetric(off[launches/2], "median-off%")
	b.ReportMetric(off[launches*95/100], "p95-off%")
	b.ReportMetric(100*(hz[launches-1]-hz[0])/middle, "spread%")
	b.ReportMetric(slices.Min(adds), "least-adds")
	b.ReportMetric(slices.Max(adds), "most-adds")
	b.ReportMetric(float64(busy), "busy-launches")
	b.ReportMetric(100*float64(disagree)/(25*launches), "disagree%")
	b.ReportMetric(0, "ns/op")
}

// start compiles the neighbour and keeps it running on a processor that a run would not choose, until the benchmark ends.
func (n neighbour) start(b *testing.B) {
	if n.code == "" {
		return
	}
	if n.needs != 0 && !cpuid.CPU.Has(n.needs) {
		b.Skipf("this processor has no %v", n.needs)
	}
	if runtime.GOARCH != "amd64" {
		b.Skip("neighbours are written for x86-64")
	}
	others := slices.DeleteFunc(slices.Clone(host.Usable()), func(cpu int) bool { return cpu == host.ChooseCPU() })
	if len(others) == 0 {
		b.Skip("there is one processor")
	}
	program := filepath.Join(b.TempDir(), "neighbour")
	cc := exec.Command("gcc", append(n.options, "-O2", "-Wall", "-Wextra", "-Werror", "-x", "c", "-", "-o", program)...)
	cc.Stdin = strings.NewReader(n.code)
	if out, err := cc.CombinedOutput(); err != nil {
		b.Skipf("gcc: %v: %s", err, out)
	}
	busy := exec.Command(program)
	if err := busy.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { busy.Process.Kill(); busy.Wait() })
	var set unix.CPUSet
	set.Set(others[0])
	if err := unix.SchedSetaffinity(busy.Process.Pid, &set); err != nil {
		b.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
}
