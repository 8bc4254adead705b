package result

// A Tally is what a text holds, in numbers: for texts that hold too much to show.
type Tally struct {
	Groups   []GroupTally
	More     int // groups beyond those
	Results  int
	Warnings []KindTally
}

// A GroupTally is one group of a Tally.
type GroupTally struct {
	Name        string
	File        string
	Tool        string
	Version     string
	First, Last int // lines of its first and last result
	Results     int
	Primitives  []string // in the order in which they come
}

// A KindTally counts the warnings of a kind.
type KindTally struct {
	Kind  string
	Count int
	First Warning
}
