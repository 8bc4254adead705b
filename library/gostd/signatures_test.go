package gostd

import (
	"encoding/asn1"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// TestFailures: a call that Go refuses fails, and its neighbours do not.
func TestFailures(t *testing.T) {
	for what, spoiled := range map[string]struct {
		primitive string
		operation catalog.Operation
		work      catalog.Work
		spoil     func(*library.Call)
	}{
		"a private key of RSA that is none":        {"rsa-1024", catalog.Sign, catalog.FreshKey, func(c *library.Call) { c.Key = c.Key[1:] }},
		"a private key of DSA that is none":        {"dsa-1024", catalog.Sign, catalog.FreshKey, func(c *library.Call) { c.Key = c.Key[1:] }},
		"a private key of DSA with a tail":         {"dsa-1024", catalog.Sign, catalog.FreshKey, func(c *library.Call) { c.Key = append(slices.Clone(c.Key), 0) }},
		"a digest that RSA's signature is none of": {"rsa-1024", catalog.Verify, catalog.Message, func(c *library.Call) { c.In[0]++ }},
		"a digest that DSA's signature is none of": {"dsa-1024", catalog.Verify, catalog.Message, func(c *library.Call) { c.In[0]++ }},
		"a signature of DSA with a tail":           {"dsa-1024", catalog.Verify, catalog.Message, func(c *library.Call) { c.Sig = append(slices.Clone(c.Sig), 0) }},
		"no signature":                             {"dsa-512", catalog.Verify, catalog.FreshKey, func(c *library.Call) { c.Sig = nil }},
		"a public key of another kind": {"rsa-1024", catalog.Verify, catalog.FreshKey, func(c *library.Call) {
			c.Key = call(t, library.Cell{Primitive: "dsa-1024", Operation: catalog.Verify}).Key
		}},
	} {
		c := library.Cell{Primitive: spoiled.primitive, Operation: spoiled.operation, Interface: std, Work: spoiled.work}
		calls := []library.Call{call(t, c), call(t, c), call(t, c)}
		if c.Operation == catalog.Verify {
			sig := signature(t, c.Primitive)
			for i := range calls {
				calls[i].Sig = sig
			}
		}
		spoiled.spoil(&calls[1])
		op, err := (golang{}).Prepare(c, calls)
		if err != nil {
			t.Fatal(err)
		}
		if n := op.Time(0, 6, make([]int64, 1)); n != 2 {
			t.Errorf("%s: %d of 6 calls fail, want 2", what, n)
		}
	}
}

// signature is one of a digest of zeros by the primitive's first test key.
func signature(t *testing.T, primitive string) []byte {
	t.Helper()
	c := library.Cell{Primitive: primitive, Operation: catalog.Sign, Interface: std, Work: catalog.Message}
	signed := call(t, c)
	op, err := (golang{}).Prepare(c, []library.Call{signed})
	if err != nil {
		t.Fatal(err)
	}
	if n := op.Time(0, 1, make([]int64, 1)); n != 0 {
		t.Fatalf("%s: a signature fails", primitive)
	}
	if strings.HasPrefix(primitive, "rsa-") {
		return signed.Out
	}
	var sig asn1.RawValue
	if _, err := asn1.Unmarshal(signed.Out, &sig); err != nil {
		t.Fatal(err)
	}
	return sig.FullBytes
}
