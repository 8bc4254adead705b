// Package catalog names what can be measured: operations, works, primitives with their aliases, the standards that
// define them, their cost models and their known answers. Everything else in cpb looks a primitive up here; nothing
// else declares one.
package catalog

import "slices"

// An Operation is what a call computes.
type Operation string

// The operations. A primitive has one or more of them.
const (
	Hash        Operation = "hash"
	MAC         Operation = "mac"
	Encrypt     Operation = "encrypt"
	Decrypt     Operation = "decrypt"
	Seal        Operation = "seal"
	Open        Operation = "open"
	Sign        Operation = "sign"
	Verify      Operation = "verify"
	Keygen      Operation = "keygen"
	Derive      Operation = "derive"
	Encapsulate Operation = "encapsulate"
	Decapsulate Operation = "decapsulate"
	KDF         Operation = "kdf"
	RNG         Operation = "rng"
)

// A Primitive is one algorithm with fixed parameters.
type Primitive struct {
	Slug       string      // lower-case name used everywhere: "sha256"
	Name       string      // the standard's spelling: "SHA-256"
	Operations []Operation // what it can do, all of it measured unless less is asked for
	Standard   string      // document and section that define it
	Aliases    []string    // other tools' names, as they print them
	Groups     []string    // the groups it belongs to: "hashes", "classic"
	Model      Model       // how the time of a call grows with its size
	OutBytes   int         // bytes of output where fixed: of a digest, of a signature at most; 0 where it follows the input
	KeyBytes   int         // of a cipher's key
	IVBytes    int         // of a cipher's initialization vector; 0 where it has none
	Bits       int         // of a public key: of the modulus, of p, of the curve's field
	InBytes    int         // of what is signed where fixed: a digest
}

// Sized reports whether calls have a size that can be chosen.
func (p Primitive) Sized() bool { return p.Model.Kind != None }

// Sole is p's operation where it has only one, and need not be named; "" where it has several.
func (p Primitive) Sole() Operation {
	if len(p.Operations) != 1 {
		return ""
	}
	return p.Operations[0]
}

// As is what p does where a cipher would do op: an AEAD seals for encrypting, and opens for decrypting.
func (p Primitive) As(op Operation) Operation {
	if slices.Contains(p.Operations, Seal) {
		switch op {
		case Encrypt:
			return Seal
		case Decrypt:
			return Open
		}
	}
	return op
}

// Takes reports whether a call can have size bytes of input. Block ciphers without padding take whole blocks, at least one.
func (p Primitive) Takes(size int) bool {
	return !p.Model.Whole || size > 0 && size%p.Model.BlockBytes == 0
}

// Output is the bytes of room that a call of op with size bytes of input writes to.
func (p Primitive) Output(op Operation, size int) int {
	switch {
	case op == Verify:
		return 0
	case p.OutBytes > 0:
		return p.OutBytes
	}
	return size
}

// Chained reports whether a call's output depends on the call before: where the IV of one message is not set anew for the next.
func (p Primitive) Chained(w Work) bool { return p.IVBytes > 0 && w == Update }
