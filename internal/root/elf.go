package root

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
)

// A File is what the headers of a shared library or program tell.
type File struct {
	BuildID string   // hex of the build id note; "" where there is none
	Needed  []string // names of the libraries that it is linked to
	RunPath []string // its DT_RUNPATH or DT_RPATH, as written
	Interp  bool     // it asks for a loader: a program that is linked dynamically

	class   elf.Class
	order   elf.Data
	machine elf.Machine
}

// errDebug says that a file holds what was stripped from a library.
var errDebug = errors.New("holds debug information only, no code")

// Inspect reads the headers of the ELF file at path. The error says what is wrong with it, without the path.
func Inspect(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, why(err)
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && !st.Mode().IsRegular() {
		return nil, errors.New("not a file")
	}
	return inspect(f)
}

func inspect(r io.ReaderAt) (*File, error) {
	var magic [len(elf.ELFMAG)]byte
	if _, err := r.ReadAt(magic[:], 0); err != nil || string(magic[:]) != elf.ELFMAG {
		return nil, errors.New("not an ELF file")
	}
	e, err := elf.NewFile(r)
	if err != nil {
		return nil, fmt.Errorf("a damaged ELF file: %w", err)
	}
	f := &File{class: e.Class, order: e.Data, machine: e.Machine}
	if e.Type != elf.ET_DYN && e.Type != elf.ET_EXEC {
		return nil, errors.New("an ELF file, but neither a shared library nor a program")
	}
	for _, s := range e.Sections {
		if s.Name == ".dynamic" && s.Type == elf.SHT_NOBITS {
			return nil, errDebug
		}
	}
	if f.Needed, err = e.ImportedLibraries(); err != nil {
		return nil, fmt.Errorf("a damaged ELF file: %w", err)
	}
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		if f.RunPath, err = e.DynString(tag); err != nil {
			return nil, fmt.Errorf("a damaged ELF file: %w", err)
		}
		if len(f.RunPath) > 0 {
			break // the loader reads DT_RPATH only where there is no DT_RUNPATH
		}
	}
	for _, p := range e.Progs {
		switch p.Type {
		case elf.PT_INTERP:
			f.Interp = true
		case elf.PT_NOTE:
			if id := buildID(p.Open(), e.ByteOrder.Uint32, p.Align); id != "" {
				f.BuildID = id
			}
		}
	}
	return f, nil
}

// maxNotes bounds what is read of a file's notes; real ones take a few hundred bytes.
const maxNotes = 1 << 16

// buildID is the GNU build id among the notes, in hex.
func buildID(r io.Reader, uint32At func([]byte) uint32, align uint64) string {
	const buildIDType = 3 // NT_GNU_BUILD_ID
	notes, err := io.ReadAll(io.LimitReader(r, maxNotes))
	if err != nil {
		return ""
	}
	padding := 4
	if align == 8 {
		padding = 8
	}
	pad := func(n int) int { return (n + padding - 1) &^ (padding - 1) }
	for len(notes) >= 12 {
		nameLen, descLen, kind := int(uint32At(notes)), int(uint32At(notes[4:])), uint32At(notes[8:])
		if nameLen > maxNotes || descLen > maxNotes {
			return ""
		}
		desc := pad(12 + nameLen)
		if desc+descLen > len(notes) {
			return ""
		}
		if kind == buildIDType && bytes.Equal(notes[12:12+nameLen], []byte("GNU\x00")) {
			return hex.EncodeToString(notes[desc : desc+descLen])
		}
		notes = notes[min(len(notes), pad(desc+descLen)):]
	}
	return ""
}

// An architecture is what a file must be to be loaded by this program, and what its files are called.
type architecture struct {
	class   elf.Class
	order   elf.Data
	machine elf.Machine
	loader  string // file name of the C library's loader
	triplet string // Debian's name of the folder for its libraries
}

var architectures = map[string]architecture{
	"amd64":   {elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_X86_64, "ld-linux-x86-64.so.2", "x86_64-linux-gnu"},
	"386":     {elf.ELFCLASS32, elf.ELFDATA2LSB, elf.EM_386, "ld-linux.so.2", "i386-linux-gnu"},
	"arm64":   {elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_AARCH64, "ld-linux-aarch64.so.1", "aarch64-linux-gnu"},
	"arm":     {elf.ELFCLASS32, elf.ELFDATA2LSB, elf.EM_ARM, "ld-linux-armhf.so.3", "arm-linux-gnueabihf"},
	"riscv64": {elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_RISCV, "ld-linux-riscv64-lp64d.so.1", "riscv64-linux-gnu"},
	"ppc64le": {elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_PPC64, "ld64.so.2", "powerpc64le-linux-gnu"},
	"s390x":   {elf.ELFCLASS64, elf.ELFDATA2MSB, elf.EM_S390, "ld64.so.1", "s390x-linux-gnu"},
	"loong64": {elf.ELFCLASS64, elf.ELFDATA2LSB, elf.EM_LOONGARCH, "ld-linux-loongarch-lp64d.so.1", "loongarch64-linux-gnu"},
}

// native is the architecture that this program was built for.
var native = architectures[runtime.GOARCH]

// errForeign is a library of another architecture.
type errForeign struct{ is, want string }

func (e *errForeign) Error() string {
	return fmt.Sprintf("%s library, this machine is %s", article(e.is), e.want)
}

func article(name string) string {
	switch name[0] {
	case 'A', 'E', 'S', 'x':
		return "an " + name
	}
	return "a " + name
}

// Native is nil where a program of this machine's architecture can load f, else an error that names both: "an AArch64
// library, this machine is x86-64".
func (f *File) Native() error {
	if f.class == native.class && f.order == native.order && f.machine == native.machine {
		return nil
	}
	return &errForeign{machineName(f.machine, f.class, f.order), machineName(native.machine, native.class, native.order)}
}

var machineNames = map[elf.Machine]string{
	elf.EM_X86_64:    "x86-64",
	elf.EM_386:       "32-bit x86",
	elf.EM_AARCH64:   "AArch64",
	elf.EM_ARM:       "32-bit ARM",
	elf.EM_RISCV:     "RISC-V",
	elf.EM_PPC:       "32-bit PowerPC",
	elf.EM_PPC64:     "POWER",
	elf.EM_S390:      "S/390",
	elf.EM_MIPS:      "MIPS",
	elf.EM_LOONGARCH: "LoongArch",
}

// machineName is a machine in words. Class and byte order are named where a machine has several.
func machineName(m elf.Machine, c elf.Class, d elf.Data) string {
	name, ok := machineNames[m]
	if !ok {
		return m.String()
	}
	switch m {
	case elf.EM_X86_64:
		if c == elf.ELFCLASS32 {
			return "x32"
		}
	case elf.EM_AARCH64, elf.EM_PPC64:
		if d == elf.ELFDATA2MSB {
			return "big-endian " + name
		}
	case elf.EM_RISCV, elf.EM_MIPS:
		if c == elf.ELFCLASS32 {
			return "32-bit " + name
		}
	}
	return name
}
