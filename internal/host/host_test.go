package host

import (
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cpb/internal/host/procfs"
	"cpb/result"
)

// fixture is a machine of testdata: one archive in the txtar format, in which each file follows its name.
func fixture(t testing.TB, name string) machine {
	data, err := os.ReadFile(filepath.Join("testdata", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, part := range strings.Split("\n"+string(data), "\n-- ")[1:] {
		path, content, ok := strings.Cut(part, " --\n")
		if !ok {
			t.Fatalf("%s: no file: %.40q", name, part)
		}
		files[path] = &fstest.MapFile{Data: []byte(content + "\n")}
	}
	return machine{files}
}

var nowhere = machine{fstest.MapFS{}}

func TestMachine(t *testing.T) {
	guest, desktop := fixture(t, "guest"), fixture(t, "desktop")
	if got := guest.system(); got != "Debian GNU/Linux 12 (bookworm)" {
		t.Errorf("system: %q", got)
	}
	if got := nowhere.system(); got != runtime.GOOS {
		t.Errorf("system of an unknown machine: %q", got)
	}
	if got := guest.text("proc/sys/kernel/osrelease"); got != "6.18.44" {
		t.Errorf("kernel: %q", got)
	}
	for _, test := range []struct {
		m           machine
		brand, want string
	}{
		{guest, "AMD  EPYC ", "AMD EPYC"},
		{guest, "Other Processor", "Other Processor (the kernel calls it AMD EPYC)"},
		{guest, "", "AMD EPYC"},
		{desktop, "13th Gen Intel(R) Core(TM) i5-13400", "13th Gen Intel(R) Core(TM) i5-13400"},
		{nowhere, "Only CPUID", "Only CPUID"},
	} {
		if got := test.m.cpuName(1, test.brand); got != test.want {
			t.Errorf("CPU with brand %q: %q, want %q", test.brand, got, test.want)
		}
	}
	if !desktop.hasFlag("sha512") || guest.hasFlag("sha512") || guest.hasFlag("sha") || nowhere.hasFlag("sha512") {
		t.Error("sha512 is a flag of the desktop's and of no other machine")
	}
	if got := desktop.siblings(1); !slices.Equal(got, []int{0}) {
		t.Errorf("siblings: %v", got)
	}
	if got := desktop.siblings(7); got != nil {
		t.Errorf("siblings of a processor that is not there: %v", got)
	}
}

func TestHypervisors(t *testing.T) {
	for _, test := range []struct {
		m     machine
		cpuid string
		want  string
	}{
		{fixture(t, "guest"), "bhyve bhyve", "bhyve, firecracker, kvm"},
		{fixture(t, "guest"), "KVMKVMKVM", "kvm, firecracker"},
		{fixture(t, "guest"), "?", "a hypervisor without a name, firecracker, kvm"},
		{fixture(t, "arm"), "", "kvm"},
		{fixture(t, "desktop"), "", ""},
		{fixture(t, "quiet"), "", ""},
		{nowhere, "NewHypervisr", "NewHypervisr"},
		{nowhere, "", ""},
		{dmi("Microsoft Corporation", "Virtual Machine"), "Microsoft Hv", "hyper-v"},
		{dmi("Microsoft Corporation", "Surface Laptop"), "", ""},
		{dmi("Google", "Google Compute Engine"), "KVMKVMKVM", "kvm, google compute engine"},
		{dmi("Google", "Google Compute Engine"), "", ""}, // may be one of its bare-metal machines
		{dmi("Amazon EC2", "c7g.large"), "", "amazon ec2"},
		{dmi("QEMU", "Standard PC (Q35 + ICH9, 2009)"), "", "qemu"},
		{machine{fstest.MapFS{"proc/device-tree/hypervisor/compatible": {Data: []byte("xen,xen-4.17\x00xen,xen\x00")}}}, "", "xen"},
		{machine{fstest.MapFS{"sys/firmware/acpi/tables/FACP": {Data: []byte("FACP\x14\x01\x00\x00\x06fBOCHS BXPC")}}}, "", "qemu"},
		{machine{fstest.MapFS{"sys/firmware/acpi/tables/FACP": {Data: []byte("FACP\x14\x01\x00\x00\x06fDELL  BXPC")}}}, "", ""},
		{machine{fstest.MapFS{"sys/firmware/acpi/tables/FACP": {Data: []byte("FACP\x14\x01\x00")}}}, "", ""},
	} {
		if got := joinNames(test.m.hypervisors(test.cpuid)); got != test.want {
			t.Errorf("CPUID %q: %q, want %q", test.cpuid, got, test.want)
		}
	}
}

func dmi(vendor, product string) machine {
	return machine{fstest.MapFS{
		"sys/class/dmi/id/sys_vendor":   {Data: []byte(vendor + "\n")},
		"sys/class/dmi/id/product_name": {Data: []byte(product + "\n")},
	}}
}

func TestWarnings(t *testing.T) {
	for _, test := range []struct {
		name     string
		cpuid    string
		counters error
		kinds    []string
	}{
		{"guest", "bhyve bhyve", os.ErrNotExist, []string{result.PointVirtual, result.PointCounters, result.PointLoad, result.PointSteal}},
		{"desktop", "", nil, []string{result.PointGovernor, result.PointTurbo, result.PointSMT}},
		{"quiet", "", nil, nil},
		{"arm", "", nil, []string{result.PointVirtual, result.PointTurbo}},
	} {
		var kinds []string
		for _, w := range warningsOf(fixture(t, test.name).points(sight{cpu: 1, usable: 2, hypervisor: test.cpuid, counters: test.counters})) {
			kinds = append(kinds, w.Kind)
			t.Logf("%s: %s: %s\n\t%s", test.name, w.Kind, w.Message, w.Hint)
			for _, text := range []string{w.Message, w.Hint} {
				if text == "" || strings.HasSuffix(text, ".") || strings.ContainsAny(text, "\n\x00") {
					t.Errorf("%s: %s: %q is no line without a full stop", test.name, w.Kind, text)
				}
			}
		}
		if !slices.Equal(kinds, test.kinds) {
			t.Errorf("%s: %v, want %v", test.name, kinds, test.kinds)
		}
	}
	if got := warningsOf(nowhere.points(sight{usable: 2})); got != nil {
		t.Errorf("warnings of a machine of which nothing is known: %v", got)
	}
}

func TestLoadPoint(t *testing.T) {
	for text, want := range map[string]bool{
		"0.00 0 0 1/100 1": false,
		"1.99 0 0 2/100 1": false, // below half of four processors, one other task
		"2.00 0 0 1/100 1": true,
		"0.00 0 0 4/100 1": false,
		"0.00 0 0 5/100 1": true, // four others on four processors
		"0.00 0 0 0/100 1": false,
	} {
		m := machine{fstest.MapFS{"proc/loadavg": {Data: []byte(text)}}}
		if got := m.loadPoint(4); (got.State == result.Bad) != want {
			t.Errorf("%q on 4 processors: %+v", text, got)
		}
	}
}

func TestChoose(t *testing.T) {
	pairs := func(cpu int) []int { return []int{cpu ^ 1} } // 0 with 1, 2 with 3
	none := func(int) []int { return nil }
	for _, test := range []struct {
		usable   []int
		siblings func(int) []int
		busy     map[int]float64
		want     int
	}{
		{[]int{0}, none, nil, 0},
		{[]int{0, 1}, none, nil, 1},
		{[]int{0, 1}, none, map[int]float64{1: 1}, 1}, // not 0, though quieter
		{[]int{0, 1, 2, 3}, none, nil, 3},
		{[]int{0, 1, 2, 3}, none, map[int]float64{3: 1}, 2},
		{[]int{0, 1, 2, 3}, none, map[int]float64{3: 0.1}, 3}, // one tick says nothing
		{[]int{0, 1, 2, 3}, pairs, map[int]float64{2: 1}, 1},  // 3's sibling is busy
		{[]int{0, 1, 2, 3}, pairs, map[int]float64{0: 1, 2: 0.5}, 3},
		{[]int{4, 6}, none, map[int]float64{4: 1, 6: 1}, 6},
	} {
		if got := choose(test.usable, test.siblings, test.busy); got != test.want {
			t.Errorf("choose(%v, busy %v) = %d, want %d", test.usable, test.busy, got, test.want)
		}
	}
}

func TestBusyBetween(t *testing.T) {
	before := map[int]procfs.Times{0: {Busy: 10, Idle: 10}, 1: {Busy: 10, Idle: 10, Steal: 1}, 2: {Idle: 10}, 3: {Busy: 5}, 4: {Busy: 5}}
	after := map[int]procfs.Times{0: {Busy: 15, Idle: 15}, 1: {Busy: 10, Idle: 15, Steal: 6}, 2: {Idle: 9}, 3: {Busy: 5}}
	if got, want := busyBetween(before, after), (map[int]float64{0: 0.5, 1: 0.5}); !reflect.DeepEqual(got, want) {
		t.Errorf("busyBetween = %v, want %v", got, want)
	}
	if got := busyBetween(nil, nil); len(got) != 0 {
		t.Errorf("busyBetween(nil, nil) = %v", got)
	}
}

func TestNoise(t *testing.T) {
	before := fixture(t, "guest").snapshot(1)
	if before.StealSeconds != 0.7 || !before.StealKnown || before.Load != 6.21 || !before.LoadKnown {
		t.Errorf("snapshot: %+v", before)
	}
	after := before
	after.StealSeconds += 0.25
	after.Involuntary += 3
	after.Voluntary += 4
	after.Load = 2
	span := after.Since(before)
	if want := (Noise{StealSeconds: 0.25, StealKnown: true, Involuntary: 3, Voluntary: 4, SwitchesKnown: before.SwitchesKnown, Load: 2, LoadKnown: true}); before.SwitchesKnown && span != want {
		t.Errorf("span: %+v, want %+v", span, want)
	}
	// What one of the two does not know, the span does not know.
	if span := after.Since(Noise{}); span.StealKnown || span.SwitchesKnown || span.StealSeconds != 0 || span.Involuntary != 0 {
		t.Errorf("span since nothing: %+v", span)
	}
	if n := nowhere.snapshot(0); n.StealKnown || n.LoadKnown {
		t.Errorf("snapshot of an unknown machine: %+v", n)
	}
	if _, known := Switches(); known != (runtime.GOOS == "linux") {
		t.Errorf("switches known: %v", known)
	}
}

func TestHere(t *testing.T) {
	cpu := ChooseCPU()
	if !slices.Contains(Usable(), cpu) {
		t.Errorf("processor %d is not among %v", cpu, Usable())
	}
	h := Describe(cpu)
	if h.Arch != runtime.GOARCH || h.Cores < 1 || h.OS == "" || slices.Contains(h.Features, "") || slices.Contains(h.Warnings, "") {
		t.Errorf("%+v", h)
	}
	t.Logf("processor %d: %+v", cpu, h)
	for _, w := range Warnings(cpu) {
		t.Logf("%s: %s\n\t%s", w.Kind, w.Message, w.Hint)
	}
	t.Logf("%+v", Snapshot(cpu))
}

// Fuzz has a machine whose every file holds the same bytes: whatever they are, no question about it panics.
func Fuzz(f *testing.F) {
	for _, name := range []string{"guest", "desktop", "arm"} {
		for _, file := range fixture(f, name).root.(fstest.MapFS) {
			f.Add(file.Data)
		}
	}
	f.Add([]byte("cpu0 \xff\x00 -1 processor : 9999999999\n0-99999999999,\nPRETTY_NAME=\"\\"))
	f.Add([]byte("linux,kvm\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		files := fstest.MapFS{}
		for _, path := range []string{
			"etc/os-release", "proc/cpuinfo", "proc/stat", "proc/loadavg", "proc/device-tree/hypervisor/compatible",
			"sys/hypervisor/type", "sys/firmware/acpi/tables/FACP", "sys/class/dmi/id/sys_vendor", "sys/class/dmi/id/product_name",
			"sys/devices/system/clocksource/clocksource0/current_clocksource", "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
			"sys/devices/system/cpu/intel_pstate/no_turbo", "sys/devices/system/cpu/cpufreq/boost",
			"sys/devices/system/cpu/cpu0/topology/thread_siblings_list",
		} {
			files[path] = &fstest.MapFile{Data: data}
		}
		m := machine{files}
		m.system()
		m.cpuName(0, "")
		m.hasFlag("sha512")
		m.points(sight{usable: 2})
		choose([]int{0, 1}, m.siblings, busyBetween(m.times(), m.times()))
		m.snapshot(0)
	})
}
