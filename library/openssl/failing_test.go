//go:build cgo

package openssl

import (
	"path/filepath"
	"testing"

	"cpb/catalog"
	"cpb/library"
	"cpb/library/librarytest"
)

// A failing is the library of testdata/failing.c.
type failing struct {
	*lib
	function *[64]byte // the name of the one that fails
	live     *int32    // what was made and not freed
}

func openFailing(t *testing.T) *failing {
	t.Helper()
	opened := librarytest.Isolated(t, func() library.Target {
		path := filepath.Join(t.TempDir(), "libcrypto.so")
		librarytest.Compile(t, path, "testdata/failing.c")
		return library.Target{Library: "openssl", Path: path}
	})
	if opened == nil {
		return nil
	}
	l := opened.(*lib)
	return &failing{l, (*[64]byte)(l.handle.Symbol("failing")), (*int32)(l.handle.Symbol("live"))}
}

func (f *failing) fail(function string) {
	clear(f.function[:])
	copy(f.function[:], function)
}

// buffers is the bytes of each buffer of a call.
type buffers struct{ key, iv, in, out, sig int }

var (
	cbcBuffers  = buffers{16, 16, 32, 32, 0}
	ecbBuffers  = buffers{16, 0, 32, 32, 0}
	signBuffers = buffers{100, 0, 32, 256, 0}
	sigBuffers  = buffers{100, 0, 32, 0, 256}
)

// prepare makes the op over two calls.
func (f *failing) prepare(t *testing.T, c library.Cell, b buffers) (library.Op, error) {
	t.Helper()
	make := func(n int) []byte {
		p, err := f.Alloc(n)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Free(p) })
		return p
	}
	c.SizeBytes = b.in
	var calls []library.Call
	for range 2 {
		calls = append(calls, library.Call{Key: make(b.key), IV: make(b.iv), In: make(b.in), Out: make(b.out), Sig: make(b.sig)})
	}
	return f.Prepare(c, calls)
}

func encrypt(primitive, iface string, w catalog.Work) library.Cell {
	return library.Cell{Primitive: primitive, Operation: catalog.Encrypt, Interface: iface, Work: w}
}

func rsa2048(op catalog.Operation, iface string, w catalog.Work) library.Cell {
	return library.Cell{Primitive: "rsa-2048", Operation: op, Interface: iface, Work: w}
}

// TestFailingFunctions: whatever fails while an op is prepared is named, and whatever fails in a call is counted; nothing is left
// behind.
func TestFailingFunctions(t *testing.T) {
	f := openFailing(t)
	if f == nil {
		return
	}
	const (
		noKey  = "the import of the key fails: error seven"
		length = "the length of a signature is not known"
		before = "" // prepared with success
	)
	for _, c := range []struct {
		cell     library.Cell
		buffers  buffers
		function string
		prepare  string // the error
		counted  bool   // whether each call fails
	}{
		{encrypt("aes-128-cbc", lowlevel, catalog.Update), cbcBuffers, "AES_set_encrypt_key", "the key cannot be set", false},
		{encrypt("aes-128-cbc", lowlevel, catalog.Message), cbcBuffers, "AES_set_encrypt_key", "the key cannot be set", false},
		{encrypt("aes-128-cbc", lowlevel, catalog.Keyed), cbcBuffers, "AES_set_encrypt_key", "the key cannot be set", true},
		{encrypt("aes-128-ecb", lowlevel, catalog.Update), ecbBuffers, "AES_set_encrypt_key", "the key cannot be set", false},
		{encrypt("aes-128-ecb", lowlevel, catalog.Keyed), ecbBuffers, "AES_set_encrypt_key", "the key cannot be set", true},

		{encrypt("aes-128-cbc", evp, catalog.Update), cbcBuffers, "EVP_aes_128_cbc", "EVP_aes_128_cbc() returns none: the library was built without it", false},
		{encrypt("aes-128-cbc", evp, catalog.Update), cbcBuffers, "EVP_CIPHER_CTX_new", "no context for it: error seven", false},
		{encrypt("aes-128-cbc", evp, catalog.Update), cbcBuffers, "EVP_CIPHER_CTX_set_padding", "EVP_CIPHER_CTX_set_padding fails: error seven", false},
		{encrypt("aes-128-cbc", evp, catalog.Update), cbcBuffers, "EVP_EncryptInit_ex", "EVP_EncryptInit_ex fails: error seven", false},
		{encrypt("aes-128-cbc", evp, catalog.Update), cbcBuffers, "EVP_EncryptUpdate", before, true},
		{encrypt("aes-128-cbc", evp, catalog.Message), cbcBuffers, "EVP_EncryptInit_ex", "EVP_EncryptInit_ex fails: error seven", true},
		{encrypt("aes-128-cbc", evp, catalog.Message), cbcBuffers, "EVP_EncryptUpdate", before, true},
		{encrypt("aes-128-cbc", evp, catalog.Keyed), cbcBuffers, "EVP_EncryptInit_ex", "EVP_EncryptInit_ex fails: error seven", true},
		{encrypt("aes-128-cbc", evp, catalog.Keyed), cbcBuffers, "EVP_EncryptUpdate", before, true},
		{encrypt("aes-128-cbc", fetched, catalog.Keyed), cbcBuffers, "EVP_CIPHER_fetch", "it cannot be fetched: error seven", false},
		{encrypt("aes-128-cbc", fetched, catalog.Keyed), cbcBuffers, "EVP_EncryptInit_ex", "EVP_EncryptInit_ex fails: error seven", true},
		{encrypt("aes-128-cbc", fetched, catalog.Keyed), cbcBuffers, "EVP_EncryptUpdate", before, true},

		{rsa2048(catalog.Sign, lowlevel, catalog.Message), signBuffers, "d2i_RSAPrivateKey", noKey, false},
		{rsa2048(catalog.Sign, lowlevel, catalog.Message), signBuffers, "RSA_size", length, false},
		{rsa2048(catalog.Sign, lowlevel, catalog.Message), signBuffers, "RSA_sign", before, true},
		{rsa2048(catalog.Sign, lowlevel, catalog.FreshKey), signBuffers, "d2i_RSAPrivateKey", noKey, true},
		{rsa2048(catalog.Sign, lowlevel, catalog.FreshKey), signBuffers, "RSA_sign", before, true},
		{rsa2048(catalog.Verify, lowlevel, catalog.Message), sigBuffers, "d2i_RSA_PUBKEY", noKey, false},
		{rsa2048(catalog.Verify, lowlevel, catalog.Message), sigBuffers, "RSA_verify", before, true},
		{rsa2048(catalog.Verify, lowlevel, catalog.FreshKey), sigBuffers, "d2i_RSA_PUBKEY", noKey, true},
		{rsa2048(catalog.Verify, lowlevel, catalog.FreshKey), sigBuffers, "RSA_verify", before, true},

		{rsa2048(catalog.Sign, reused, catalog.Message), signBuffers, "EVP_PKEY_CTX_new_id", "no EVP_PKEY_CTX for its keys: error seven", false},
		{rsa2048(catalog.Sign, reused, catalog.Message), signBuffers, "d2i_PrivateKey", "d2i_PrivateKey fails: error seven", false},
		{rsa2048(catalog.Sign, reused, catalog.Message), signBuffers, "EVP_PKEY_CTX_new", "EVP_PKEY_CTX_new fails: error seven", false},
		{rsa2048(catalog.Sign, reused, catalog.Message), signBuffers, "EVP_PKEY_sign_init", "EVP_PKEY_sign_init fails: error seven", false},
		{rsa2048(catalog.Sign, reused, catalog.Message), signBuffers, "padding", "EVP_PKEY_CTX_set_rsa_padding fails: error seven", false},
		{rsa2048(catalog.Sign, reused, catalog.Message), signBuffers, "md", "EVP_PKEY_CTX_set_signature_md fails: error seven", false},
		{rsa2048(catalog.Sign, reused, catalog.Message), signBuffers, "EVP_PKEY_sign", "EVP_PKEY_sign fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.Message), signBuffers, "d2i_PrivateKey", "d2i_PrivateKey fails: error seven", false},
		{rsa2048(catalog.Sign, evp, catalog.Message), signBuffers, "EVP_PKEY_CTX_new", "EVP_PKEY_CTX_new fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.Message), signBuffers, "EVP_PKEY_sign_init", "EVP_PKEY_sign_init fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.Message), signBuffers, "padding", "EVP_PKEY_CTX_set_rsa_padding fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.Message), signBuffers, "EVP_PKEY_sign", "EVP_PKEY_sign fails: error seven", true},
		{rsa2048(catalog.Verify, evp, catalog.Message), sigBuffers, "EVP_PKEY_verify_init", "EVP_PKEY_verify_init fails: error seven", true},
		{rsa2048(catalog.Verify, evp, catalog.Message), sigBuffers, "EVP_PKEY_verify", before, true},
		{rsa2048(catalog.Sign, evp, catalog.FreshKey), signBuffers, "d2i_PrivateKey", "d2i_PrivateKey fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.FreshKey), signBuffers, "EVP_PKEY_CTX_new", "EVP_PKEY_CTX_new fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.FreshKey), signBuffers, "EVP_PKEY_sign_init", "EVP_PKEY_sign_init fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.FreshKey), signBuffers, "md", "EVP_PKEY_CTX_set_signature_md fails: error seven", true},
		{rsa2048(catalog.Sign, evp, catalog.FreshKey), signBuffers, "EVP_PKEY_sign", "EVP_PKEY_sign fails: error seven", true},
		{rsa2048(catalog.Verify, reused, catalog.Message), sigBuffers, "EVP_PKEY_verify_init", "EVP_PKEY_verify_init fails: error seven", false},
		{rsa2048(catalog.Verify, reused, catalog.Message), sigBuffers, "EVP_PKEY_verify", before, true},
		{rsa2048(catalog.Verify, evp, catalog.FreshKey), sigBuffers, "d2i_PUBKEY", "d2i_PUBKEY fails: error seven", true},
		{rsa2048(catalog.Verify, evp, catalog.FreshKey), sigBuffers, "padding", "EVP_PKEY_CTX_set_rsa_padding fails: error seven", true},
		{rsa2048(catalog.Verify, evp, catalog.FreshKey), sigBuffers, "EVP_PKEY_verify", before, true},
	} {
		f.fail(c.function)
		if op, err := f.prepare(t, c.cell, c.buffers); text(err) != c.prepare {
			t.Errorf("%+v without %s is prepared with %v, want %s", c.cell, c.function, err, c.prepare)
		} else if err == nil {
			op.Close()
		}

		f.fail("")
		op, err := f.prepare(t, c.cell, c.buffers)
		if err != nil {
			t.Errorf("%+v is prepared with %v", c.cell, err)
			continue
		}
		if n := op.Time(3, 2, make([]int64, 2)); n != 0 {
			t.Errorf("%+v: %d of 7 calls fail", c.cell, n)
		}
		f.fail(c.function)
		if n := op.Time(3, 2, make([]int64, 2)); n != map[bool]int64{true: 7}[c.counted] {
			t.Errorf("%+v without %s: %d of 7 calls fail", c.cell, c.function, n)
		}
		op.Close()
		if *f.live != 0 {
			t.Fatalf("%+v without %s: %d objects are left", c.cell, c.function, *f.live)
		}
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestUnfit: buffers of a wrong length are refused before anything is written to them.
func TestUnfit(t *testing.T) {
	f := openFailing(t)
	if f == nil {
		return
	}
	const (
		key  = "the key is not of the cipher's length"
		iv   = "the IV is not of the cipher's length"
		out  = "no room for the output"
		room = "no room for the signature"
	)
	for _, c := range []struct {
		cell    library.Cell
		buffers buffers
		want    string
	}{
		{encrypt("aes-128-cbc", lowlevel, catalog.Keyed), buffers{15, 16, 32, 32, 0}, key},
		{encrypt("aes-128-cbc", lowlevel, catalog.Keyed), buffers{16, 8, 32, 32, 0}, iv},
		{encrypt("aes-128-cbc", lowlevel, catalog.Keyed), buffers{16, 16, 33, 48, 0}, "the input is not whole blocks"},
		{encrypt("aes-128-cbc", lowlevel, catalog.Keyed), buffers{16, 16, 32, 31, 0}, out},
		{encrypt("aes-128-cbc", evp, catalog.Keyed), buffers{24, 16, 32, 32, 0}, key},
		{encrypt("aes-128-cbc", evp, catalog.Keyed), buffers{16, 0, 32, 32, 0}, iv},
		{encrypt("aes-128-cbc", evp, catalog.Keyed), buffers{16, 16, 32, 16, 0}, out},
		{rsa2048(catalog.Sign, lowlevel, catalog.Message), buffers{100, 0, 32, 255, 0}, room},
		{rsa2048(catalog.Sign, lowlevel, catalog.FreshKey), buffers{100, 0, 32, 255, 0}, room},
		{rsa2048(catalog.Sign, reused, catalog.Message), buffers{100, 0, 32, 255, 0}, room},
		{rsa2048(catalog.Sign, evp, catalog.FreshKey), buffers{100, 0, 32, 255, 0}, room},
	} {
		op, err := f.prepare(t, c.cell, c.buffers)
		if text(err) != c.want {
			t.Errorf("%+v with %+v is prepared with %v, want %s", c.cell, c.buffers, err, c.want)
		}
		if err == nil {
			op.Close()
		}
		if *f.live != 0 {
			t.Fatalf("%+v with %+v: %d objects are left", c.cell, c.buffers, *f.live)
		}
	}
}

// TestPeriod: an RSA key that is kept makes its blinding anew after 32 signatures; nothing else has a period.
func TestPeriod(t *testing.T) {
	f := openFailing(t)
	if f == nil {
		return
	}
	for _, i := range []string{lowlevel, evp, reused} {
		for _, w := range []catalog.Work{catalog.Message, catalog.FreshKey} {
			for _, o := range []catalog.Operation{catalog.Sign, catalog.Verify} {
				if i == reused && w == catalog.FreshKey {
					continue
				}
				b, want := sigBuffers, 1
				if o == catalog.Sign {
					b = signBuffers
				}
				if o == catalog.Sign && w == catalog.Message {
					want = 32
				}
				op, err := f.prepare(t, rsa2048(o, i, w), b)
				if err != nil {
					t.Fatal(err)
				}
				if op.Period() != want {
					t.Errorf("%s %s through %s: period %d, want %d", o, w, i, op.Period(), want)
				}
				op.Close()
			}
		}
	}
}
