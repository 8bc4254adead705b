package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"

	"cpb/result"
)

// A naming is what the text of an explanation calls the groups: their names, where these are long what is left of them without what
// all begin and end with, and where that is long too, or no word, numbers.
type naming struct {
	groups   []result.Group
	names    []string
	tails    []string      // names without what all begin with
	of       map[int][]int // the groups of each result
	called   []string
	numbered bool
}

// longestCall is the width up to which a group is called by its name, in columns.
const longestCall = 16

func newNaming(groups []result.Group) *naming {
	n := &naming{groups: groups, of: map[int][]int{}}
	for g, group := range groups {
		n.names = append(n.names, cmp.Or(clean(group.Name), "without a name"))
		for _, i := range group.Results {
			n.of[i] = append(n.of[i], g)
		}
	}
	if !n.several() {
		return n
	}
	n.tails = shortenLead(n.names, 1)
	n.called = n.names
	if !fitting(n.called, longestCall) {
		n.called = withoutTail(n.tails, longestCall/4)
	}
	if !fitting(n.called, longestCall) || slices.ContainsFunc(n.called, wordless) || len(distinctTexts(n.called)) < len(n.called) {
		n.numbered = true
		n.called = nil
		for g := range groups {
			n.called = append(n.called, strconv.Itoa(g+1))
		}
	}
	return n
}

// wordless reports whether s has nothing in it that would be taken for a name beside numbers.
func wordless(s string) bool { return !strings.ContainsFunc(s, unicode.IsLetter) }

// several reports whether there are groups to tell apart.
func (n *naming) several() bool { return len(n.groups) > 1 }

// list is what the groups are called, or their numbers, and their whole names.
func (n *naming) list() (all []remark) {
	for g, name := range n.names {
		call := n.called[g]
		if call == name {
			call = strconv.Itoa(g + 1)
		}
		all = append(all, remark{call, shorten(name, longestSentence)})
	}
	return all
}

// sentence is s with what groups are called in the place of their names.
func (n *naming) sentence(s string, mentions []result.Mention) string {
	var b strings.Builder
	at := 0
	for _, m := range mentions {
		if m.From < at || m.To < m.From || m.To > len(s) || m.Group < 0 || m.Group >= len(n.called) {
			continue
		}
		b.WriteString(s[at:m.From] + n.quoted(m.Group, m.Rest))
		at = m.To
	}
	return sentence(b.String() + s[at:])
}

// quoted is a group in a sentence, in quotation marks where a comma would be taken for the sentence's.
func (n *naming) quoted(group int, rest string) string {
	call := n.called[group] + rest
	if strings.Contains(call, ",") {
		return "“" + call + "”"
	}
	return call
}

// call is what the row of figures is called that bears a name and has these results.
func (n *naming) call(of string, results []int) string {
	group, rest, ok := n.split(of, results)
	switch {
	case ok:
		return n.called[group] + clean(rest)
	case group >= 0 && n.numbered:
		return joined(" ", n.called[group], clean(of))
	}
	return cmp.Or(clean(of), "unnamed")
}

// split divides the name of a row into its group and the rest; group is -1 where there is nothing to tell apart.
func (n *naming) split(of string, results []int) (group int, rest string, ok bool) {
	if len(results) == 0 || !n.several() {
		return -1, "", false
	}
	group = -1
	for _, g := range n.of[results[0]] {
		if rest, ok = strings.CutPrefix(of, n.groups[g].Name); ok && n.groups[g].Name != "" {
			return g, rest, true
		}
		group = g
	}
	return group, "", false
}

// longestRow is the width of a row's name with its number: it leaves a table of costs one line a row.
const longestRow = 24

// row is what the row is called in a table: where groups go by numbers, with as much of its name behind that as there is room for.
func (n *naming) row(of string, results []int, width int) string {
	group, rest, ok := n.split(of, results)
	if !n.numbered || group < 0 || rest != "" {
		return n.call(of, results)
	}
	name := n.tails[group]
	if !ok {
		name = clean(of)
	}
	return n.called[group] + " " + beginning(name, min(longestRow, width*45/100)-len(n.called[group])-1)
}

// beginning is as many words from the beginning of s as fit into width.
func beginning(s string, width int) string {
	if text.StringWidth(s) <= width {
		return s
	}
	head := text.Trim(s, max(1, width-1))
	if at := strings.LastIndexAny(head, wordEnds); at > len(head)/2 {
		head = strings.TrimRight(head[:at], wordEnds)
	}
	return head + cut
}

// about is d with the warnings alone that are about the figures of groups: those of their files, and their own.
func about(d *result.Document, groups []result.Group) *result.Document {
	files := map[string]bool{"": true}
	some := *d
	some.Results, some.Warnings = nil, nil
	for _, g := range groups {
		for _, i := range g.Results {
			r := d.Results[i]
			if r.Source != nil {
				files[r.Source.File] = true
			}
			some.Results = append(some.Results, r)
		}
	}
	for _, w := range d.Warnings {
		if files[w.File] {
			some.Warnings = append(some.Warnings, w)
		}
	}
	return &some
}
