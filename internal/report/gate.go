package report

import (
	"io"

	"cpb/result"
)

// Gate writes what d's gate comes to: the outcome in the first line, then the cells that matter and what stands apart, and in the last line
// what it cost. d has a gate.
func Gate(w io.Writer, d *result.Document, o Options) error {
	p := newPage(o)
	v := newGateView(d)
	p.paragraph("", styled(p.color, v.outcome(), gateStyle(d.Gate.Outcome)))
	for _, line := range v.sides() {
		p.paragraph("", line)
	}
	if same := v.same(); same != "" {
		p.paragraph("", styled(p.color, same, bold))
	}
	if shown := v.mattering(); len(shown) > 0 {
		p.apart()
		s := v.sheet(shown)
		newGrid(s, p.width, p.color).write(&p.text)
		p.paragraph("", styled(p.color, v.note(shown), faint))
	}
	if rest := v.rest(); rest != "" {
		p.apart()
		p.paragraph("", rest)
	}
	for _, s := range v.sections() {
		p.section(s.title, s.remarks)
	}
	p.apart()
	p.paragraph("", styled(p.color, v.cost(), faint))
	_, err := io.WriteString(w, p.text.String())
	return err
}

func gateStyle(o result.GateOutcome) string {
	switch o {
	case result.GatePassed:
		return boldGreen
	case result.GateSlower, result.GateWrong:
		return red
	}
	return bold
}
