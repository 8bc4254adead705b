package librarytest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/internal/reference"
	"cpb/library"
	"cpb/result"
)

// keyed is a library that keeps the contract in what has keys: one cipher in a chain, and RSA. Its faults are for tests.
type keyed struct {
	library.GoMemory
	fault string
}

var keyedInfo = library.Info{Name: "keyed", Loop: "go", Interfaces: []library.Interface{{Name: "native"}}}

func (keyed) Identity() (name, version string) { return "keyed", "1.0" }

func (keyed) Loaded() result.Loaded { return result.Loaded{} }

func (keyed) Offers() []library.Offer {
	offer := func(slug string, op catalog.Operation, work catalog.Work) library.Offer {
		return library.Offer{Primitive: slug, Operation: op, Interface: "native", Work: work}
	}
	return []library.Offer{
		offer("aes-128-cbc", catalog.Encrypt, catalog.Update),
		offer("aes-128-cbc", catalog.Encrypt, catalog.Message),
		offer("rsa-1024", catalog.Sign, catalog.Message),
		offer("rsa-1024", catalog.Verify, catalog.Message),
	}
}

func (k keyed) Prepare(c library.Cell, calls []library.Call) (library.Op, error) {
	row := c
	row.SizeBytes = 0
	if !slices.ContainsFunc(k.Offers(), func(o library.Offer) bool { return cellOf(o).Cell == row }) {
		return nil, errors.New("not offered")
	}
	public := map[string][]byte{} // by private key
	keys, err := catalog.TestKeys("rsa-1024")
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		public[string(key.Private)] = key.Public
	}
	iv := calls[0].IV
	return library.NewGoOp(func(call *library.Call) bool {
		switch {
		case c.Operation == catalog.Verify:
			return k.fault == "says yes" || reference.Verify(c.Primitive, call.Key, call.In, call.Sig) == nil
		case c.Operation == catalog.Sign:
			sig, err := reference.Sign(c.Primitive, call.Key, call.In, 0)
			if k.fault == "signs another digest" {
				sig, err = reference.Sign(c.Primitive, call.Key, make([]byte, len(call.In)), 0)
			}
			copy(call.Out, sig)
			return err == nil
		}
		if c.Work == catalog.Message || k.fault == "begins anew" {
			iv = call.IV
		}
		out, err := reference.Encrypt(c.Primitive, call.Key, iv, call.In)
		copy(call.Out, out)
		iv = out[len(out)-len(iv):]
		switch k.fault {
		case "one chain a call":
			copy(call.IV, iv)
			iv = call.IV
		case "one bit":
			call.Out[len(call.Out)-1] ^= byte(len(call.In) >> 8 & 1)
		case "changes the key":
			call.Key[0]++
		}
		return err == nil
	}, calls), nil
}

func TestKeyedContract(t *testing.T) {
	Run(t, keyed{}, keyedInfo)
	for fault, want := range map[string]string{
		"says yes":             "rsa-1024 verify (message) through native: tampered: a signature",
		"signs another digest": "rsa-1024 sign (message) through native: ",
		"begins anew":          "aes-128-cbc encrypt (update) through native: sizes: message 1 of 16 bytes in a chain gives",
		"one chain a call":     "key, IV or signature of call 0 was changed",
		"one bit":              "aes-128-cbc encrypt (message) through native: sizes: message 0 of 256 bytes gives",
		"changes the key":      "key, IV or signature of call 0 was changed",
	} {
		var texts []string
		for err := range check(keyed{fault: fault}, keyedInfo) {
			texts = append(texts, err.Error())
		}
		if !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, want) }) {
			t.Errorf("%s: want %q, have\n%s", fault, want, strings.Join(texts, "\n"))
		}
	}
}

// What Go has not got is held against an op of one call.
func TestWithoutReference(t *testing.T) {
	s := &suite{lib: still{}, info: keyedInfo}
	c := cell{library.Cell{Primitive: "camellia-128-ecb", Operation: catalog.Encrypt, Interface: "native", Work: catalog.Update}}
	s.cells = []cell{c}
	if err := s.rotation(c); err != nil {
		t.Error(err)
	}
	s.lib = still{moody: true}
	if err := s.everySize(c); err == nil || !strings.Contains(err.Error(), "message 1 of 16 bytes gives") {
		t.Errorf("%v, want that the second message gives something else", err)
	}
}

// still is a cipher that adds one to each byte, and another number in each call where it is moody.
type still struct {
	keyed
	moody bool
}

func (s still) Prepare(_ library.Cell, calls []library.Call) (library.Op, error) {
	by := byte(1)
	return library.NewGoOp(func(call *library.Call) bool {
		for i, b := range call.In {
			call.Out[i] = b + by
		}
		if s.moody {
			by++
		}
		return true
	}, calls), nil
}
