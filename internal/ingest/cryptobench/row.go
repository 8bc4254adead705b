package cryptobench

import (
	"strconv"
	"strings"

	"cpb/internal/ingest"
)

// A row is a line of figures.
type row struct {
	library, name string
	size          int
	runs          int64
	ticks         figure // per byte
	deviation     figure
	printed       string // both
	rest          string // what stands behind them
}

// A state is how much of a row a text is.
type state int

const (
	none  state = iota
	cut         // the beginning of one
	whole       // all of it
)

// template has the words of a row; "" stands for what differs.
var template = [...]string{"", "", "size:", "", "runs:", "", "time:", "", "+-", ""}

// What of a row must be there for it to be one.
const leastFields = 5

// scan reads a row.
func scan(text string) (r row, s state) {
	var fields [len(template)]string
	n, at, ticksAt := 0, 0, 0
	for ; n < len(fields); n++ {
		for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
			at++
		}
		from := at
		for at < len(text) && text[at] != ' ' && text[at] != '\t' {
			at++
		}
		if from == at {
			break
		}
		fields[n] = text[from:at]
		if want := template[n]; want != "" && fields[n] != want && !(want == "+-" && fields[n] == "±") {
			if n < leastFields || at < len(text) || !strings.HasPrefix(want, fields[n]) {
				return row{}, none
			}
			break // the line ends within the word
		}
		if n == 7 {
			ticksAt = from
		}
	}
	if n < leastFields {
		return row{}, none
	}
	r.library, r.name = fields[0], fields[1]
	var err error
	if r.size, err = strconv.Atoi(fields[3]); err != nil {
		return row{}, none
	}
	if n > 5 {
		if r.runs, err = strconv.ParseInt(fields[5], 10, 64); err != nil {
			return row{}, none
		}
	}
	var ok bool
	if n > 7 {
		if r.ticks, ok = parseFigure(fields[7]); !ok {
			return row{}, none
		}
	}
	if n < len(fields) {
		return r, cut
	}
	if r.deviation, ok = parseFigure(fields[9]); !ok {
		return row{}, none
	}
	r.printed = text[ticksAt:at]
	r.rest = strings.TrimLeft(text[at:], " \t")
	if r.rest == "" && r.deviation.isNumber && r.deviation.decimals() < r.ticks.decimals() {
		return r, cut
	}
	return r, whole
}

// A figure is what is printed with %.3f.
type figure struct {
	text     string
	value    float64
	isNumber bool
}

// parseFigure reads what can be printed: a number, or what stands for none.
func parseFigure(text string) (figure, bool) {
	if x, ok := ingest.ParseFigure(text); ok {
		return figure{text, x.Value, true}, true
	}
	switch strings.TrimLeft(text, "+-") {
	case "nan", "inf", "NaN", "Inf", "infinity", "1.#INF", "1.#IND", "1.#QNAN":
		return figure{text: text}, true
	}
	return figure{}, false
}

// decimals is how many digits of a number stand behind the point.
func (f figure) decimals() int {
	if point := strings.IndexByte(f.text, '.'); point >= 0 && f.isNumber {
		return len(f.text) - point - 1
	}
	return 0
}

// positive reports whether f is a number above 0.
func (f figure) positive() bool { return f.isNumber && f.value > 0 }

// whole reports whether a number that stands at the end of a cut line is complete.
func (f figure) whole() bool { return f.isNumber && f.decimals() == 3 }
