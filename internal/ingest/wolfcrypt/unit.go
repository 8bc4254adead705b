package wolfcrypt

import (
	"fmt"
	"math"
	"strings"

	"cpb/internal/ingest"
	"cpb/result"
)

// units finds out what MB and KB are, and has the rows that wait for that.
type units struct {
	known   bool
	binary  bool // powers of 1024
	waiting []waiting
	twos    int // rows whose amount is one of whole rounds in powers of 1024 only
	tens    int // in powers of 1000 only
}

// A waiting row has its rate in the unit that is not known yet.
type waiting struct {
	result result.Result
	rate   float64
	unit   string
}

// mostWaiting is how many rows wait.
const mostWaiting = 8

// round has the bytes that are processed between two looks at the clock: numBlocks × BENCH_SIZE, on embedded systems and else.
var round = map[string]float64{"KB": 25 << 10, "MB": 5 << 20}

// factorOf is what a unit is in bytes; 0 for KB, MB and GB, which depend on the version.
func factorOf(unit string) float64 {
	switch unit {
	case "bytes":
		return 1
	case "KiB":
		return 1 << 10
	case "MiB":
		return 1 << 20
	case "GiB":
		return 1 << 30
	case "kB":
		return 1e3
	case "mB":
		return 1e6
	}
	return 0
}

// power is what KB, MB and GB are in powers of 1024 or of 1000.
func power(unit string, binary bool) float64 {
	base := 1e3
	if binary {
		base = 1024
	}
	return math.Pow(base, float64(1+strings.IndexByte("KMG", unit[0])))
}

// unitName is how results name a unit of so many bytes.
func unitName(factor float64) string {
	switch factor {
	case 1:
		return "B/s"
	case 1 << 10:
		return "2^10 B/s"
	case 1 << 20:
		return "2^20 B/s"
	case 1 << 30:
		return "2^30 B/s"
	}
	return fmt.Sprintf("10^%.0f B/s", math.Log10(factor))
}

// byVersion is what MB is in a version, where that is sure: 5.3 and 5.4 are between the two.
func byVersion(version, command string) (binary, ok bool) {
	var major, minor int
	if n, _ := fmt.Sscanf(version, "%d.%d", &major, &minor); n < 2 {
		return false, false
	}
	switch {
	case major < 5 || major == 5 && minor < 3:
		// -base10 prints mB and kB there.
		return true, true
	case major > 5 || minor > 4:
		return false, true
	}
	return false, strings.Contains(command, "-base10")
}

// lookAt learns from the amount of a row.
func (u *units) lookAt(amount ingest.Figure, unit string) {
	step := round[unit]
	if step == 0 || amount.Half != 0.5 {
		return
	}
	whole := func(factor float64) bool {
		rounds := math.Round(amount.Value * factor / step)
		return rounds > 0 && math.Abs(rounds*step/factor-amount.Value) <= amount.Half
	}
	switch twos, tens := whole(power(unit, true)), whole(power(unit, false)); {
	case twos && !tens:
		u.twos++
	case tens && !twos:
		u.tens++
	}
}

// rated gives out a result with a rate in a unit, now or when the unit is known.
func (p *parser) rated(r *result.Result, rate, amount ingest.Figure, unit string, s *side) {
	factor := factorOf(unit)
	if factor == 0 && !s.units.known {
		s.units.binary, s.units.known = byVersion(s.version, p.out.Command())
	}
	if factor == 0 && !s.units.known {
		s.units.lookAt(amount, unit)
		s.units.waiting = append(s.units.waiting, waiting{*r, rate.Value, unit})
		if len(s.units.waiting) == mostWaiting {
			p.settleSide(s)
		}
		return
	}
	if len(s.units.waiting) > 0 { // the order of the text
		p.settleSide(s)
	}
	if factor == 0 {
		factor = power(unit, s.units.binary)
	}
	r.BytesPerSecond, r.Unit = rate.Value*factor, unitName(factor)
	p.give(r, s)
}

// settle decides what has to be decided.
func (p *parser) settle() {
	for i := range p.sides {
		p.settleSide(&p.sides[i])
	}
}

// settleSide decides what MB is, says so, and gives out the rows that waited.
func (p *parser) settleSide(s *side) {
	u := &s.units
	if len(u.waiting) == 0 {
		return
	}
	u.known, u.binary = true, u.tens <= u.twos
	base, why := "1024", "as in all versions before 5.3"
	switch {
	case u.tens > u.twos:
		base, why = "1000", "in which the amounts are whole rounds of the benchmark"
	case u.twos > 0:
		why = "in which the amounts are whole rounds of the benchmark"
	}
	first := &u.waiting[0]
	p.out.Warn(ingest.Assumed, first.result.Source.Line, "%s is taken for a power of %s, %s: the output does not have its version", first.unit, base, why)
	for _, w := range u.waiting {
		factor := power(w.unit, u.binary)
		w.result.BytesPerSecond, w.result.Unit = w.rate*factor, unitName(factor)
		p.give(&w.result, s)
	}
	u.waiting = nil
}
