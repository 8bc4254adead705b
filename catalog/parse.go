package catalog

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxAnswerBytes bounds what a repeated value may grow to.
const maxAnswerBytes = 16 << 20

// parseAnswers reads the answers for p in text, whose form is told beside answers. Errors name the file and the line.
func parseAnswers(p Primitive, file, text string) (all []KnownAnswer, err error) {
	line := 0
	for raw := range strings.Lines(text) {
		line++
		raw = strings.TrimSpace(raw)
		if raw == "" || raw[0] == '#' {
			continue
		}
		a, err := parseAnswer(p, raw)
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

func parseAnswer(p Primitive, line string) (KnownAnswer, error) {
	word, rest, _ := strings.Cut(line, " ")
	op := Operation(word)
	if !slices.Contains(p.Operations, op) {
		return KnownAnswer{}, fmt.Errorf("%s has no operation %q", p.Slug, op)
	}
	fields, err := parseFields(rest, p.fieldsOf(op))
	if err != nil {
		return KnownAnswer{}, err
	}
	return KnownAnswer{
		Operation: op,
		Key:       fields["key"],
		IV:        fields["iv"],
		In:        fields["in"],
		Out:       fields["out"],
		Sig:       fields["sig"],
		Source:    string(fields["source"]),
	}, nil
}

// parseFields reads the fields in rest, which are those named, each once.
func parseFields(rest string, names []string) (map[string][]byte, error) {
	fields := map[string][]byte{}
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		name, after, ok := strings.Cut(rest, "=")
		if !ok {
			return nil, fmt.Errorf("%q is not NAME=VALUE", rest)
		}
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("no field %q belongs here", name)
		}
		if _, twice := fields[name]; twice {
			return nil, fmt.Errorf("field %q is given twice", name)
		}
		value, after, err := parseValue(after)
		if err != nil {
			return nil, fmt.Errorf("field %q: %w", name, err)
		}
		fields[name], rest = value, after
	}
	for _, name := range names {
		if _, ok := fields[name]; !ok {
			return nil, fmt.Errorf("no field %q", name)
		}
	}
	if len(fields["source"]) == 0 {
		return nil, errors.New("the source is empty")
	}
	return fields, nil
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
