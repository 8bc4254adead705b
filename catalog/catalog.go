// Package catalog names what can be measured: operations, works, primitives with their aliases, the standards that
// define them, their cost models and their known answers. Everything else in cpb looks a primitive up here; nothing
// else declares one.
package catalog

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

// A Work is what one timed call includes. Results of different works do not compare.
type Work string

// The works.
const (
	Message  Work = "message"   // IV or init, data, final
	Update   Work = "update"    // data only; key and IV are kept
	Record   Work = "record"    // AEAD: new nonce, same key, tag
	Keyed    Work = "keyed"     // key set-up included
	FreshKey Work = "fresh-key" // public key: import and first use included
)

// Works lists the works in the order above.
func Works() []Work { return []Work{Message, Update, Record, Keyed, FreshKey} }

// DefaultWork is the work that is measured for an operation unless another is asked for.
func DefaultWork(op Operation) Work {
	switch op {
	case Encrypt, Decrypt:
		return Update
	case Seal, Open:
		return Record
	default:
		return Message
	}
}

// A Primitive is one algorithm with fixed parameters.
type Primitive struct {
	Slug       string      // lower-case name used everywhere: "sha256"
	Name       string      // the standard's spelling: "SHA-256"
	Operations []Operation // what it can do; the first is the one measured by default
	Standard   string      // document and section that define it
	Aliases    []string    // other tools' names, as they print them
	Groups     []string    // the groups it belongs to: "hashes", "classic"
	Model      Model       // how the time of a call grows with its size
	OutBytes   int         // bytes of output of a call where fixed (a digest); 0 where it follows the input
}
