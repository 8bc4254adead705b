package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// cut stands where something was taken out of a name.
const cut = "…"

// labels fits names that stand under each other into width columns. Where one is too long, all lose from what they begin with
// alike, so that where they differ can be read; then what they end with alike, where that is much; and those still too long
// their middle. Names that would come out alike are led by their numbers.
func labels(names []string, width int) []string {
	short := names
	if !fitting(short, width) {
		short = shortenLead(short, width)
	}
	if !fitting(short, width) {
		short = withoutTail(short, width/4)
	}
	fit := make([]string, len(names))
	whose := map[string]map[string]bool{} // the names that come out as a label
	for i, s := range short {
		fit[i] = shorten(s, width)
		if whose[fit[i]] == nil {
			whose[fit[i]] = map[string]bool{}
		}
		whose[fit[i]][names[i]] = true
	}
	alike := slices.Clone(fit)
	for i, s := range short {
		if len(whose[alike[i]]) > 1 {
			number := fmt.Sprintf("%d ", i+1)
			fit[i] = number + shorten(s, max(1, width-len(number)))
		}
	}
	return fit
}

func fitting(names []string, width int) bool { return widest(names) <= width }

func widest(names []string) int {
	most := 0
	for _, s := range names {
		most = max(most, text.StringWidth(s))
	}
	return most
}

// wordEnds are the characters after which what names begin with alike may end, and with which what they end with alike may
// begin.
const wordEnds = " #/:,;()"

// leastLead is the least of a beginning that is worth its columns.
const leastLead = 4

// shortenLead takes as much from the end of what all names begin with, up to the end of a word, as has to go for them to fit
// into width.
func shortenLead(names []string, width int) []string {
	least, most := slices.Min(names), slices.Max(names)
	n := 0
	for n < min(len(least), len(most)) && least[n] == most[n] {
		n++
	}
	n = strings.LastIndexAny(least[:n], wordEnds) + 1
	if least == most || n < 2 {
		return names
	}
	rest := make([]string, len(names))
	for i, s := range names {
		rest[i] = s[n:]
	}
	lead := ""
	if room := width - widest(rest) - 1; room >= leastLead {
		lead = text.Trim(least[:n], room)
	}
	for i, s := range rest {
		rest[i] = lead + cut + s
	}
	return rest
}

// withoutTail takes out what all names end with, from the end of a word on, where that is wider than much.
func withoutTail(names []string, much int) []string {
	if slices.Min(names) == slices.Max(names) {
		return names
	}
	shared := names[0]
	for _, s := range names {
		for !strings.HasSuffix(s, shared) {
			shared = shared[1:]
		}
	}
	at := strings.IndexAny(shared, wordEnds)
	if at < 0 || text.StringWidth(shared[at:]) <= max(much, 1) {
		return names
	}
	rest := make([]string, len(names))
	for i, s := range names {
		rest[i] = s[:len(s)-len(shared)+at] + cut
	}
	return rest
}
