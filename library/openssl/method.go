//go:build cgo

package openssl

/*
#include <stdlib.h>
#include "method.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"

	"cpb/library"
	"cpb/library/clib"
)

// A method is an algorithm under its names in EVP.
type method struct {
	kind     C.enum_cpb_openssl_kind
	function string // EVP_sha256()
	name     string // for EVP_MD_fetch(): of those that it goes by the one that EVP_sha256() looks for as well
	legacy   bool   // in 3.0 in the legacy provider only
}

// need is an error where the library has not got one of the functions.
func (l *lib) need(primitive string, names ...string) error {
	for _, name := range names {
		if l.handle.Symbol(name) == nil {
			return library.Unsupported{Primitive: primitive, Symbol: name}
		}
	}
	return nil
}

// named is for callers that name the method by its function. It also fetches what the library fetches by itself then, to know
// who serves it.
func (l *lib) named(primitive string, m method, c *C.struct_cpb_openssl_method) error {
	if err := l.handle.Functions(primitive, clib.Function{Name: m.function, At: &c.function}); err != nil {
		return err
	}
	if l.hasProviders() {
		return l.fetch(primitive, m, "", c)
	}
	c.kind = m.kind
	if c.method = C.cpb_openssl_builtin(c); c.method == nil {
		return fmt.Errorf("%s() returns none: the library was built without it", m.function)
	}
	return nil
}

// fetch fetches the method, which cpb_openssl_unfetch() frees, from a provider of the library's own version; where there are no
// providers (BoringSSL has EVP_MD_fetch() without them), from the library.
func (l *lib) fetch(primitive string, m method, properties string, c *C.struct_cpb_openssl_method) error {
	if properties != "" && !l.hasProviders() {
		return errors.New("this library has no providers, and so no properties to choose by")
	}
	if err := l.need(primitive, fetches[m.kind]); err != nil {
		return err
	}
	name := C.CString(m.name)
	defer C.free(unsafe.Pointer(name))
	var query *C.char
	if properties != "" {
		query = C.CString(properties)
		defer C.free(unsafe.Pointer(query))
	}
	c.kind = m.kind
	c.fetched = C.cpb_openssl_fetch(l.c, m.kind, name, query)
	switch {
	case c.fetched == nil && properties != "":
		return fmt.Errorf("no provider has it with properties %q: %w", properties, l.lastError())
	case c.fetched == nil && m.legacy && l.legacy != nil:
		l.lastError() // forgotten: the reason is known
		return l.legacy
	case c.fetched == nil:
		return fmt.Errorf("it cannot be fetched: %w", l.lastError())
	}
	c.method = c.fetched
	if !l.hasProviders() {
		return nil
	}
	return l.unlike(C.cpb_openssl_provider_of(l.c, c))
}

// fetches are the functions that fetch, by kind.
var fetches = map[C.enum_cpb_openssl_kind]string{
	C.CPB_OPENSSL_MD:        "EVP_MD_fetch",
	C.CPB_OPENSSL_CIPHER:    "EVP_CIPHER_fetch",
	C.CPB_OPENSSL_SIGNATURE: "EVP_SIGNATURE_fetch",
}

// serves is who serves the method that a run uses or makes the library fetch: "default 3.0.22", "engine afalg". A method that was
// named by a function, and not fetched by the caller, goes to an engine first, where one is set up for it.
func (l *lib) serves(c *C.struct_cpb_openssl_method) string {
	if c.function != nil {
		if engine := C.cpb_openssl_engine_of(l.c, c); engine != nil {
			return "engine " + C.GoString(engine)
		}
	}
	if c.fetched == nil || !l.hasProviders() {
		return ""
	}
	return l.provider(C.cpb_openssl_provider_of(l.c, c))
}
