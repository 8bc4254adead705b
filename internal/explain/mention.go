package explain

import (
	"strconv"
	"strings"

	"cpb/result"
)

// While sentences are put together, a group stands in them as a mark: its index and the rest of the name, each ended by a
// character that no text from outside has; see unmarked. So whoever prints a sentence can call the group something shorter,
// and need not look for its name.
const (
	markBegin = "\x00"
	markEnd   = "\x01"
)

// mark is a group; with a rest, what a row of it is called behind the group's name.
func (e *evidence) mark(group int, rest string) string {
	return markBegin + strconv.Itoa(group) + markEnd + rest + markEnd
}

func marked(s string) bool { return strings.Contains(s, markBegin) }

// unmarked is a text from outside without characters that would be taken for marks.
func unmarked(s string) string { return strings.NewReplacer(markBegin, "", markEnd, "").Replace(s) }

// mentions is a sentence with the names of groups where it has their marks, in quotation marks where a comma in one would be taken
// for the sentence's; and where they are.
func (e *evidence) mentions(s string) (sentence string, all []result.Mention) {
	var b strings.Builder
	e.eachMark(s, func(before string, group int, rest string) {
		b.WriteString(before)
		if group < 0 {
			return
		}
		m := result.Mention{From: b.Len(), Group: group, Rest: rest}
		b.WriteString(quoted(e.groups[group].Name + rest))
		m.To = b.Len()
		all = append(all, m)
	})
	return b.String(), all
}

// spell is a marked name as it is.
func (e *evidence) spell(s string) string {
	var b strings.Builder
	e.eachMark(s, func(before string, group int, rest string) {
		b.WriteString(before)
		if group >= 0 {
			b.WriteString(e.groups[group].Name + rest)
		}
	})
	return b.String()
}

// eachMark divides s at its marks. What is behind the last comes with a group below 0.
func (e *evidence) eachMark(s string, visit func(before string, group int, rest string)) {
	for {
		before, mark, found := strings.Cut(s, markBegin)
		index, behind, _ := strings.Cut(mark, markEnd)
		group, err := strconv.Atoi(index)
		if !found || err != nil {
			visit(before, -1, "")
			return
		}
		rest, after, _ := strings.Cut(behind, markEnd)
		visit(before, group, rest)
		s = after
	}
}
