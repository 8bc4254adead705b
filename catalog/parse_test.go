package catalog

import (
	"fmt"
	"strings"
	"testing"
)

// Primitives of few bytes, as short as a line of answers can be.
var (
	tiny    = Primitive{Slug: "tiny", Operations: []Operation{Hash}, OutBytes: 1}
	tinyECB = Primitive{Slug: "tiny-ecb", Operations: []Operation{Encrypt}, KeyBytes: 4, Model: Model{Kind: Blocks, BlockBytes: 2, Whole: true}}
	tinyCBC = Primitive{Slug: "tiny-cbc", Operations: []Operation{Encrypt}, KeyBytes: 4, IVBytes: 2, Model: tinyECB.Model}
	tinyDSA = Primitive{Slug: "tiny-dsa", Operations: []Operation{Sign, Verify}, Bits: 32, InBytes: 2, OutBytes: 3, Model: Model{Kind: None}}
	tinyRSA = Primitive{Slug: "tiny-rsa", Operations: []Operation{Sign, Verify}, Bits: 24, InBytes: 2, OutBytes: 3, Model: Model{Kind: None}}
	tinies  = []Primitive{tiny, tinyECB, tinyCBC, tinyDSA, tinyRSA}
)

func TestParseAnswers(t *testing.T) {
	tests := []struct {
		p    Primitive
		text string
		want KnownAnswer
	}{
		{tiny, "# a comment\n\n" + `hash in="" out=00 source="S, section 1"` + "\r\n", KnownAnswer{
			Operation: Hash, In: []byte{}, Out: []byte{0}, Source: "S, section 1",
		}},
		{tinyCBC, `  encrypt  key=0A0b*2 iv="\x01=" in="ab\"c"  source="S" out=ff00*2`, KnownAnswer{
			Operation: Encrypt, Key: []byte{10, 11, 10, 11}, IV: []byte{1, '='}, In: []byte(`ab"c`), Out: []byte{255, 0, 255, 0}, Source: "S",
		}},
		{tinyECB, `encrypt key=00*4 in=0102 out=0304 source="S"`, KnownAnswer{
			Operation: Encrypt, Key: make([]byte, 4), In: []byte{1, 2}, Out: []byte{3, 4}, Source: "S",
		}},
		{tinyRSA, `sign key=3000 in=0102 out=030405 source="S"`, KnownAnswer{
			Operation: Sign, Key: []byte{0x30, 0}, In: []byte{1, 2}, Out: []byte{3, 4, 5}, Source: "S",
		}},
		{tinyDSA, `verify key=3000 in=0102 sig=3000 source="S"`, KnownAnswer{
			Operation: Verify, Key: []byte{0x30, 0}, In: []byte{1, 2}, Sig: []byte{0x30, 0}, Source: "S",
		}},
	}
	for _, test := range tests {
		got, err := parseAnswers(test.p, "f", test.text)
		if err != nil || len(got) != 1 {
			t.Errorf("%s\n\t%d answers, %v", test.text, len(got), err)
			continue
		}
		// Printed, since that tells nil from empty.
		if got, want := fmt.Sprintf("%#v", got[0]), fmt.Sprintf("%#v", test.want); got != want {
			t.Errorf("%s\n\t%s, want\n\t%s", test.text, got, want)
		}
	}
}

func TestParseAnswersErrors(t *testing.T) {
	const (
		hash    = `hash in=00 out=00 source="s"`
		encrypt = `encrypt key=00*4 in=0000 out=0000 source="s"`
	)
	tests := []struct {
		p          Primitive
		line, want string
	}{
		{tiny, `hash`, `no field "in"`},
		{tiny, `hash in=00 source="s"`, `no field "out"`},
		{tiny, `hash in=00 out=00`, `no field "source"`},
		{tiny, `hash in=00 out=00 source=""`, `the source is empty`},
		{tiny, `mac in=00 out=00 source="s"`, `tiny has no operation "mac"`},
		{tiny, encrypt, `tiny has no operation "encrypt"`},
		{tiny, `in=00 out=00 source="s"`, `tiny has no operation "in=00"`},
		{tiny, hash + ` in=00`, `field "in" is given twice`},
		{tiny, hash + ` tag=00`, `no field "tag" belongs here`},
		{tiny, hash + ` key=00`, `no field "key" belongs here`},
		{tiny, hash + ` sig=00`, `no field "sig" belongs here`},
		{tiny, hash + ` in`, `"in" is not NAME=VALUE`},
		{tiny, `hash in=`, `field "in": no value`},
		{tiny, `hash in=0`, `field "in": encoding/hex: odd length`},
		{tiny, `hash in=zz`, `field "in": encoding/hex: invalid byte`},
		{tiny, `hash in="zz`, `field "in": "\"zz" is not a string`},
		{tiny, `hash in="z"z`, `field "in": "z" follows the value`},
		{tiny, `hash in="z"*`, `field "in": "" is not a count`},
		{tiny, `hash in="z"*-1`, `field "in": "-1" is not a count`},
		{tiny, `hash in="z"*2*2`, `field "in": "2*2" is not a count`},
		{tiny, `hash in="z"*99999999999`, `is not a count`},
		{tiny, `hash in="zz"*4294967295`, `field "in": longer than 16777216 bytes`},
		{tiny, `hash in=00 out=0000 source="s"`, `out has 2 bytes, not 1`},

		{tinyECB, encrypt + ` iv=0000`, `no field "iv" belongs here`},
		{tinyCBC, encrypt, `no field "iv"`},
		{tinyCBC, encrypt + ` iv=00`, `iv has 1 bytes, not 2`},
		{tinyECB, `encrypt key=00 in=0000 out=0000 source="s"`, `key has 1 bytes, not 4`},
		{tinyECB, `encrypt key=00*4 in=000000 out=000000 source="s"`, `in has 3 bytes, tiny-ecb takes blocks of 2`},
		{tinyECB, `encrypt key=00*4 in="" out="" source="s"`, `in has 0 bytes, tiny-ecb takes blocks of 2`},
		{tinyECB, `encrypt key=00*4 in=0000 out=00000000 source="s"`, `out has 4 bytes, not 2`},

		{tinyRSA, `sign key=00 in=0000 sig=000000 source="s"`, `no field "sig" belongs here`},
		{tinyRSA, `sign key=00 in=00 out=000000 source="s"`, `in has 1 bytes, not 2`},
		{tinyRSA, `sign key=00 in=0000 out=0000 source="s"`, `out has 2 bytes, not 3`},
		{tinyRSA, `verify key=00 in=0000 out=000000 source="s"`, `no field "out" belongs here`},
		{tinyRSA, `verify in=0000 sig=000000 source="s"`, `no field "key"`},
		{tinyRSA, `verify key=00 in=0000 sig=0000 source="s"`, `sig has 2 bytes, not 3`},
		{tinyDSA, `verify key=00 in=000000 sig=0000 source="s"`, `in has 3 bytes, not 2`},
		{tinyDSA, `verify key=00 in=0000 sig=00000000 source="s"`, `sig has 4 bytes, not at most 3`},
	}
	for _, test := range tests {
		_, err := parseAnswers(test.p, "answers/test.txt", "# a comment\n\n"+test.line+"\n")
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "answers/test.txt:3: ") {
			t.Errorf("%s\n\t%v, want answers/test.txt:3: %s", test.line, err, test.want)
		}
	}
}

func FuzzParseAnswers(f *testing.F) {
	f.Add(0, `hash in="abc"*2 out=00 source="s"`)
	f.Add(1, `encrypt key=00*4 in=0000 out="\xff\x00" source="s"`+"\n# a comment\n\nhash")
	f.Add(2, `encrypt key=00*4 iv="ab" in=0000*3 out=0001*3 source="s"`)
	f.Add(3, `verify key=3000 in=0102 sig=3000 source="s"`)
	f.Add(4, `sign key=3000 in=0102 out=030405 source="s"`+"\n"+`verify key=3000 in=0102 sig=030405 source="s"`)
	for i, p := range Primitives() {
		text, err := answers.ReadFile("answers/" + p.Slug + ".txt")
		if err != nil {
			f.Fatal(err)
		}
		if len(text) < 4<<10 { // long ones slow the fuzzer down, and have nothing that others have not
			f.Add(len(tinies)+i, string(text))
		}
	}
	all := append(tinies, Primitives()...)
	f.Fuzz(func(t *testing.T, which int, text string) {
		if which < 0 || which >= len(all) {
			return
		}
		p := all[which]
		got, err := parseAnswers(p, "f", text)
		if err != nil {
			if got != nil || !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("%d answers beside the error %q", len(got), err)
			}
			return
		}
		for _, a := range got {
			if err := possible(p, a); err != nil {
				t.Errorf("%s %s: %v", p.Slug, a.Operation, err)
			}
		}
	})
}

// possible is what every answer that was read keeps to, told without check.
func possible(p Primitive, a KnownAnswer) error {
	room := p.Output(a.Operation, len(a.In))
	switch {
	case a.Source == "" || a.In == nil || len(a.In) > maxAnswerBytes:
		return fmt.Errorf("source %q, %d bytes of input", a.Source, len(a.In))
	case (a.Out == nil) != (a.Operation == Verify) || (a.Sig == nil) != (a.Operation != Verify):
		return fmt.Errorf("output %x, signature %x", a.Out, a.Sig)
	case (a.Key == nil) != (a.Operation == Hash) || (a.IV == nil) != (p.IVBytes == 0):
		return fmt.Errorf("key %x, IV %x", a.Key, a.IV)
	case len(a.Out) > room || a.Operation != Sign && len(a.Out) != room:
		return fmt.Errorf("%d bytes of output, room for %d", len(a.Out), room)
	case p.InBytes > 0 && len(a.In) != p.InBytes || len(a.Sig) > p.OutBytes:
		return fmt.Errorf("digest %x, signature %x", a.In, a.Sig)
	}
	return nil
}
