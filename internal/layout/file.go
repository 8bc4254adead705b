package layout

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"sort"
	"strings"
)

// A File is the functions of an ELF file and what they refer to.
type File struct {
	sections  []section           // with contents in memory, by address
	functions []*function         // by address; none overlap
	slots     map[uint64]relation // what the loader puts at an address
	objects   []object            // variables and tables that have a name, by address
	referred  []uint64            // every address that code or a relocation refers to, ascending
}

// A section is what lies in memory under one name.
type section struct {
	name  string
	span  span
	flags elf.SectionFlag
	data  []byte // nil where it begins as zeros
}

// A function is a piece of code under one name, or none.
type function struct {
	names []string // as others call it first
	span
	gap  bool   // neither a symbol nor an FDE says so: what lies between its neighbours
	like uint64 // a hash of its instructions without the distances in them
}

// An object is a variable or table.
type object struct {
	name string
	span
}

// A relation is what the loader puts into a slot: the address of a symbol, by name, or one in the file.
type relation struct {
	kind   elf.R_X86_64
	symbol string
	target uint64
}

// Open reads the ELF file at path. The error is errors.ErrUnsupported where it is for another machine than x86-64.
func Open(path string) (*File, error) {
	e, err := elf.Open(path)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	f, err := read(e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return f, nil
}

func read(e *elf.File) (*File, error) {
	if e.Machine != elf.EM_X86_64 || e.Class != elf.ELFCLASS64 {
		return nil, fmt.Errorf("code of %s is not read: %w", e.Machine, errors.ErrUnsupported)
	}
	f := &File{slots: map[uint64]relation{}}
	if err := f.readSections(e); err != nil {
		return nil, err
	}
	dynamic, err := e.DynamicSymbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, err
	}
	own, err := e.Symbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, err
	}
	if err := f.readSlots(e, dynamic); err != nil {
		return nil, err
	}
	symbols := slices.Concat(dynamic, own)
	f.readObjects(symbols)
	if err := f.readFunctions(e, symbols); err != nil {
		return nil, err
	}
	f.readReferences()
	return f, nil
}

func (f *File) readSections(e *elf.File) error {
	for _, s := range e.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Flags&elf.SHF_TLS != 0 || s.Size == 0 || s.Addr+s.Size < s.Addr {
			continue
		}
		kept := section{name: s.Name, span: span{s.Addr, s.Addr + s.Size}, flags: s.Flags}
		if s.Type != elf.SHT_NOBITS {
			data, err := s.Data()
			if err != nil {
				return fmt.Errorf("section %s: %w", s.Name, err)
			}
			kept.data = data
		}
		f.sections = append(f.sections, kept)
	}
	if len(f.sections) == 0 {
		return errors.New("it has no section headers")
	}
	slices.SortFunc(f.sections, func(a, b section) int { return cmp.Compare(a.span.begin, b.span.begin) })
	return nil
}

// sectionAt is the section that holds an address; nil where none does.
func (f *File) sectionAt(at uint64) *section {
	i := sort.Search(len(f.sections), func(i int) bool { return f.sections[i].span.begin > at })
	if i == 0 || at >= f.sections[i-1].span.end {
		return nil
	}
	return &f.sections[i-1]
}

// bytes is what lies from begin up to end in one section; nil where that is not so, or it begins as zeros.
func (f *File) bytes(s span) []byte {
	in := f.sectionAt(s.begin)
	if in == nil || s.end < s.begin || s.end > in.span.end || s.end-in.span.begin > uint64(len(in.data)) {
		return nil
	}
	return in.data[s.begin-in.span.begin : s.end-in.span.begin]
}

func (s *section) isCode() bool  { return s.flags&elf.SHF_EXECINSTR != 0 }
func (s *section) isConst() bool { return s.flags&(elf.SHF_WRITE|elf.SHF_EXECINSTR) == 0 }

// isStubs tells the sections of jumps to functions of other files.
func (s *section) isStubs() bool { return s.isCode() && strings.HasPrefix(s.name, ".plt") }

// isSlots tells the sections of addresses that the loader fills in.
func (s *section) isSlots() bool { return strings.HasPrefix(s.name, ".got") }

// readSlots reads what the loader fills in.
func (f *File) readSlots(e *elf.File, symbols []elf.Symbol) error {
	const entry = 24
	for _, s := range e.Sections {
		if s.Type == shtRelr {
			data, err := s.Data()
			if err != nil {
				return fmt.Errorf("section %s: %w", s.Name, err)
			}
			f.readPacked(data)
		}
		if s.Type != elf.SHT_RELA || s.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return fmt.Errorf("section %s: %w", s.Name, err)
		}
		for ; len(data) >= entry; data = data[entry:] {
			info := binary.LittleEndian.Uint64(data[8:])
			r := relation{kind: elf.R_X86_64(elf.R_TYPE64(info)), target: binary.LittleEndian.Uint64(data[16:])}
			if n := elf.R_SYM64(info); n > 0 && int64(n) <= int64(len(symbols)) {
				r.symbol = symbols[n-1].Name
			}
			f.slots[binary.LittleEndian.Uint64(data)] = r
		}
	}
	return nil
}

// shtRelr is SHT_RELR, of the generic ABI.
const shtRelr = 19

// readPacked reads slots that hold an address of the file itself, to which its base is added. An even entry is the address of one, an odd one
// has a bit for each of the 63 slots that follow (generic ABI, Relative Relocation Table).
func (f *File) readPacked(entries []byte) {
	add := func(at uint64) {
		if p := f.bytes(span{at, at + 8}); p != nil {
			f.slots[at] = relation{kind: elf.R_X86_64_RELATIVE, target: binary.LittleEndian.Uint64(p)}
		}
	}
	next := uint64(0)
	for ; len(entries) >= 8; entries = entries[8:] {
		entry := binary.LittleEndian.Uint64(entries)
		if entry&1 == 0 {
			add(entry)
			next = entry + 8
			continue
		}
		for i := range uint64(63) {
			if entry>>(i+1)&1 != 0 {
				add(next + 8*i)
			}
		}
		next += 63 * 8
	}
}

func (f *File) readObjects(symbols []elf.Symbol) {
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && s.Section != elf.SHN_UNDEF && s.Size > 0 {
			f.objects = append(f.objects, object{s.Name, span{s.Value, s.Value + s.Size}})
		}
	}
	slices.SortFunc(f.objects, func(a, b object) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(a.name, b.name))
	})
}

// objectAt is the variable or table with a name that holds an address; nil where there is none.
func (f *File) objectAt(at uint64) *object {
	i := sort.Search(len(f.objects), func(i int) bool { return f.objects[i].begin > at })
	if i == 0 || at >= f.objects[i-1].end {
		return nil
	}
	begin := f.objects[i-1].begin
	for i > 1 && f.objects[i-2].begin == begin { // the first of several names
		i--
	}
	return &f.objects[i-1]
}

// limit is where what begins at an address ends at the latest: at the next variable or table with a name; among functions, at the next of them; or
// with the section.
func (f *File) limit(at uint64) uint64 {
	end := at
	if in := f.sectionAt(at); in != nil {
		end = in.span.end
		if in.isCode() {
			if i := sort.Search(len(f.functions), func(i int) bool { return f.functions[i].begin > at }); i < len(f.functions) {
				end = min(end, f.functions[i].begin)
			}
		}
	}
	if i := sort.Search(len(f.objects), func(i int) bool { return f.objects[i].begin > at }); i < len(f.objects) {
		end = min(end, f.objects[i].begin)
	}
	return end
}

// readReferences hashes each function and notes where the table, string or variable at an address ends: at the next one that something
// refers to.
func (f *File) readReferences() {
	hash := maphash.Hash{}
	hash.SetSeed(seed)
	for _, fn := range f.functions {
		hash.Reset()
		code := f.bytes(fn.span)
		for at := fn.begin; len(code) > 0; {
			i, ok := decode(code)
			if !ok {
				hash.Write(code)
				break
			}
			if i.field > 0 {
				f.referred = append(f.referred, i.target(at, code))
				hash.Write(code[:i.field])
				hash.Write(code[i.field+4 : i.length])
			} else {
				hash.Write(code[:i.length])
			}
			code, at = code[i.length:], at+uint64(i.length)
		}
		fn.like = hash.Sum64()
	}
	for _, r := range f.slots {
		if r.symbol == "" {
			f.referred = append(f.referred, r.target)
		}
	}
	for _, o := range f.objects {
		f.referred = append(f.referred, o.begin, o.end)
	}
	slices.Sort(f.referred)
	f.referred = slices.Compact(f.referred)
}

// seed is the same for all files: their hashes are compared.
var seed = maphash.MakeSeed()

// extent is what lies from an address up to the next that something refers to, in the same section.
func (f *File) extent(at uint64) span {
	s := span{begin: at, end: at}
	if in := f.sectionAt(at); in != nil {
		s.end = in.span.end
	}
	if i := sort.Search(len(f.referred), func(i int) bool { return f.referred[i] > at }); i < len(f.referred) {
		s.end = min(s.end, f.referred[i])
	}
	return s
}
