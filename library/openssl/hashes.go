//go:build cgo

package openssl

/*
#include <stdlib.h>
#include "openssl.h"

static struct cpb_openssl_hash *new_hash(void) { return calloc(1, sizeof(struct cpb_openssl_hash)); }
*/
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"cpb/catalog"
	"cpb/internal/shim"
	"cpb/library"
)

// A hash is one hash function under its names in libcrypto.
type hash struct {
	primitive string
	function  string // SHA256(), and with suffixes SHA256_Init(), SHA256_Update(), SHA256_Final()
	evp       string // EVP_sha256()
	fetch     string // its name for EVP_MD_fetch(), of those that it goes by the one that EVP_sha256() looks for as well
	bytes     int    // of the digest
	legacy    bool   // in 3.0 in the legacy provider only
}

// hashes is every hash that libcrypto has of the catalogue, in its order.
var hashes = []hash{
	{"md4", "MD4", "EVP_md4", "MD4", 16, true},
	{"md5", "MD5", "EVP_md5", "MD5", 16, false},
	{"ripemd160", "RIPEMD160", "EVP_ripemd160", "RIPEMD160", 20, true}, // from 3.0.7 on in the default provider too
	{"sha1", "SHA1", "EVP_sha1", "SHA1", 20, false},
	{"sha224", "SHA224", "EVP_sha224", "SHA224", 28, false},
	{"sha256", "SHA256", "EVP_sha256", "SHA256", 32, false},
	{"sha384", "SHA384", "EVP_sha384", "SHA384", 48, false},
	{"sha512", "SHA512", "EVP_sha512", "SHA512", 64, false},
	{"sha512-256", "SHA512_256", "EVP_sha512_256", "SHA512-256", 32, false}, // the function is in BoringSSL and AWS-LC only
}

// An access is one interface to a hash.
type access struct {
	name string
	op   *C.struct_cpb_op
	// fill looks up and makes what the op's run needs, or says why that cannot be.
	fill func(l *lib, h hash, c *C.struct_cpb_openssl_hash) error
}

var accesses = []access{
	{oneshot, &C.cpb_openssl_oneshot, (*lib).fillOneshot},
	{lowlevel, &C.cpb_openssl_lowlevel, (*lib).fillLowlevel},
	{evp, &C.cpb_openssl_evp, (*lib).fillEVP},
	{fetched, &C.cpb_openssl_fetched, (*lib).fillFetched},
	{reused, &C.cpb_openssl_reused, (*lib).fillReused},
}

func (l *lib) fillOneshot(h hash, c *C.struct_cpb_openssl_hash) error {
	return l.symbols(h, symbol{h.function, &c.oneshot})
}

func (l *lib) fillLowlevel(h hash, c *C.struct_cpb_openssl_hash) error {
	return l.symbols(h,
		symbol{h.function + "_Init", &c.init},
		symbol{h.function + "_Update", &c.update},
		symbol{h.function + "_Final", &c.final})
}

// fillEVP also fetches what the library fetches by itself in each call, to know who serves it.
func (l *lib) fillEVP(h hash, c *C.struct_cpb_openssl_hash) error {
	if err := l.symbols(h, symbol{h.evp, &c.md}, symbol{"EVP_Digest", &c.digest}); err != nil {
		return err
	}
	if l.hasProviders() {
		return l.fetch(h, "", c)
	}
	return l.builtin(h, c)
}

func (l *lib) fillFetched(h hash, c *C.struct_cpb_openssl_hash) error {
	if err := l.symbols(h, symbol{"EVP_MD_fetch", nil}, symbol{"EVP_Digest", &c.digest}); err != nil {
		return err
	}
	return l.fetch(h, l.target.Properties, c)
}

func (l *lib) fillReused(h hash, c *C.struct_cpb_openssl_hash) error {
	err := l.symbols(h,
		symbol{"EVP_DigestInit_ex", &c.digest_init},
		symbol{"EVP_DigestUpdate", &c.digest_update},
		symbol{"EVP_DigestFinal_ex", &c.digest_final})
	switch {
	case err != nil:
		return err
	case l.c.EVP_MD_CTX_new == nil && l.c.EVP_MD_CTX_create == nil:
		return library.Unsupported{Primitive: h.primitive, Symbol: "EVP_MD_CTX_new"}
	case l.c.EVP_MD_fetch != nil || l.target.Properties != "":
		err = l.fetch(h, l.target.Properties, c)
	default:
		if err = l.symbols(h, symbol{h.evp, &c.md}); err == nil {
			err = l.builtin(h, c)
		}
	}
	if err != nil {
		return err
	}
	if c.context = C.cpb_openssl_context_new(l.c); c.context == nil {
		return fmt.Errorf("no context for it: %w", l.lastError())
	}
	return nil
}

// A symbol is a function of the library, and where to put its address.
type symbol struct {
	name string
	at   *(*[0]byte)
}

func (l *lib) symbols(h hash, all ...symbol) error {
	for _, s := range all {
		p := l.handle.Symbol(s.name)
		if p == nil {
			return library.Unsupported{Primitive: h.primitive, Symbol: s.name}
		}
		if s.at != nil {
			*s.at = (*[0]byte)(p)
		}
	}
	return nil
}

// builtin is for versions without providers: the function names the method itself.
func (l *lib) builtin(h hash, c *C.struct_cpb_openssl_hash) error {
	if c.method = C.cpb_openssl_builtin(c); c.method == nil {
		return fmt.Errorf("%s() returns none: the library was built without it", h.evp)
	}
	return nil
}

// fetch fetches the method, which unfill frees, from a provider of the library's own version; where there are no providers
// (BoringSSL has the function without them), from the library.
func (l *lib) fetch(h hash, properties string, c *C.struct_cpb_openssl_hash) error {
	if properties != "" && !l.hasProviders() {
		return errors.New("this library has no providers, and so no properties to choose by")
	}
	name := C.CString(h.fetch)
	defer C.free(unsafe.Pointer(name))
	var query *C.char
	if properties != "" {
		query = C.CString(properties)
		defer C.free(unsafe.Pointer(query))
	}
	m := C.cpb_openssl_fetch(l.c, name, query)
	switch {
	case m == nil && properties != "":
		return fmt.Errorf("no provider has it with properties %q: %w", properties, l.lastError())
	case m == nil && h.legacy && l.legacy != nil:
		l.lastError() // forgotten: the reason is known
		return l.legacy
	case m == nil:
		return fmt.Errorf("it cannot be fetched: %w", l.lastError())
	}
	c.method, c.fetched = m, m
	if !l.hasProviders() {
		return nil
	}
	return l.unlike(C.cpb_openssl_provider_of(l.c, m))
}

// fill makes what the runs of a hash through an interface need.
func (l *lib) fill(h hash, a access) (*C.struct_cpb_openssl_hash, error) {
	c := C.new_hash()
	if c == nil {
		return nil, errors.New("out of memory")
	}
	c.bytes = C.size_t(h.bytes)
	if err := a.fill(l, h, c); err != nil {
		l.unfill(c)
		return nil, err
	}
	return c, nil
}

func (l *lib) unfill(c *C.struct_cpb_openssl_hash) {
	if c.context != nil {
		C.cpb_openssl_context_free(l.c, c.context)
	}
	if c.fetched != nil {
		C.cpb_openssl_unfetch(l.c, c.fetched)
	}
	C.free(unsafe.Pointer(c))
}

// Offers implements library.Library. It learns what this file can do by making each op once; a process that measures has no
// need of that.
func (l *lib) Offers() (all []library.Offer) {
	for _, h := range hashes {
		for _, a := range accesses {
			o := library.Offer{Primitive: h.primitive, Operation: catalog.Hash, Interface: a.name, Work: catalog.Message}
			if c, err := l.fill(h, a); err == nil {
				o.Provider = l.providerOf(c)
				l.unfill(c)
			} else {
				o.Missing = missing(err)
			}
			all = append(all, o)
		}
	}
	return all
}

// providerOf is who serves the method that a run uses or makes the library fetch: "default 3.0.22", "engine afalg". A method
// that was named by a function, and not fetched by the caller, goes to an engine first, where one is set up for it.
func (l *lib) providerOf(c *C.struct_cpb_openssl_hash) string {
	if c.md != nil {
		if engine := C.cpb_openssl_engine_of(l.c, C.cpb_openssl_builtin(c)); engine != nil {
			return "engine " + C.GoString(engine)
		}
	}
	if c.fetched == nil || !l.hasProviders() {
		return ""
	}
	return l.provider(C.cpb_openssl_provider_of(l.c, c.fetched))
}

// missing is the reason as an Offer gives it, beside its primitive.
func missing(err error) string {
	if u, ok := errors.AsType[library.Unsupported](err); ok {
		return "no symbol " + u.Symbol
	}
	return err.Error()
}

// Prepare implements library.Library.
func (l *lib) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	i := slices.IndexFunc(hashes, func(h hash) bool { return h.primitive == c.Primitive })
	j := slices.IndexFunc(accesses, func(a access) bool { return a.name == c.Interface })
	if i < 0 || j < 0 || c.Operation != catalog.Hash || c.Work != catalog.Message {
		return nil, fmt.Errorf("%s %s, %s, through %s is not offered", c.Primitive, c.Operation, c.Work, c.Interface)
	}
	h, err := l.fill(hashes[i], accesses[j])
	if err != nil {
		return nil, err
	}
	batch, err := shim.Prepare(unsafe.Pointer(accesses[j].op), unsafe.Pointer(h), calls)
	if err != nil {
		l.unfill(h)
		return nil, err
	}
	return &op{batch, l, h}, nil
}

// An op is a batch with what its runs use.
type op struct {
	*shim.Batch
	lib  *lib
	hash *C.struct_cpb_openssl_hash
}

// Close implements library.Op.
func (o *op) Close() {
	o.Batch.Close()
	o.lib.unfill(o.hash)
}
