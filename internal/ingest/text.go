package ingest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// longestLine is the most bytes of a line that is read: whole documents stand in one line.
const longestLine = 64 << 20

// A text is a file as clean lines.
type text struct {
	name    string
	r       *bufio.Reader
	line    Line
	tooLong bool // whether the line was, and has no text
	err     error
	long    []byte
	chunk   chunk
}

// sniffed is how much of a file is looked at before it is read.
const sniffed = 4096

// newText looks at the beginning of r: at its encoding, and whether it is text at all.
func newText(r io.Reader, name string) (*text, error) {
	b := bufio.NewReaderSize(r, 1<<18)
	head, err := b.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) && len(head) == 0 {
		return nil, err // else it comes again, behind what there is
	}
	if by := decompressor(head); by != "" {
		return nil, &Unreadable{File: name, Reason: "is compressed", Do: by + " FILE | cpb read -"}
	}
	switch {
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		utf16 := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
		return &text{name: name, r: bufio.NewReaderSize(transform.NewReader(b, utf16.NewDecoder()), 1<<18)}, nil
	case alternatingNULs(head, 1):
		return decoded(b, name, unicode.LittleEndian), nil
	case alternatingNULs(head, 0):
		return decoded(b, name, unicode.BigEndian), nil
	case isBinary(head):
		return nil, &Unreadable{File: name, Line: 1 + bytes.Count(head[:bytes.IndexByte(head, 0)], []byte("\n")), Reason: "is no text: it has NUL bytes"}
	}
	if bytes.HasPrefix(head, []byte("\xef\xbb\xbf")) {
		b.Discard(3)
	}
	return &text{name: name, r: b}, nil
}

// decompressor is the program that prints a compressed file as text; "" for one that is not compressed.
func decompressor(head []byte) string {
	for _, c := range [...]struct{ magic, program string }{
		{"\x1f\x8b", "zcat"}, {"BZh9", "bzcat"}, {"\xfd7zXZ\x00", "xzcat"}, {"\x28\xb5\x2f\xfd", "zstdcat"}, {"PK\x03\x04", "unzip -p"},
	} {
		if bytes.HasPrefix(head, []byte(c.magic)) {
			return c.program
		}
	}
	return ""
}

func decoded(b *bufio.Reader, name string, order unicode.Endianness) *text {
	utf16 := unicode.UTF16(order, unicode.IgnoreBOM)
	return &text{name: name, r: bufio.NewReaderSize(transform.NewReader(b, utf16.NewDecoder()), 1<<18)}
}

// isBinary reports whether one byte in twenty or more is NUL. A program that prints one by mistake still prints text.
func isBinary(head []byte) bool {
	nuls := bytes.Count(head, []byte{0})
	return nuls > 0 && nuls*20 >= len(head)
}

// alternatingNULs reports whether most bytes at odd (1) or even (0) places are NUL and none of the others is: UTF-16 of mostly
// ASCII without a byte order mark.
func alternatingNULs(head []byte, at int) bool {
	var nuls, letters int
	for i, c := range head {
		switch {
		case i%2 == at && c == 0:
			nuls++
		case c == 0:
			return false
		case i%2 != at:
			letters++
		}
	}
	return nuls >= 4 && nuls*10 >= letters*9
}

// next goes to the next line; false after the last, and where reading failed: err says so.
func (t *text) next() bool {
	if t.err != nil {
		return false
	}
	t.tooLong = false
	raw, err := t.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		raw, err = t.readLong(raw)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		t.err = err
		return false
	}
	if len(raw) == 0 && err != nil {
		return false
	}
	t.line.Number++
	if t.tooLong {
		return true
	}
	t.line.Text = t.chunk.keep(cleaned(raw))
	return true
}

// readLong reads the rest of a line that does not fit the buffer.
func (t *text) readLong(begin []byte) ([]byte, error) {
	t.long = append(t.long[:0], begin...)
	for {
		more, err := t.r.ReadSlice('\n')
		if t.tooLong = t.tooLong || len(t.long)+len(more) > longestLine; !t.tooLong {
			t.long = append(t.long, more...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			long := t.long
			if cap(t.long) > 1<<20 {
				t.long = nil
			}
			return long, err
		}
	}
}

// A chunk makes strings of many short lines with few allocations.
type chunk struct{ b strings.Builder }

// keep is text as a string of its own. Strings of one chunk share memory: who keeps a small part of one for long clones it.
func (c *chunk) keep(text []byte) string {
	if c.b.Cap()-c.b.Len() < len(text) {
		c.b = strings.Builder{}
		c.b.Grow(max(1<<15, len(text)))
	}
	from := c.b.Len()
	c.b.Write(text)
	return c.b.String()[from:]
}

// cleaned is a line without its end, escape sequences and control characters other than tabs, with plain spaces for all that
// look like one, in UTF-8. It may change raw.
func cleaned(raw []byte) []byte {
	end := len(raw)
	for end > 0 && (raw[end-1] == '\n' || raw[end-1] == '\r' || raw[end-1] == ' ' || raw[end-1] == '\t') {
		end--
	}
	raw = raw[:end]
	if isPlain(raw) {
		return raw
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == 0x1b:
			i += escape(raw[i:])
			continue
		case c == '\r': // what stood before it on a terminal is overwritten
			out = out[:0]
		case c == '\b':
			if len(out) > 0 {
				_, size := utf8.DecodeLastRune(out)
				out = out[:len(out)-size]
			}
		case c == '\t' || ' ' <= c && c < 0x7f:
			out = append(out, c)
		case c < 0x80: // other control characters
		case c == 0xa0: // a space that does not break, in Latin-1: no beginning of a UTF-8 sequence
			out = append(out, ' ')
		default:
			r, size := utf8.DecodeRune(raw[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				out = utf8.AppendRune(out, rune(c)) // Latin-1
			case r == 0xa0 || r == 0x202f || r == 0x3000 || 0x2000 <= r && r <= 0x200a:
				out = append(out, ' ')
			case r == 0xfeff || 0x200b <= r && r <= 0x200f || r == 0x2060: // of no width
			default:
				out = append(out, raw[i:i+size]...)
			}
			i += size
			continue
		}
		i++
	}
	return bytes.TrimRight(out, " \t")
}

// isPlain reports whether a line is printable ASCII and tabs.
func isPlain(line []byte) bool {
	// Eight bytes at once: none has its highest bit set, is below a space, or is DEL. A tab stops this, and is looked at below.
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for len(line) >= 8 {
		w := binary.LittleEndian.Uint64(line)
		if (w|(w-ones*' ')|(w+ones))&highs != 0 {
			break
		}
		line = line[8:]
	}
	for _, c := range line {
		if c < ' ' && c != '\t' || c >= 0x7f {
			return false
		}
	}
	return true
}

// escape is the length of the escape sequence that s begins with (ECMA-48, sections 5.3 to 5.6).
func escape(s []byte) int {
	if len(s) < 2 {
		return len(s)
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if 0x40 <= s[i] && s[i] <= 0x7e {
				return i + 1
			}
		}
		return len(s)
	case ']', 'P', '^', '_', 'X': // strings, up to BEL or ESC \
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == 0x1b {
				return min(i+2, len(s))
			}
		}
		return len(s)
	}
	return 2
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }
