package catalog

import (
	"embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A KnownAnswer is one example that a standard, or whoever else can be named, gives for a primitive.
type KnownAnswer struct {
	Operation Operation
	Key, IV   []byte // nil where the operation has none
	In, Out   []byte
	Sig       []byte // the signature that is verified
	Source    string // document and section
}

// answers holds one file per primitive, answers/SLUG.txt, with one known answer a line:
//
//	hash in="abc" out=ba7816bf8f01cfea source="FIPS 180-2, appendix B.1"
//	hash in="a"*1000000 out=cdc76e5c9914fb92 source="FIPS 180-2, appendix B.3"
//	encrypt key=2b7e1516 iv=00*16 in=6bc1bee2 out=3ad77bb4 source="SP 800-38A, section F.2.1"
//
// First comes the operation, then fields as NAME=VALUE in any order: in, out and source always, key and iv where the
// operation has them. A VALUE is hex digits or a Go string in double quotes, and may be repeated: VALUE*COUNT. Empty lines
// and lines that begin with # do not count.
//
//go:embed answers/*.txt
var answers embed.FS

// answerFields are the fields of a line; those in neededFields every line has.
var (
	answerFields = []string{"key", "iv", "in", "out", "source"}
	neededFields = []string{"in", "out", "source"}
)

// maxAnswerBytes bounds what a repeated value may grow to.
const maxAnswerBytes = 16 << 20

// KnownAnswers returns the known answers of the primitive with that slug. They are read anew in each call: a worker that
// needs none starts without them.
func KnownAnswers(slug string) ([]KnownAnswer, error) {
	p, ok := Lookup(slug)
	if !ok || p.Slug != slug {
		return nil, &Unknown{What: "primitive", Name: slug, Nearest: Nearest(slug, spelled())}
	}
	file := "answers/" + slug + ".txt"
	text, err := answers.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s has no known answers: %w", slug, err)
	}
	return parseAnswers(p, file, string(text))
}

// parseAnswers reads the answers for p in text. Errors name the file and the line.
func parseAnswers(p Primitive, file, text string) (all []KnownAnswer, err error) {
	line := 0
	for raw := range strings.Lines(text) {
		line++
		raw = strings.TrimSpace(raw)
		if raw == "" || raw[0] == '#' {
			continue
		}
		a, err := parseAnswer(raw)
		if err == nil {
			err = a.check(p)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, line, err)
		}
		all = append(all, a)
	}
	return all, nil
}

// check says whether a can be an answer of p.
func (a KnownAnswer) check(p Primitive) error {
	if !slices.Contains(p.Operations, a.Operation) {
		return fmt.Errorf("%s has no operation %q", p.Slug, a.Operation)
	}
	if p.OutBytes != 0 && len(a.Out) != p.OutBytes {
		return fmt.Errorf("out has %d bytes, %s gives %d", len(a.Out), p.Slug, p.OutBytes)
	}
	return nil
}

func parseAnswer(line string) (KnownAnswer, error) {
	op, rest, _ := strings.Cut(line, " ")
	fields := map[string][]byte{}
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		name, after, ok := strings.Cut(rest, "=")
		if !ok {
			return KnownAnswer{}, fmt.Errorf("%q is not NAME=VALUE", rest)
		}
		if !slices.Contains(answerFields, name) {
			return KnownAnswer{}, fmt.Errorf("unknown field %q", name)
		}
		if _, twice := fields[name]; twice {
			return KnownAnswer{}, fmt.Errorf("field %q is given twice", name)
		}
		value, after, err := parseValue(after)
		if err != nil {
			return KnownAnswer{}, fmt.Errorf("field %q: %w", name, err)
		}
		fields[name], rest = value, after
	}
	for _, name := range neededFields {
		if _, ok := fields[name]; !ok {
			return KnownAnswer{}, fmt.Errorf("no field %q", name)
		}
	}
	return KnownAnswer{
		Operation: Operation(op),
		Key:       fields["key"],
		IV:        fields["iv"],
		In:        fields["in"],
		Out:       fields["out"],
		Source:    string(fields["source"]),
	}, nil
}

// parseValue reads the value that s begins with, and returns what comes after it.
func parseValue(s string) (value []byte, after string, err error) {
	if strings.HasPrefix(s, `"`) {
		value, after, err = parseQuoted(s)
	} else {
		value, after, err = parseHex(s)
	}
	if err != nil {
		return nil, "", err
	}
	if repeat, ok := strings.CutPrefix(after, "*"); ok {
		digits, rest, _ := strings.Cut(repeat, " ")
		count, err := strconv.ParseUint(digits, 10, 32)
		if err != nil {
			return nil, "", fmt.Errorf("%q is not a count", digits)
		}
		if count*uint64(len(value)) > maxAnswerBytes {
			return nil, "", fmt.Errorf("longer than %d bytes", maxAnswerBytes)
		}
		return slices.Repeat(value, int(count)), rest, nil
	}
	if after != "" && after[0] != ' ' {
		return nil, "", fmt.Errorf("%q follows the value", after)
	}
	return value, after, nil
}

func parseQuoted(s string) (value []byte, after string, err error) {
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil {
		return nil, "", fmt.Errorf("%q is not a string", s)
	}
	text, err := strconv.Unquote(quoted)
	return []byte(text), s[len(quoted):], err
}

func parseHex(s string) (value []byte, after string, err error) {
	end := strings.IndexAny(s, " *")
	if end < 0 {
		end = len(s)
	}
	if end == 0 {
		return nil, "", fmt.Errorf("no value: an empty one is \"\"")
	}
	value, err = hex.DecodeString(s[:end])
	return value, s[end:], err
}
