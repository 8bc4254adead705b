package layout

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// compiled has what compile made, by what it was made from: tests share it, and it goes with the last of them.
var compiled = map[string]string{}

var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "layout"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// compile makes a shared library from C, or skips the test.
func compile(t *testing.T, source string, args ...string) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	key := fmt.Sprintf("%q %q", args, source)
	if path := compiled[key]; path != "" {
		return path
	}
	path := filepath.Join(folder, fmt.Sprintf("lib%d.so", len(compiled)))
	cmd := exec.Command(gcc, append([]string{"-shared", "-fPIC", "-O2", "-x", "c", "-", "-o", path}, args...)...)
	cmd.Stdin = strings.NewReader(source)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	e, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if e.Machine != elf.EM_X86_64 {
		t.Skip("needs a compiler for x86-64")
	}
	compiled[key] = path
	return path
}

// kept has the files that opened has read. Nothing writes to one.
var kept = map[string]*File{}

func opened(t *testing.T, path string) *File {
	t.Helper()
	if kept[path] == nil {
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		kept[path] = f
	}
	return kept[path]
}

// TestFramesLikeReadelf: the bounds of functions in .eh_frame are those that readelf prints.
func TestFramesLikeReadelf(t *testing.T) {
	fde := regexp.MustCompile(`(?m)FDE cie=[0-9a-f]+ pc=([0-9a-f]+)\.\.([0-9a-f]+)$`)
	for _, path := range installed(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			out, err := exec.Command("readelf", "--debug-dump=frames", path).Output()
			if err != nil && len(out) == 0 { // it also fails for what it does not know elsewhere in the file
				t.Skip("needs readelf: ", err)
			}
			var want []span
			for _, m := range fde.FindAllSubmatch(out, -1) {
				begin, _ := strconv.ParseUint(string(m[1]), 16, 64)
				end, _ := strconv.ParseUint(string(m[2]), 16, 64)
				if begin < end {
					want = append(want, span{begin, end})
				}
			}
			e, err := elf.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			s := e.Section(".eh_frame")
			data, err := s.Data()
			if err != nil {
				t.Fatal(err)
			}
			got, err := frames(data, s.Addr)
			if err != nil || len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%d spans, %v; readelf has %d", len(got), err, len(want))
			}
		})
	}
}

// TestFramesByHand: an entry after another, the terminator, and what is wrong with a section.
func TestFramesByHand(t *testing.T) {
	common := []byte{
		0x14, 0, 0, 0, 0, 0, 0, 0, 1, 'z', 'R', 0, 1, 0x78, 0x10, 1, 0x1b, 0, 0, 0, 0, 0, 0, 0, // pcrel, sdata4
	}
	function := []byte{
		0x10, 0, 0, 0, 0x1c, 0, 0, 0, 0x20, 0xff, 0xff, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, // 0xe0 before the field, 0x40 bytes
	}
	// The field of the function's address is at 0x1000 + 24 + 8.
	whole := slices.Concat(common, function, []byte{0, 0, 0, 0})
	got, err := frames(whole, 0x1000)
	if want := (span{0x1020 - 0xe0, 0x1020 - 0xe0 + 0x40}); err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("%x, %v, want %x", got, err, want)
	}
	changed := func(at int, to byte) []byte {
		p := bytes.Clone(whole)
		p[at] = to
		return p
	}
	for want, section := range map[string][]byte{
		"an entry at 0x18 is longer than the section": changed(24, 0x80),
		"the entry at 0x18 belongs to none":           changed(28, 0x1b),
		"unknown augmentation":                        changed(10, 'X'),
		"unknown pointer encoding 0x3b":               changed(16, 0x3b),
		"unknown form of a pointer 0x1":               changed(16, 0x11),
		"the section ends within an entry":            {4, 0, 0, 0, 0, 0, 0, 0},
	} {
		if spans, err := frames(section, 0x1000); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%x, %v, want %s", spans, err, want)
		}
	}
}

// TestFunctionsLikeNM: functions are where and as long as nm prints, and those of a stripped file where they were.
func TestFunctionsLikeNM(t *testing.T) {
	const source = `
__attribute__((noinline)) static int below(int x) { return x * x + 3; }
__attribute__((noinline)) int callee(int x) { return below(x) ^ 5; }
int puts(const char *);
int top(int x) { if (x == 7) puts("seven"); return callee(x) + 1; }
__asm__(".text\n.balign 64\n"
	"sized: .type sized, @function\nxor %eax, %eax\nret\n.size sized, 3\n"
	".balign 32\n"
	"bare: lea 1(%rdi), %rax\nret\n.balign 32\n"); // without a type or an FDE
`
	path := compile(t, source)
	out, err := exec.Command("nm", "-S", path).Output()
	if err != nil {
		t.Skip("needs nm: ", err)
	}
	f := opened(t, path)
	stripped := opened(t, compile(t, source, "-s"))
	printed := regexp.MustCompile(`(?m)^([0-9a-f]+) ([0-9a-f]+) [tT] (below|callee|top|sized)$`).FindAllStringSubmatch(string(out), -1)
	if len(printed) != 4 {
		t.Fatalf("nm prints %s", out)
	}
	for _, m := range printed {
		begin, _ := strconv.ParseUint(m[1], 16, 64)
		size, _ := strconv.ParseUint(m[2], 16, 64)
		want := span{begin, begin + size}
		if fn := f.functionAt(begin); fn == nil || fn.span != want || !slices.Equal(fn.names, []string{m[3]}) {
			t.Errorf("%s: %+v, want %+v", m[3], fn, want)
		}
		if m[3] == "sized" {
			continue // nothing tells, in a stripped file
		}
		named := m[3] != "below"
		if fn := stripped.functionAt(begin); fn == nil || fn.span != want || (len(fn.names) > 0) != named {
			t.Errorf("%s, stripped: %+v, want %+v", m[3], fn, want)
		}
	}
	sized := f.functionAt(f.named()["sized"].begin)
	bare := f.functionAt(sized.begin + 32)
	if bare == nil || !bare.gap || bare.span != (span{sized.begin + 32, sized.begin + 32 + 5}) {
		t.Errorf("what nothing tells of is %+v, want 5 bytes, without padding", bare)
	}
	if stub := f.named()["puts@plt"]; stub == nil {
		t.Error("there is no puts@plt")
	}
}

// TestStubsLikeObjdump: what objdump calls NAME@plt is so called here, and there.
func TestStubsLikeObjdump(t *testing.T) {
	label := regexp.MustCompile(`(?m)^([0-9a-f]+) <([^>+]+)@plt>:$`)
	for _, path := range installed(t) {
		out, err := exec.Command("objdump", "-d", "-j", ".plt", "-j", ".plt.got", "-j", ".plt.sec", path).Output()
		if err != nil && len(out) == 0 {
			t.Skip("objdump: ", err)
		}
		f := opened(t, path)
		n := 0
		for _, m := range label.FindAllStringSubmatch(string(out), -1) {
			name, _, _ := strings.Cut(m[2], "@") // without a version
			if strings.HasPrefix(name, "*ABS*") {
				continue // to a function that is chosen when the file is loaded: it has no name
			}
			n++
			at, _ := strconv.ParseUint(m[1], 16, 64)
			if fn := f.functionAt(at); fn == nil || fn.begin != at || !slices.Equal(fn.names, []string{name + "@plt"}) {
				t.Errorf("%s: %s at %#x is %+v", path, m[2], at, fn)
			}
		}
		t.Logf("%s: %d", path, n)
	}
}

// TestPackedByHand: an address, a bitmap of the slots behind it, one of those behind these, and another address.
func TestPackedByHand(t *testing.T) {
	f := &File{slots: map[uint64]relation{}, sections: []section{{span: span{0x1000, 0x2000}, data: make([]byte, 0x1000)}}}
	f.sections[0].data[0x18] = 0x77
	var entries []byte
	for _, entry := range []uint64{0x1000, 0b1011, 1 | 1<<63, 0x1ff8, 0x3000} {
		entries = binary.LittleEndian.AppendUint64(entries, entry)
	}
	f.readPacked(entries)
	var at []uint64
	for slot := range f.slots {
		at = append(at, slot)
	}
	slices.Sort(at)
	if want := []uint64{0x1000, 0x1008, 0x1018, 0x1008 + 63*8 + 62*8, 0x1ff8}; !slices.Equal(at, want) || f.slots[0x1018].target != 0x77 {
		t.Errorf("%#x, want %#x", at, want)
	}
}

// TestOpenErrors: what cannot be read is an error that says why.
func TestOpenErrors(t *testing.T) {
	path := compile(t, "int x(void) { return 1; }")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func([]byte) []byte{
		"bad magic number":          func(p []byte) []byte { return []byte("text, and longer than a header would be") },
		"code of EM_AARCH64":        func(p []byte) []byte { p[18] = byte(elf.EM_AARCH64); return p },
		"it has no section headers": func(p []byte) []byte { clear(p[40:48]); clear(p[60:64]); return p },
	} {
		bad := filepath.Join(t.TempDir(), "bad.so")
		if err := os.WriteFile(bad, change(bytes.Clone(whole)), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestDamaged: no byte of a file that is another one panics, or takes for ever.
func TestDamaged(t *testing.T) {
	whole, err := os.ReadFile(compile(t, source))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	readable := 0
	const rounds = 150
	for range rounds {
		p := bytes.Clone(whole)
		for range 1 + rng.IntN(6) {
			at := rng.IntN(len(p))
			switch rng.IntN(4) {
			case 0:
				at = rng.IntN(64) // the header
			case 1:
				at = len(p) - 1 - rng.IntN(30*64) // those of sections
			}
			p[at] = byte(rng.Uint32())
		}
		if compared(p) {
			readable++
		}
	}
	if readable < rounds/10 || readable == rounds {
		t.Errorf("%d of %d can be read: some should be, and some not", readable, rounds)
	}
}

// compared holds a file against itself. It reports whether that can be read.
func compared(content []byte) bool {
	e, err := elf.NewFile(bytes.NewReader(content))
	if err != nil {
		return false
	}
	f, err := read(e)
	if err != nil {
		return false
	}
	var at []uint64
	for _, fn := range f.functions {
		at = append(at, fn.begin)
	}
	NewMatch(f, f).Diff(at, at)
	return true
}

// FuzzOpen: no file panics.
func FuzzOpen(f *testing.F) {
	if program, err := exec.LookPath("true"); err == nil {
		if whole, err := os.ReadFile(program); err == nil {
			f.Add(whole)
		}
	}
	f.Add([]byte("\x7fELF\x02\x01\x01"))
	f.Fuzz(func(t *testing.T, content []byte) {
		compared(content)
	})
}
