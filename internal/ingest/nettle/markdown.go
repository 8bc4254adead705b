package nettle

import (
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// A summary is a table in Markdown that people make of the benchmark's: | Algorithm | mode | C (Mbyte/s) | This patch (Mbyte/s) |.
// The columns are runs.
type summary struct {
	runs []string
	mode bool // whether the second column is the mode
	unit bool // whether the head has the unit of all figures
	last int
	told bool // whether it was warned of
}

// column is the head of a column with its unit.
var column = ingest.NewPattern(`^(.*\S)\s+\(Mbyte/s\)$`)

// cellFigure is a figure, with its unit where the head has none.
var cellFigure = ingest.NewPattern(`^(-?\d+(?:\.\d+)?|-?nan|-?inf)( Mbyte/s)?$`)

// markdown takes a line of such a table.
func (p *parser) markdown(text string, line int) bool {
	row, ok := strings.CutSuffix(strings.TrimPrefix(text, "|"), "|")
	if !ok || len(text) > 1000 {
		return false
	}
	cells := strings.Split(row, "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	s := &p.summary
	if cells[0] == "Algorithm" && len(cells) > 1 {
		*s = summary{last: line, mode: cells[1] == "mode"}
		for _, c := range cells[s.names():] {
			if m := column.FindStringSubmatch(c); m != nil {
				c, s.unit = m[1], true
			}
			s.runs = append(s.runs, strings.Clone(c))
		}
		return s.unit // one without a unit is Nettle's where its cells have it
	}
	switch {
	case s.runs == nil:
		return false
	case line > s.last+3:
		*s = summary{}
		return false
	case strings.Trim(row, "|-: ") == "":
		s.last = line
		return s.unit
	}
	n := s.names()
	if len(cells) <= n || len(cells) > n+len(s.runs) || !s.figures(cells[n:]) {
		*s = summary{}
		return false
	}
	s.last = line
	if len(cells) < n+len(s.runs) {
		p.out.Warn(ingest.Truncated, line, "%s has %d of %d figures: which is which cannot be told", cells[0], len(cells)-n, len(s.runs))
		return true
	}
	mode := ""
	if s.mode {
		mode = cells[1]
	}
	p.summarised(cells[0], mode, cells[n:], line)
	return true
}

// names is how many columns have names.
func (s *summary) names() int {
	if s.mode {
		return 2
	}
	return 1
}

// figures reports whether all cells are figures of a known unit.
func (s *summary) figures(cells []string) bool {
	for _, c := range cells {
		if m := cellFigure.FindStringSubmatch(c); m == nil || !s.unit && m[2] == "" {
			return false
		}
	}
	return true
}

// summarised gives out a row: one figure for each run.
func (p *parser) summarised(name, mode string, cells []string, line int) {
	if !p.summary.told {
		p.summary.told = true
		p.out.Begin(ingest.Block{})
		p.out.Warn(ingest.Derived, line, "the table is made of nettle-benchmark's: its columns are taken for runs")
	}
	for i, c := range cells {
		figure := cellFigure.FindStringSubmatch(c)[1]
		rate, ok := ingest.ParsePositive(figure)
		if !ok {
			p.out.Warn(ingest.NoResult, line, "%s %s: %s Mbyte/s are no speed", name, mode, figure)
			continue
		}
		r := p.identify(name, mode, line)
		if mode == "" { // what a row of a hash is, where it is one
			r = p.identify(name, "update", line)
		}
		r.Library, r.Run, r.Source = "nettle", p.summary.runs[i], &result.Source{Line: line}
		if strings.EqualFold(r.Run, "openssl") {
			r.Library = "openssl"
		}
		r.BytesPerSecond, r.Printed, r.Unit = rate.Value*(1<<20), strings.Clone(figure)+" Mbyte/s", "2^20 B/s"
		p.out.Result(&r)
	}
}
