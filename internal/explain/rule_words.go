package explain

import (
	"slices"
	"strings"
)

// span is "135 to 148", or one of them where they read the same.
func span(low, high float64) string {
	if figure(low) == figure(high) {
		return figure(low)
	}
	return figure(low) + " to " + figure(high)
}

// verb is singular or plural, as n things need it.
func verb(n int, singular, plural string) string {
	if n == 1 {
		return singular
	}
	return plural
}

// unique has each name once, in the order of their first.
func unique[T comparable](names []T) (once []T) {
	for _, n := range names {
		if !slices.Contains(once, n) {
			once = append(once, n)
		}
	}
	return once
}

// cellNames are the cells of rows as a sentence has them, each once.
func cellNames(rows []*row) (all []string) {
	for _, r := range rows {
		all = append(all, r.key.String())
	}
	return unique(all)
}

// primitivesOf are the primitives of rows, each once.
func primitivesOf(rows []*row) (all []string) {
	for _, r := range rows {
		all = append(all, r.key.primitive)
	}
	return unique(all)
}

// resultsOf are the results that rows stand on, each once.
func resultsOf(rows []*row) (all []int) {
	for _, r := range rows {
		all = append(all, r.results...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// quoted is a name that can stand in a sentence: in quotation marks where a comma in it would be taken for the sentence's.
func quoted(name string) string {
	if strings.Contains(name, ",") {
		return "“" + name + "”"
	}
	return name
}

// groupName is a group as a sentence has it, marked; see mark.
func (e *evidence) groupName(g int) string {
	if e.groups[g].Name == "" {
		return "the table"
	}
	return e.mark(g, "")
}
