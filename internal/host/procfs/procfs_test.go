package procfs

import (
	"reflect"
	"slices"
	"testing"
)

func TestCPUList(t *testing.T) {
	for text, want := range map[string][]int{
		"":              nil,
		"\n":            nil,
		"0\n":           {0},
		"0-3\n":         {0, 1, 2, 3},
		"0-1,8,10-11\n": {0, 1, 8, 10, 11},
		"65535":         {65535},
	} {
		if got, err := CPUList(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("CPUList(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"a", "0-", "-1", "3-1", "0,,1", "0-65536", "0-4294967295", "18446744073709551616", "0-65535,0-65535", "1 2"} {
		if got, err := CPUList(text); err == nil {
			t.Errorf("CPUList(%q) = %v, want an error", text, got)
		}
	}
}

const cpuinfoX86 = `processor	: 0
vendor_id	: AuthenticAMD
model name	: AMD EPYC 9B45 128-Core Processor
flags		: fpu sha_ni

processor	: 1
vendor_id	: AuthenticAMD
model name	: AMD EPYC 9B45 128-Core Processor
power management:
`

// An old 64-bit Arm kernel on a machine of two kinds of core.
const cpuinfoArm = `processor	: 0
CPU implementer	: 0x41
CPU part	: 0xd03

processor	: 4
CPU implementer	: 0x41
CPU part	: 0xd0b

Hardware	: Vendor Board
Serial		: 0000
`

func TestCPUInfo(t *testing.T) {
	want := []Processor{
		{0, map[string]string{"vendor_id": "AuthenticAMD", "model name": "AMD EPYC 9B45 128-Core Processor", "flags": "fpu sha_ni"}},
		{1, map[string]string{"vendor_id": "AuthenticAMD", "model name": "AMD EPYC 9B45 128-Core Processor", "power management": ""}},
	}
	if got := CPUInfo([]byte(cpuinfoX86)); !reflect.DeepEqual(got, want) {
		t.Errorf("x86: %v, want %v", got, want)
	}
	want = []Processor{
		{0, map[string]string{"CPU implementer": "0x41", "CPU part": "0xd03"}},
		{4, map[string]string{"CPU implementer": "0x41", "CPU part": "0xd0b"}},
	}
	if got := CPUInfo([]byte(cpuinfoArm)); !reflect.DeepEqual(got, want) {
		t.Errorf("Arm: %v, want %v", got, want)
	}
	// The fields of a processor without a number belong to no processor, not to the one before it.
	if got := CPUInfo([]byte("processor : 0\na : b\nprocessor : x\na : c\n")); !reflect.DeepEqual(got, []Processor{{0, map[string]string{"a": "b"}}}) {
		t.Errorf("bad number: %v", got)
	}
	if got := CPUInfo([]byte("model name : x\n")); got != nil {
		t.Errorf("no processor: %v", got)
	}
}

func TestStat(t *testing.T) {
	got, err := Stat([]byte("cpu  30 3 3 3 3 3 3 3 0 0\ncpu0 1 2 3 100 20 4 5 6 7 8\ncpu17 1 0 0 0 0 0 0 0\nintr 5 1 2\nctxt 9\n"))
	want := map[int]Times{0: {Busy: 15, Idle: 120, Steal: 6}, 17: {Busy: 1}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Stat = %v, %v; want %v", got, err, want)
	}
	for _, text := range []string{"", "cpu 1 2 3 4 5 6 7 8\n", "cpu0 1 2 3\n", "cpu0 1 2 3 4 5 6 7 x\n", "cpux 1 2 3 4 5 6 7 8\n", "cpu0 1 2 3 4 5 6 7 -8\n"} {
		if got, err := Stat([]byte(text)); err == nil {
			t.Errorf("Stat(%q) = %v, want an error", text, got)
		}
	}
}

func TestLoadAvg(t *testing.T) {
	if got, err := LoadAvg([]byte("6.21 3.58 1.61 7/136 18966\n")); err != nil || got != (Load{6.21, 7}) {
		t.Errorf("LoadAvg = %v, %v", got, err)
	}
	for _, text := range []string{"", "1 2 3\n", "x 1 1 1/2 3\n", "NaN 1 1 1/2 3\n", "-1 1 1 1/2 3\n", "1 1 1 2 3\n", "1 1 1 x/2 3\n", "1 1 1 99999999999/2 3\n"} {
		if got, err := LoadAvg([]byte(text)); err == nil {
			t.Errorf("LoadAvg(%q) = %v, want an error", text, got)
		}
	}
}

func TestPrettyName(t *testing.T) {
	for text, want := range map[string]string{
		"NAME=x\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n": "Debian GNU/Linux 12 (bookworm)",
		"PRETTY_NAME='A b'\n":             "A b",
		"PRETTY_NAME=Plain\n":             "Plain",
		"PRETTY_NAME=\"a \\\"b\\\" \\$\"": `a "b" $`,
		"PRETTY_NAME=\"":                  `"`,
		"PRETTY_NAME=":                    "",
		"# PRETTY_NAME=no\n":              "",
		"":                                "",
	} {
		if got := PrettyName([]byte(text)); got != want {
			t.Errorf("PrettyName(%q) = %q, want %q", text, got, want)
		}
	}
}

// Fuzz holds of every parser that it ends, never panics, and keeps to its bounds.
func Fuzz(f *testing.F) {
	for _, text := range []string{
		"", "\n", "0-3,8\n", "0-4294967295", "3-1", "-", ",", cpuinfoX86, cpuinfoArm, "processor:", ":", "::\n:",
		"cpu  1 2 3 4 5 6 7 8 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n", "cpu0", "cpu99999999999999999999 1", "cpu0 18446744073709551616 1 1 1 1 1 1 1",
		"0.81 0.31 0.12 1/102 6050\n", "Inf 1 1 1/1 1", "PRETTY_NAME=\"\\", "PRETTY_NAME=\"\\\"", "PRETTY_NAME=\"", "PRETTY_NAME='",
		"\x00\xff\xfe", "cpu0 \xff", "processor\t: 70000\nCPU part\t: 0x\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if cpus, err := CPUList(string(text)); err == nil {
			if len(cpus) > MaxCPU {
				t.Errorf("%d processors", len(cpus))
			}
			for _, cpu := range cpus {
				if cpu < 0 || cpu >= MaxCPU {
					t.Errorf("processor %d", cpu)
				}
			}
		}
		for _, p := range CPUInfo(text) {
			if p.ID < 0 || p.ID >= MaxCPU {
				t.Errorf("processor %d", p.ID)
			}
		}
		if times, err := Stat(text); (err == nil) != (len(times) > 0) {
			t.Errorf("%d processors, error %v", len(times), err)
		}
		if load, err := LoadAvg(text); err == nil && !(load.Average >= 0 && load.Running >= 0) {
			t.Errorf("load %v", load)
		}
		PrettyName(text)
	})
}
