package result

// A Layout says how the code that a call of either side of a pair runs differs, function by function of the files that the sides have not in
// common: the library's, and what it brings along. Two builds
// whose functions have the same instructions at other addresses differ in time by where code lies (alignment), which is no property of
// the algorithm.
type Layout struct {
	Functions int      `json:"functions"`         // of those files that a call runs, on either side
	Changed   []string `json:"changed,omitempty"` // whose instructions differ, or that one side alone runs
	Moved     []string `json:"moved,omitempty"`   // with the same instructions at another address modulo 64
	Partial   string   `json:"partial,omitempty"` // why not all was looked at
}

// Only reports whether where code lies is all that differs between the two sides.
func (l *Layout) Only() bool {
	return l != nil && l.Partial == "" && len(l.Changed) == 0 && len(l.Moved) > 0
}
