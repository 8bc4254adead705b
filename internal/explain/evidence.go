package explain

import "cpb/result"

// An evidence is a document sorted for the rules: each row of figures with its fit, and which rows stand against which.
type evidence struct {
	doc    *result.Document
	groups []result.Group
	rows   []*row
	pairs  []pair
}

// A cellKey is what the figures of one row have in common.
type cellKey struct {
	primitive, operation, work string
	bits, threads              int
}

// A row is the results of one implementation for one primitive, operation and work in one group, by size.
type row struct {
	key    cellKey
	group  int    // index into evidence.groups
	name   string // of the implementation, as a reader would name it; the group's name where the source names none
	points []point
	cost   *result.Cost // nil where the sizes do not determine a model
	timed  *habit       // what openssl speed is known to have called for it; nil where that is not known
}

// A point is the time of one size.
type point struct {
	size   int     // bytes; 0 where calls have no size
	ns     float64 // per call
	result int     // index into evidence.doc.Results
}

// A pair is two rows of the same cell that are held against each other.
type pair struct{ base, other *row }
