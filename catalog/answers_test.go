package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cpb/internal/reference"
)

func knownAnswers(t *testing.T, slug string) []KnownAnswer {
	t.Helper()
	all, err := KnownAnswers(slug)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every operation has answers. Only DSA's signing has none: a signature of it draws a random number, and is verified instead.
func TestKnownAnswersCover(t *testing.T) {
	for _, p := range Primitives() {
		count := map[Operation]int{}
		for _, a := range knownAnswers(t, p.Slug) {
			count[a.Operation]++
		}
		for _, op := range p.Operations {
			want := op != Sign || !strings.HasPrefix(p.Slug, "dsa-")
			if has := count[op] > 0; has != want {
				t.Errorf("%s %s has %d known answers", p.Slug, op, count[op])
			}
		}
	}
}

// Enough of a hash: the empty message, one block, several blocks, and a million bytes where a standard has it.
func TestKnownAnswersOfHashes(t *testing.T) {
	for _, p := range ofOperation(Hash) {
		sizes := map[int]bool{}
		for _, a := range knownAnswers(t, p.Slug) {
			sizes[len(a.In)] = true
		}
		want := []int{0, 3}
		switch p.Slug {
		case "md4", "md5": // RFC 1320 and RFC 1321, appendix A.5
			want = append(want, 1, 14, 26, 62, 80)
		case "ripemd160":
			want = append(want, 1, 14, 26, 56, 62, 80, 1e6)
		case "sha512-256":
			want = append(want, 112, 1e6)
		default:
			want = append(want, 56, 112, 1e6)
		}
		for _, size := range want {
			if !sizes[size] {
				t.Errorf("%s has no known answer of %d bytes", p.Slug, size)
			}
		}
		if len(sizes) != len(want) {
			t.Errorf("%s has known answers of %d sizes, want %d", p.Slug, len(sizes), len(want))
		}
	}
}

// Enough of a cipher: one block and several, under more than one key, in CBC mode with an IV that is not zero; and in ECB mode, in
// which several blocks are encrypted at once, 2 KiB where they are published.
func TestKnownAnswersOfCiphers(t *testing.T) {
	for _, p := range ofOperation(Encrypt) {
		keys, blocks, iv := map[string]bool{}, []int{}, false
		for _, a := range knownAnswers(t, p.Slug) {
			keys[string(a.Key)] = true
			blocks = append(blocks, p.Model.Blocks(len(a.In)))
			iv = iv || slices.ContainsFunc(a.IV, func(b byte) bool { return b != 0 })
		}
		most := 2
		if strings.HasPrefix(p.Slug, "aes-") || strings.HasPrefix(p.Slug, "camellia-") {
			most = 128
		}
		if p.IVBytes > 0 {
			most = 4
		}
		if len(keys) < 2 || slices.Min(blocks) != 1 || slices.Max(blocks) < most || iv != (p.IVBytes > 0) {
			t.Errorf("%s: %d keys, messages of %d blocks, an IV: %t", p.Slug, len(keys), blocks, iv)
		}
	}
}

// A signature that is to be made is also one to be verified.
func TestKnownAnswersOfSignatures(t *testing.T) {
	for _, p := range ofOperation(Sign) {
		all := knownAnswers(t, p.Slug)
		for _, made := range all {
			if made.Operation == Sign && !slices.ContainsFunc(all, func(a KnownAnswer) bool {
				return a.Operation == Verify && bytes.Equal(a.In, made.In) && bytes.Equal(a.Sig, made.Out)
			}) {
				t.Errorf("%s: nothing verifies the signature of %s", p.Slug, made.Source)
			}
		}
	}
}

func ofOperation(op Operation) []Primitive {
	return slices.DeleteFunc(Primitives(), func(p Primitive) bool { return !slices.Contains(p.Operations, op) })
}

// What Go has not got is held against openssl alone.
func TestKnownAnswersAgainstGo(t *testing.T) {
	lacks := []string{"camellia-128-ecb"}
	for _, p := range Primitives() {
		for _, a := range knownAnswers(t, p.Slug) {
			err := agrees(p, a)
			if errors.Is(err, reference.ErrNone) != slices.Contains(lacks, p.Slug) {
				t.Errorf("%s: %v", p.Slug, err)
			} else if err != nil && !errors.Is(err, reference.ErrNone) {
				t.Errorf("%s %s of %d bytes (%s): %v", p.Slug, a.Operation, len(a.In), a.Source, err)
			}
		}
	}
}

// agrees is an error where Go answers otherwise.
func agrees(p Primitive, a KnownAnswer) (err error) {
	var got []byte
	switch a.Operation {
	case Hash:
		got, err = reference.Hash(p.Slug, a.In)
	case Encrypt:
		got, err = reference.Encrypt(p.Slug, a.Key, a.IV, a.In)
	case Sign:
		got, err = reference.Sign(p.Slug, a.Key, a.In, 0)
	case Verify:
		return reference.Verify(p.Slug, a.Key, a.In, a.Sig)
	default:
		return fmt.Errorf("no reference for %s", a.Operation)
	}
	if err == nil && !bytes.Equal(got, a.Out) {
		err = fmt.Errorf("%x, not %x", got, a.Out)
	}
	return err
}

func TestKnownAnswersUnknown(t *testing.T) {
	for _, slug := range []string{"", "SHA-256", "nothing"} {
		if _, err := KnownAnswers(slug); err == nil {
			t.Errorf("KnownAnswers(%q) gives no error", slug)
		}
	}
}
