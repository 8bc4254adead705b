package root

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestInspect(t *testing.T) {
	top := tree(t, nil)
	lib, program := filepath.Join(top, "lib.so"), filepath.Join(top, "program")
	shared(t, lib, "-Wl,--build-id=0x0123456789abcdef", "-Wl,-rpath,/a:$ORIGIN/b", "-Wl,--no-as-needed", "-lm")
	compile(t, program, "int main(void) { return 0; }")

	f, err := Inspect(lib)
	if err != nil {
		t.Fatal(err)
	}
	if f.BuildID != "0123456789abcdef" || f.Interp || !slices.Contains(f.Needed, "libm.so.6") || !slices.Equal(f.RunPath, []string{"/a:$ORIGIN/b"}) {
		t.Errorf("the library is %+v", f)
	}
	if err := f.Native(); err != nil {
		t.Error(err)
	}
	if f, err = Inspect(program); err != nil || !f.Interp {
		t.Errorf("the program is %+v, %v", f, err)
	}

	object := filepath.Join(top, "object.o")
	compile(t, object, "int x;", "-c")
	if _, err := Inspect(object); err == nil || !strings.Contains(err.Error(), "neither a shared library nor a program") {
		t.Errorf("an object file gives %v", err)
	}
	put(t, filepath.Join(top, "text"), false, "INPUT(-lc)")
	put(t, filepath.Join(top, "empty"), false, "")
	for _, name := range []string{"text", "empty"} {
		if _, err := Inspect(filepath.Join(top, name)); err == nil || err.Error() != "not an ELF file" {
			t.Errorf("%s gives %v", name, err)
		}
	}
	whole, err := os.ReadFile(lib)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{4, 20, 63, len(whole) / 2} {
		if _, err := inspect(bytes.NewReader(whole[:n])); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%d of %d bytes give %v", n, len(whole), err)
		}
	}
	for _, name := range []string{"none", "."} {
		if _, err := Inspect(filepath.Join(top, name)); err == nil || strings.Contains(err.Error(), top) {
			t.Errorf("%s gives %v, want an error without the path", name, err)
		}
	}
}

// retarget makes an ELF file one of another machine.
func retarget(t testing.TB, path string, m elf.Machine) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint16(content[18:], uint16(m)) // e_machine
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestMachineName(t *testing.T) {
	for _, c := range []struct {
		m    elf.Machine
		c    elf.Class
		d    elf.Data
		want string
	}{
		{elf.EM_X86_64, elf.ELFCLASS64, elf.ELFDATA2LSB, "an x86-64"},
		{elf.EM_X86_64, elf.ELFCLASS32, elf.ELFDATA2LSB, "an x32"},
		{elf.EM_386, elf.ELFCLASS32, elf.ELFDATA2LSB, "a 32-bit x86"},
		{elf.EM_AARCH64, elf.ELFCLASS64, elf.ELFDATA2LSB, "an AArch64"},
		{elf.EM_AARCH64, elf.ELFCLASS64, elf.ELFDATA2MSB, "a big-endian AArch64"},
		{elf.EM_RISCV, elf.ELFCLASS64, elf.ELFDATA2LSB, "a RISC-V"},
		{elf.EM_RISCV, elf.ELFCLASS32, elf.ELFDATA2LSB, "a 32-bit RISC-V"},
		{elf.EM_S390, elf.ELFCLASS64, elf.ELFDATA2MSB, "an S/390"},
		{elf.EM_SPARCV9, elf.ELFCLASS64, elf.ELFDATA2MSB, "an EM_SPARCV9"},
	} {
		if got := article(machineName(c.m, c.c, c.d)); got != c.want {
			t.Errorf("%v %v %v is %s, want %s", c.m, c.c, c.d, got, c.want)
		}
	}
}

func note(name string, kind uint32, desc []byte, align int) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(name)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(desc)))
	b = binary.LittleEndian.AppendUint32(b, kind)
	for _, part := range [][]byte{[]byte(name), desc} {
		b = append(b, part...)
		for len(b)%align != 0 {
			b = append(b, 0)
		}
	}
	return b
}

func TestBuildID(t *testing.T) {
	id := []byte{0xab, 0xcd, 0xef}
	property := note("GNU\x00", 5, make([]byte, 16), 8) // GNU_PROPERTY_TYPE_0
	for _, c := range []struct {
		name  string
		notes []byte
		align uint64
		want  string
	}{
		{"alone", note("GNU\x00", 3, id, 4), 4, "abcdef"},
		{"second", append(note("GNU\x00", 1, make([]byte, 16), 4), note("GNU\x00", 3, id, 4)...), 4, "abcdef"},
		{"behind a property, aligned to 8", append(property, note("GNU\x00", 3, id, 8)...), 8, "abcdef"},
		{"another's", note("Go\x00\x00", 3, id, 4), 4, ""},
		{"another kind", note("GNU\x00", 4, id, 4), 4, ""},
		{"none", nil, 4, ""},
		{"cut", note("GNU\x00", 3, id, 4)[:17], 4, ""},
		{"too long", []byte("\xff\xff\xff\xff\xff\xff\xff\xff\x03\x00\x00\x00"), 4, ""},
	} {
		if got := buildID(bytes.NewReader(c.notes), binary.LittleEndian.Uint32, c.align); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzInspect(f *testing.F) {
	lib := filepath.Join(f.TempDir(), "lib.so")
	shared(f, lib, "-nostdlib", "-Wl,-z,max-page-size=4096", "-Wl,--build-id")
	content, err := os.ReadFile(lib)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(content)
	f.Add([]byte(elf.ELFMAG))
	f.Fuzz(func(t *testing.T, content []byte) {
		file, err := inspect(bytes.NewReader(content))
		if (file == nil) == (err == nil) {
			t.Errorf("%v, %v", file, err)
		}
	})
}

func FuzzBuildID(f *testing.F) {
	f.Add(note("GNU\x00", 3, []byte{1, 2, 3}, 4), uint64(4))
	f.Add(note("GNU\x00", 5, make([]byte, 16), 8), uint64(8))
	f.Fuzz(func(t *testing.T, notes []byte, align uint64) {
		buildID(bytes.NewReader(notes), binary.LittleEndian.Uint32, align)
	})
}
