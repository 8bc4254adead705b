package catalog

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/crypto/md4"
	"golang.org/x/crypto/ripemd160"
)

var hashes = map[string]func() hash.Hash{
	"md4":        md4.New,
	"md5":        md5.New,
	"ripemd160":  ripemd160.New,
	"sha1":       sha1.New,
	"sha224":     sha256.New224,
	"sha256":     sha256.New,
	"sha384":     sha512.New384,
	"sha512":     sha512.New,
	"sha512-256": sha512.New512_256,
}

func knownAnswers(t *testing.T, slug string) []KnownAnswer {
	t.Helper()
	all, err := KnownAnswers(slug)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Enough of them: the empty message, one block, several blocks, and a million bytes where a standard has it.
func TestKnownAnswersCover(t *testing.T) {
	for _, p := range Primitives() {
		sizes := map[int]bool{}
		for _, a := range knownAnswers(t, p.Slug) {
			sizes[len(a.In)] = true
			if a.Source == "" {
				t.Errorf("%s of %d bytes has no source", p.Slug, len(a.In))
			}
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

func TestKnownAnswersAgainstGo(t *testing.T) {
	for _, p := range Primitives() {
		for _, a := range knownAnswers(t, p.Slug) {
			h := hashes[p.Slug]()
			h.Write(a.In)
			if got := h.Sum(nil); !bytes.Equal(got, a.Out) {
				t.Errorf("%s of %d bytes (%s) is %x, not %x", p.Slug, len(a.In), a.Source, got, a.Out)
			}
		}
	}
}

func TestKnownAnswersAgainstOpenSSL(t *testing.T) {
	path, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("no openssl")
	}
	for _, p := range Primitives() {
		for _, a := range knownAnswers(t, p.Slug) {
			got, err := opensslDigest(path, p.Slug, a.In)
			if err != nil {
				t.Logf("%s: %v", p.Slug, err) // a build without this hash
				break
			}
			if want := hex.EncodeToString(a.Out); got != want {
				t.Errorf("%s of %d bytes (%s) is %s, not %s", p.Slug, len(a.In), a.Source, got, want)
			}
		}
	}
}

// opensslDigest asks the openssl command, of version 3 with its legacy provider (MD4) or older, which has no providers.
func opensslDigest(path, slug string, in []byte) (string, error) {
	for _, providers := range [][]string{{"-provider", "default", "-provider", "legacy"}, nil} {
		args := append(append([]string{"dgst"}, providers...), "-r", "-"+slug)
		cmd := exec.Command(path, args...)
		cmd.Stdin = bytes.NewReader(in)
		if out, err := cmd.Output(); err == nil {
			digest, _, _ := strings.Cut(string(out), " ")
			return digest, nil
		} else if providers == nil {
			return "", err
		}
	}
	panic("not reached")
}

func TestKnownAnswersUnknown(t *testing.T) {
	for _, slug := range []string{"", "SHA-256", "nothing"} {
		if _, err := KnownAnswers(slug); err == nil {
			t.Errorf("KnownAnswers(%q) gives no error", slug)
		}
	}
}

var oneByte = Primitive{Slug: "test", Operations: []Operation{Hash, Encrypt}, OutBytes: 1}

func TestParseAnswers(t *testing.T) {
	const text = "# a comment\n" +
		"\n" +
		`hash in="" out=00 source="S, section 1"` + "\r\n" +
		`  encrypt  key=0A0b*2 iv="\x01\"=" in="ab"*3  source="S" out=ff`
	got, err := parseAnswers(oneByte, "f", text)
	if err != nil {
		t.Fatal(err)
	}
	want := []KnownAnswer{
		{Operation: Hash, In: []byte{}, Out: []byte{0}, Source: "S, section 1"},
		{
			Operation: Encrypt, Key: []byte{10, 11, 10, 11}, IV: []byte("\x01\"="), In: []byte("ababab"),
			Out: []byte{255}, Source: "S",
		},
	}
	if len(got) != len(want) {
		t.Fatalf("%d answers, want %d", len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		if g.Operation != w.Operation || !bytes.Equal(g.Key, w.Key) || !bytes.Equal(g.IV, w.IV) ||
			!bytes.Equal(g.In, w.In) || !bytes.Equal(g.Out, w.Out) || g.Source != w.Source {
			t.Errorf("answer %d is %+v, want %+v", i, g, w)
		}
	}
	if got[0].Key != nil || got[0].IV != nil {
		t.Error("fields that are absent are not nil")
	}
}

func TestParseAnswersErrors(t *testing.T) {
	const good = `hash in=00 out=00 source="s"`
	tests := []struct{ line, want string }{
		{`hash`, `no field "in"`},
		{`hash in=00 source="s"`, `no field "out"`},
		{`hash in=00 out=00`, `no field "source"`},
		{`mac in=00 out=00 source="s"`, `test has no operation "mac"`},
		{`in=00 out=00 source="s"`, `no field "in"`},
		{good + ` in=00`, `field "in" is given twice`},
		{good + ` tag=00`, `unknown field "tag"`},
		{good + ` iv`, `"iv" is not NAME=VALUE`},
		{good + ` iv=`, `field "iv": no value`},
		{good + ` iv=0`, `field "iv": encoding/hex: odd length`},
		{good + ` iv=zz`, `field "iv": encoding/hex: invalid byte`},
		{good + ` iv="zz`, `field "iv": "\"zz" is not a string`},
		{good + ` iv="z"z`, `field "iv": "z" follows the value`},
		{good + ` iv="z"*`, `field "iv": "" is not a count`},
		{good + ` iv="z"*-1`, `field "iv": "-1" is not a count`},
		{good + ` iv="z"*2*2`, `field "iv": "2*2" is not a count`},
		{good + ` iv="z"*99999999999`, `is not a count`},
		{good + ` iv="zz"*4294967295`, `field "iv": longer than 16777216 bytes`},
		{`hash in=00 out=0000 source="s"`, `out has 2 bytes, test gives 1`},
	}
	for _, test := range tests {
		_, err := parseAnswers(oneByte, "answers/test.txt", good+"\n\n"+test.line+"\n")
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "answers/test.txt:3: ") {
			t.Errorf("%s\n\t%v, want answers/test.txt:3: %s", test.line, err, test.want)
		}
	}
}

func FuzzParseAnswers(f *testing.F) {
	f.Add(`hash in="abc"*2 out=00 source="s"`)
	f.Add(`encrypt key=00*16 iv="" in=00 out="\xff" source="s"` + "\n# a comment\n\nhash")
	files, err := answers.ReadDir("answers")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := answers.ReadFile("answers/" + file.Name())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := parseAnswers(oneByte, "f", text)
		if err != nil {
			if all != nil || !strings.HasPrefix(err.Error(), "f:") {
				t.Errorf("%d answers beside the error %q", len(all), err)
			}
			return
		}
		for _, a := range all {
			if len(a.Out) != oneByte.OutBytes || len(a.In) > maxAnswerBytes {
				t.Errorf("%d bytes of input and %d of output", len(a.In), len(a.Out))
			}
		}
	})
}
