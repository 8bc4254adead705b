package layout

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// readFunctions finds where each function begins and ends: by symbols, by the FDEs of .eh_frame, which stripped files have too, by the entries
// of the PLT, and what lies between these in code that is none of them.
func (f *File) readFunctions(e *elf.File, symbols []elf.Symbol) error {
	found := map[uint64]*function{}
	at := func(begin, end uint64) *function {
		in := f.sectionAt(begin)
		if in == nil || !in.isCode() || in.isStubs() || in.data == nil {
			return nil
		}
		fn := found[begin]
		if fn == nil {
			fn = &function{span: span{begin, begin}}
			found[begin] = fn
		}
		fn.end = max(fn.end, min(end, in.span.end))
		return fn
	}
	for _, s := range symbols {
		kind := elf.ST_TYPE(s.Info)
		if (kind == elf.STT_FUNC || kind == elf.STT_GNU_IFUNC) && s.Section != elf.SHN_UNDEF && s.Name != "" {
			fn := at(s.Value, s.Value+s.Size)
			if fn == nil {
				continue
			}
			for _, name := range []string{s.Name, s.Name + "@" + s.Version} { // a library may have a name in several versions
				if !slices.Contains(fn.names, name) && !strings.HasSuffix(name, "@") {
					fn.names = append(fn.names, name) // those that others can call come first: .dynsym was read first
				}
			}
		}
	}
	if s := e.Section(".eh_frame"); s != nil {
		data, err := s.Data()
		if err != nil {
			return fmt.Errorf("section .eh_frame: %w", err)
		}
		spans, err := frames(data, s.Addr)
		if err != nil {
			return err
		}
		for _, s := range spans {
			at(s.begin, s.end)
		}
	}
	for _, fn := range found {
		f.functions = append(f.functions, fn)
	}
	f.sortFunctions()
	f.cut()
	f.addGaps()
	f.addStubs()
	f.sortFunctions()
	return nil
}

func (f *File) sortFunctions() {
	slices.SortFunc(f.functions, func(a, b *function) int { return cmp.Compare(a.begin, b.begin) })
}

// cut ends each function where the next one begins: entries into the middle of others are functions of their own. Those that do not
// say how long they are reach that far, without padding.
func (f *File) cut() {
	for i, fn := range f.functions {
		end := f.sectionAt(fn.begin).span.end
		if i+1 < len(f.functions) {
			end = min(end, f.functions[i+1].begin)
		}
		if fn.end == fn.begin {
			fn.end = fn.begin + uint64(len(trimmed(f.bytes(span{fn.begin, end}))))
		}
		fn.end = min(fn.end, end)
	}
}

// addGaps makes functions of the code between the others.
func (f *File) addGaps() {
	known := f.functions
	for _, s := range f.sections {
		if !s.isCode() || s.isStubs() || s.data == nil {
			continue
		}
		begin := s.span.begin
		i := sort.Search(len(known), func(i int) bool { return known[i].begin >= begin })
		for ; begin < s.span.end; i++ {
			end, next := s.span.end, s.span.end
			if i < len(known) && known[i].begin < s.span.end {
				end, next = known[i].begin, known[i].end
			}
			code := f.bytes(span{begin, end})
			skip := padding(code)
			if n := len(trimmed(code[skip:])); n > 0 {
				gap := span{begin + uint64(skip), begin + uint64(skip+n)}
				f.functions = append(f.functions, &function{span: gap, gap: true})
			}
			begin = next
		}
	}
}

// padding is how many bytes at the beginning of code do nothing.
func padding(code []byte) (n int) {
	for n < len(code) {
		i, ok := decode(code[n:])
		if !ok || !i.isPadding(code[n:]) {
			break
		}
		n += i.length
	}
	return n
}

// trimmed is code without the instructions at its end that do nothing. What cannot be read ends where its last byte but zeros does.
func trimmed(code []byte) []byte {
	end := 0
	for n := 0; n < len(code); {
		i, ok := decode(code[n:])
		if !ok {
			end = len(code)
			for end > n && code[end-1] == 0 {
				end--
			}
			break
		}
		if !i.isPadding(code[n:]) {
			end = n + i.length
		}
		n += i.length
	}
	return code[:end]
}

// addStubs makes functions of the entries of the PLT, up to the jump in each: what follows that is only run where functions are looked up
// when they are first called, which cpb has the loader not do.
func (f *File) addStubs() {
	for _, s := range f.sections {
		if !s.isStubs() {
			continue
		}
		begin, code := s.span.begin, s.data
		resolver := false // the first entry pushes what the loader knows the file by, and jumps to where it looks a function up
		for at := s.span.begin; len(code) > 0; {
			i, ok := decode(code)
			if !ok {
				break
			}
			after := at + uint64(i.length)
			switch {
			case i.isJumpThrough(code) && resolver:
				begin, resolver = after, false
			case i.isJumpThrough(code):
				stub := &function{span: span{begin, after}}
				if r := f.slots[i.target(at, code)]; r.symbol != "" {
					stub.names = []string{r.symbol + "@plt"}
				}
				f.functions = append(f.functions, stub)
				begin = after
			case i.isPadding(code), i.isPushOrJump(code):
				begin = after
				resolver = code[0] == 0xff
			}
			code, at = code[i.length:], after
		}
	}
}

// isJumpThrough tells jmp *slot(%rip), with any prefix.
func (i instruction) isJumpThrough(code []byte) bool {
	return i.field >= 2 && code[i.field-2] == 0xff && code[i.field-1] == 0x25
}

// isPushOrJump tells what stands behind the jump of an entry: push of a number, or of a slot, and a jump.
func (i instruction) isPushOrJump(code []byte) bool {
	return code[0] == 0x68 || code[0] == 0xe9 || code[0] == 0xf2 && code[1] == 0xe9 || code[0] == 0xff && code[1] == 0x35
}

// functionAt is the function that holds an address; nil where none does.
func (f *File) functionAt(at uint64) *function {
	i := sort.Search(len(f.functions), func(i int) bool { return f.functions[i].begin > at })
	if i == 0 || at >= f.functions[i-1].end {
		return nil
	}
	return f.functions[i-1]
}
