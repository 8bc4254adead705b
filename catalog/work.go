package catalog

import "slices"

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

// A Duty is a work of an operation, and what one call of it is, in words.
type Duty struct {
	Work Work
	Does string
}

// duties are the works of each operation, the one that is measured by default first.
var duties = map[Operation][]Duty{
	Hash: {{Message, "init, data, final"}},
	Encrypt: {
		{Update, "data only; key and IV kept"},
		{Message, "IV set, data; key kept (modes that have an IV)"},
		{Keyed, "key set, IV set, data"},
	},
	Sign: {
		{Message, "digest signed; key imported before"},
		{FreshKey, "private key imported, digest signed, key freed"},
	},
	Verify: {
		{Message, "signature of a digest verified; key imported before"},
		{FreshKey, "public key imported, signature verified, key freed"},
	},
}

// Duties returns the works of an operation, the default one first; none of an operation that no primitive has.
func Duties(op Operation) []Duty { return slices.Clone(duties[op]) }

// Duties returns the works of p's operation, the default one first; none where p has no such operation. Where there is no IV to
// be set a message is what an update is.
func (p Primitive) Duties(op Operation) (all []Duty) {
	if !slices.Contains(p.Operations, op) {
		return nil
	}
	for _, d := range duties[op] {
		if op != Encrypt || p.IVBytes > 0 || d.Work != Message {
			all = append(all, d)
		}
	}
	return all
}

// WorkOf is the work that is measured of p's operation where w is asked for, or "": w where the operation has it, else its
// default. A hash has no key to be set anew.
func (p Primitive) WorkOf(op Operation, w Work) Work {
	all := p.Duties(op)
	if slices.ContainsFunc(all, func(d Duty) bool { return d.Work == w }) {
		return w
	}
	return all[0].Work
}
