package layout

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// A span is where the code of one function lies: from begin up to end.
type span struct{ begin, end uint64 }

// frames reads the bounds of functions from an .eh_frame section at an address, which a library has for its functions even when it is
// stripped, and for those of assembly too where their authors wrote CFI. Linux Standard Base 5.0, Core Specification, 10.6.
func frames(section []byte, at uint64) (spans []span, err error) {
	encodings := map[int]byte{} // of a CIE by its offset: how the pointers in its FDEs are encoded
	for offset := 0; offset < len(section); {
		r := reader{data: section, at: offset}
		length := r.fixed(4)
		if length == 0xffffffff {
			length = r.fixed(8)
		}
		if length == 0 {
			return spans, r.err // the terminator
		}
		if r.err == nil && length > uint64(len(section)-r.at) {
			return nil, fmt.Errorf(".eh_frame: an entry at %#x is longer than the section", offset)
		}
		body := r.at
		end := body + int(length)
		r.data = section[:min(end, len(section))]
		id := r.fixed(4)
		if id == 0 {
			encodings[offset], err = r.common()
		} else {
			encoding, ok := encodings[body-int(id)]
			if !ok {
				return nil, fmt.Errorf(".eh_frame: the entry at %#x belongs to none", offset)
			}
			var s span
			s, err = r.function(encoding, at)
			if s.begin < s.end {
				spans = append(spans, s)
			}
		}
		if err == nil {
			err = r.err
		}
		if err != nil {
			return nil, fmt.Errorf(".eh_frame: at %#x: %w", offset, err)
		}
		offset = end
	}
	return spans, nil
}

// How a pointer is encoded (DW_EH_PE): its form in the lower half, what it is relative to in the upper one.
const (
	formMask   = 0x0f
	relative   = 0x70
	absolute   = 0x00
	relativePC = 0x10
)

// common reads a CIE behind its id and returns how its FDEs encode pointers.
func (r *reader) common() (encoding byte, err error) {
	version := r.fixed(1)
	augmentation := r.text()
	if version == 4 {
		r.fixed(2) // sizes of an address and of a segment selector
	}
	r.leb128() // code alignment
	r.leb128() // data alignment
	if version == 1 {
		r.fixed(1) // return address register
	} else {
		r.leb128()
	}
	if augmentation == "" {
		return absolute, nil
	}
	if augmentation[0] != 'z' {
		return 0, fmt.Errorf("unknown augmentation %q", augmentation)
	}
	r.leb128() // length of what follows
	for _, letter := range augmentation[1:] {
		switch letter {
		case 'R':
			encoding = byte(r.fixed(1))
		case 'P':
			r.pointer(byte(r.fixed(1)) & formMask)
		case 'L':
			r.fixed(1)
		case 'S', 'B':
		default:
			return 0, fmt.Errorf("unknown augmentation %q", augmentation)
		}
	}
	return encoding, nil
}

// function reads an FDE behind its id.
func (r *reader) function(encoding byte, section uint64) (span, error) {
	if rel := encoding & relative; rel != absolute && rel != relativePC || encoding&0x80 != 0 {
		return span{}, fmt.Errorf("unknown pointer encoding %#x", encoding)
	}
	place := section + uint64(r.at)
	begin := r.pointer(encoding & formMask)
	if encoding&relative == relativePC {
		begin += place
	}
	return span{begin, begin + r.pointer(encoding&formMask&7)}, nil // a length has no sign
}

// A reader reads little-endian numbers. After the first that is not there it reads zeros.
type reader struct {
	data []byte
	at   int
	err  error
}

var errShort = errors.New("the section ends within an entry")

// fixed is a number of 1, 2, 4 or 8 bytes.
func (r *reader) fixed(n int) uint64 {
	if r.err != nil || n > len(r.data)-r.at {
		r.err = errShort
		return 0
	}
	var whole [8]byte
	copy(whole[:], r.data[r.at:r.at+n])
	r.at += n
	return binary.LittleEndian.Uint64(whole[:])
}

// pointer is a number in one of the forms that pointers have.
func (r *reader) pointer(form byte) uint64 {
	switch form {
	case 0x00, 0x04, 0x0c: // an address; of 8 bytes
		return r.fixed(8)
	case 0x02:
		return r.fixed(2)
	case 0x03:
		return r.fixed(4)
	case 0x0a:
		return uint64(int64(int16(r.fixed(2))))
	case 0x0b:
		return uint64(int64(int32(r.fixed(4))))
	}
	if r.err == nil {
		r.err = fmt.Errorf("unknown form of a pointer %#x", form)
	}
	return 0
}

// leb128 passes over a number of variable length.
func (r *reader) leb128() {
	for r.fixed(1)&0x80 != 0 {
	}
}

// text is a string up to its NUL.
func (r *reader) text() string {
	begin := r.at
	for r.fixed(1) != 0 {
	}
	if r.err != nil {
		return ""
	}
	return string(r.data[begin : r.at-1])
}
