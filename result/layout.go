package result

// A Layout says how the code that a call of either side of a pair runs differs, function by function of the files that the sides have not in
// common: the library's, and what it brings along. Two builds whose functions have the same instructions at other addresses, and run the
// same of them, differ in time by where code lies (alignment), which is no property of the algorithm.
type Layout struct {
	Functions int      `json:"functions"`         // of those files that a call runs, on either side
	Changed   []string `json:"changed,omitempty"` // whose instructions differ or take another path, or that one side alone runs; or "executes 9100 instructions, not 182", of a file whose functions are the same
	Moved     []string `json:"moved,omitempty"`   // with the same instructions at another address modulo 64
	Partial   string   `json:"partial,omitempty"` // why not all was looked at, or is sure
}

// Only reports whether where code lies is all that differs between the two sides.
func (l *Layout) Only() bool {
	return l != nil && l.Partial == "" && len(l.Changed) == 0 && len(l.Moved) > 0
}
