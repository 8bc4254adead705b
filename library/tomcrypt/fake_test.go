//go:build cgo

package tomcrypt

import (
	"errors"
	"path/filepath"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

// partial is the library of testdata/partial.c, in a process of its own; nil in the first process.
func partial(t *testing.T) *lib {
	t.Helper()
	opened := librarytest.Isolated(t, func() library.Target {
		path := filepath.Join(t.TempDir(), "libtomcrypt.so.1")
		librarytest.Compile(t, path, "testdata/partial.c")
		return library.Target{Library: "tomcrypt", Path: path}
	})
	if opened == nil {
		return nil
	}
	return opened.(*lib)
}

// fail has a function of it fail.
func fail(l *lib, function string) {
	name := (*[32]byte)(l.handle.Symbol("fail"))
	clear(name[copy(name[:], function):])
}

// left is how many keys and key schedules were made and not freed.
func left(l *lib) (n int32) {
	for _, name := range []string{"keys", "schedules"} {
		n += *(*int32)(l.handle.Symbol(name))
	}
	return n
}

// TestMissingSymbols: a library with few functions offers what it has and says what it has not.
func TestMissingSymbols(t *testing.T) {
	l := partial(t)
	if l == nil {
		return
	}
	if name, version := l.Identity(); name != "tomcrypt" || version != "1.19.0-rc1" {
		t.Errorf("it is %q %q", name, version)
	}
	loaded := l.Loaded()
	if want := "LibTomCrypt 1.19.0-rc1 (www.libtom.net)"; loaded.Text != want {
		t.Errorf("text %q, want %q", loaded.Text, want)
	}
	if want := "Some compiler 1.0; x detected; Clean stack: enabled; A=0 B"; loaded.Flags != want {
		t.Errorf("flags %q, want %q", loaded.Flags, want)
	}
	want := map[string]string{
		"md4": "no symbol md4_init", "md5": "no symbol md5_init", "ripemd160": "no symbol rmd160_init", "sha1": "no symbol sha1_init",
		"sha224": "no symbol sha224_done", "sha256": "", "sha384": "no symbol sha384_init", "sha512": "no symbol sha512_init",
		"sha512-256":   "no symbol sha512_256_init",
		"blowfish-cbc": "", "blowfish-ecb": "no symbol blowfish_setup",
		"aes-128-cbc": "no symbol aes_desc", "aes-192-cbc": "no symbol aes_desc", "aes-256-cbc": "no symbol aes_desc",
		"aes-128-ecb": "no symbol rijndael_setup", "aes-192-ecb": "no symbol rijndael_setup", "aes-256-ecb": "no symbol rijndael_setup",
		"camellia-128-ecb": "", "cast5-ecb": "no symbol cast5_setup", "twofish-128-ecb": "no symbol twofish_setup",
		"des-cbc": "no symbol des_desc", "des-ede3-cbc": "no symbol des3_desc",
	}
	offers := l.Offers()
	if n := 9 + 7*2 + 6*3 + 6*2*2*2; len(offers) != n { // hashes, ECB, CBC, and all of the signers through two interfaces
		t.Errorf("%d offers, want %d", len(offers), n)
	}
	for _, o := range offers {
		missing, provider, random := want[o.Primitive], "", ""
		switch {
		case o.Interface == gmp:
			missing = "no symbol gmp_desc"
		case o.Interface == ltm:
			provider = "LibTomMath"
		}
		switch {
		case o.Operation != catalog.Sign:
		case o.Primitive[:3] == dsa:
			random = "nonce: the library's ChaCha20 generator, seeded once by the system"
		case o.Interface == ltm:
			random = "blinding: by LibTomMath in each call, the system's from 1.1 on"
		default:
			random = "blinding: GMP's own generator, without a seed"
		}
		if o.Missing != missing || o.Provider != provider || o.Random != random {
			t.Errorf("%s %s through %s: %q, %q, %q, want %q, %q, %q",
				o.Primitive, o.Operation, o.Interface, o.Missing, o.Provider, o.Random, missing, provider, random)
		}
	}
	_, err := prepare(t, l, cell("sha1", catalog.Hash, native, catalog.Message), nil)
	if u, ok := errors.AsType[library.Unsupported](err); !ok || u != (library.Unsupported{Primitive: "sha1", Symbol: "sha1_init"}) {
		t.Errorf("sha1 is prepared with %v", err)
	}
}

// shapes is the bytes of a call's buffers, for each primitive under test here.
var shapes = map[string]struct{ key, iv, in, out, sig int }{
	"sha1":             {in: 16, out: 20},
	"sha256":           {in: 16, out: 32},
	"blowfish-cbc":     {key: 16, iv: 8, in: 24, out: 24},
	"camellia-128-ecb": {key: 16, in: 48, out: 48},
	"rsa-2048":         {key: 1, in: 32, out: 256, sig: 256},
	"dsa-2048":         {key: 1, in: 32, out: 72, sig: 70},
}

// one is a call of the primitive. Its first block alone begins with a 1.
func one(t *testing.T, l *lib, primitive string) library.Call {
	s := shapes[primitive]
	var buffers [5][]byte
	for i, n := range []int{s.key, s.iv, s.in, s.out, s.sig} {
		buffers[i] = copied(t, l, make([]byte, n))
	}
	buffers[2][0] = 1
	return library.Call{Key: buffers[0], IV: buffers[1], In: buffers[2], Out: buffers[3], Sig: buffers[4]}
}

// prepare makes an op over three such calls.
func prepare(t *testing.T, l *lib, c library.Cell, change func(*library.Call)) (library.Op, error) {
	t.Helper()
	call := one(t, l, c.Primitive)
	if change != nil {
		change(&call)
	}
	return l.Prepare(c, []library.Call{call, call, call})
}

func cell(primitive string, op catalog.Operation, iface string, w catalog.Work) library.Cell {
	return library.Cell{Primitive: primitive, Operation: op, Interface: iface, Work: w}
}

// TestFailures: every failure that a function of the library reports is counted, and nothing stays behind.
func TestFailures(t *testing.T) {
	l := partial(t)
	if l == nil {
		return
	}
	for _, c := range []struct {
		library.Cell
		functions []string // that each call calls
	}{
		{cell("sha256", catalog.Hash, native, catalog.Message), []string{"sha256_init", "sha256_process", "sha256_done"}},
		{cell("camellia-128-ecb", catalog.Encrypt, native, catalog.Update), []string{"camellia_ecb_encrypt"}},
		{cell("camellia-128-ecb", catalog.Encrypt, native, catalog.Keyed), []string{"camellia_setup", "camellia_ecb_encrypt"}},
		{cell("blowfish-cbc", catalog.Encrypt, native, catalog.Update), []string{"cbc_encrypt"}},
		{cell("blowfish-cbc", catalog.Encrypt, native, catalog.Message), []string{"cbc_setiv", "cbc_encrypt"}},
		{cell("blowfish-cbc", catalog.Encrypt, native, catalog.Keyed), []string{"cbc_start", "cbc_encrypt", "cbc_done"}},
		{cell("rsa-2048", catalog.Sign, ltm, catalog.Message), []string{"rsa_sign_hash_ex"}},
		{cell("rsa-2048", catalog.Sign, ltm, catalog.FreshKey), []string{"rsa_import", "rsa_sign_hash_ex"}},
		{cell("rsa-2048", catalog.Verify, ltm, catalog.Message), []string{"rsa_verify_hash_ex", "holds"}},
		{cell("rsa-2048", catalog.Verify, ltm, catalog.FreshKey), []string{"rsa_import", "rsa_verify_hash_ex", "holds"}},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.Message), []string{"dsa_sign_hash"}},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.FreshKey), []string{"dsa_import", "dsa_sign_hash"}},
		{cell("dsa-2048", catalog.Verify, ltm, catalog.Message), []string{"dsa_verify_hash", "holds"}},
		{cell("dsa-2048", catalog.Verify, ltm, catalog.FreshKey), []string{"dsa_import", "dsa_verify_hash", "holds"}},
	} {
		for _, function := range append([]string{""}, c.functions...) {
			op, err := prepare(t, l, c.Cell, nil)
			if err != nil {
				t.Errorf("%s %s, %s: %v", c.Primitive, c.Operation, c.Work, err)
				continue
			}
			fail(l, function)
			want := int64(0)
			if function != "" {
				want = 7
			}
			if n := op.Time(3, 2, make([]int64, 2)); n != want {
				t.Errorf("%s %s, %s: %d of 7 calls fail with %q, want %d", c.Primitive, c.Operation, c.Work, n, function, want)
			}
			fail(l, "")
			op.Close()
			if n := left(l); n != 0 {
				t.Errorf("%s %s, %s: %d keys are left with %q", c.Primitive, c.Operation, c.Work, n, function)
			}
		}
	}
}

// TestRefused: what the library refuses, or does not fit, is an error of Prepare.
func TestRefused(t *testing.T) {
	l := partial(t)
	if l == nil {
		return
	}
	const invalid = "the key is refused: Invalid argument provided"
	short := func(c *library.Call) { c.Out = c.Out[:len(c.Out)-1] }
	odd := func(c *library.Call) { c.In = c.In[:17] }
	brief := func(c *library.Call) { c.IV = c.IV[:7] }
	for _, c := range []struct {
		library.Cell
		fail   string
		change func(*library.Call)
		want   string
	}{
		{cell("sha256", catalog.Hash, native, catalog.Message), "", short, "no room for the digest"},
		{cell("camellia-128-ecb", catalog.Encrypt, native, catalog.Update), "", short, "no room for the output"},
		{cell("camellia-128-ecb", catalog.Encrypt, native, catalog.Update), "", odd, "the message is not whole blocks"},
		{cell("camellia-128-ecb", catalog.Encrypt, native, catalog.Update), "camellia_setup", nil, invalid},
		{cell("camellia-128-ecb", catalog.Encrypt, native, catalog.Keyed), "camellia_setup", nil, invalid},
		{cell("camellia-128-ecb", catalog.Encrypt, native, catalog.Keyed), "symmetric_key", nil, "it knows no size of symmetric_key"},
		{cell("blowfish-cbc", catalog.Encrypt, native, catalog.Message), "", brief, "the IV is of another length"},
		{cell("blowfish-cbc", catalog.Encrypt, native, catalog.Message), "cbc_start", nil, invalid},
		{cell("blowfish-cbc", catalog.Encrypt, native, catalog.Keyed), "cbc_start", nil, invalid},
		{cell("blowfish-cbc", catalog.Encrypt, native, catalog.Update), "register_cipher", nil, "register_cipher() has no room"},
		{cell("rsa-2048", catalog.Sign, ltm, catalog.Message), "", short, "no room for the signature"},
		{cell("rsa-2048", catalog.Sign, ltm, catalog.FreshKey), "rsa_import", nil, invalid},
		{cell("rsa-2048", catalog.Verify, ltm, catalog.Message), "rsa_import", nil, invalid},
		{cell("rsa-2048", catalog.Verify, ltm, catalog.Message), "register_hash", nil, "register_hash() has no room"},
		{cell("rsa-2048", catalog.Verify, ltm, catalog.Message), "ltc_math_descriptor", nil, "it knows no size of ltc_math_descriptor"},
		{cell("rsa-2048", catalog.Verify, gmp, catalog.Message), "", nil, "rsa-2048: no symbol gmp_desc"},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.Message), "large keys", nil, "its dsa_key is of 257 bytes, and we have room for 256"},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.Message), "dsa_key", nil, "it knows no size of dsa_key"},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.Message), "register_prng", nil, "register_prng() has no room"},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.Message), "prng_state", nil, "it knows no size of prng_state"},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.Message), "rng_make_prng", nil, "rng_make_prng() fails with 16"},
		{cell("dsa-2048", catalog.Sign, ltm, catalog.Message), "dsa_import", nil, invalid},
	} {
		fail(l, c.fail)
		_, err := prepare(t, l, c.Cell, c.change)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s %s, %s, with %q: %v, want %s", c.Primitive, c.Operation, c.Work, c.fail, err, c.want)
		}
		if n := left(l); n != 0 {
			t.Errorf("%s %s, %s, with %q: %d keys are left", c.Primitive, c.Operation, c.Work, c.fail, n)
		}
	}
}
