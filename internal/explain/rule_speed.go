package explain

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"cpb/internal/cost"
	"cpb/result"
)

// isEVP reports whether h went by EVP, in any way.
func isEVP(h *habit) bool { return strings.HasPrefix(h.iface, evp) }

// callsOf are the calls of rows, each once.
func callsOf(rows []*row) (calls []string) {
	for _, r := range rows {
		calls = append(calls, r.timed.calls)
	}
	return unique(calls)
}

// assumption is what is said where a habit of rows was assumed.
func assumption(rows []*row) string {
	if slices.ContainsFunc(rows, func(r *row) bool { return r.timed.unless }) {
		return " This holds unless a table was made with -evp, which is not told."
	}
	return ""
}

// bySpeed reports whether openssl speed printed r.
func (e *evidence) bySpeed(r *row) bool {
	s := e.at(r.results[0]).Source
	return s != nil && s.Tool == speedTool
}

// toolVersion is the version of the program that timed r.
func (e *evidence) toolVersion(r *row) string {
	if s := e.at(r.results[0]).Source; s != nil && s.Version != "" {
		return unmarked(s.Version)
	}
	return r.of.version
}

// programOf names the program that timed r, by its version alone where it is OpenSSL's.
func (e *evidence) programOf(r *row) string {
	if r.of.library == libressl {
		return "LibreSSL " + e.toolVersion(r)
	}
	return e.toolVersion(r)
}

// legacyEVPMix finds tables of which some rows went by EVP and others by the functions below it. Tables that are alike in this are
// told together.
func legacyEVPMix(e *evidence) (found []result.Finding) {
	type mix struct{ text, assumed string }
	tables := map[mix][]string{}
	rows := map[mix][]*row{}
	var order []mix
	for g := range e.groups {
		of := filter(e.of(g), func(r *row) bool { return r.timed != nil })
		for _, op := range distinct(of, func(r *row) string { return r.key.operation }) {
			byEVP := filter(of, func(r *row) bool { return r.key.operation == op && isEVP(r.timed) })
			direct := filter(of, func(r *row) bool { return r.key.operation == op && !isEVP(r.timed) })
			if len(byEVP) == 0 || len(direct) == 0 {
				continue
			}
			m := mix{mixed(byEVP, direct), assumption(append(slices.Clone(byEVP), direct...))}
			if tables[m] == nil {
				order = append(order, m)
			}
			tables[m] = append(tables[m], e.groupName(g))
			rows[m] = append(append(rows[m], byEVP...), direct...)
		}
	}
	for _, m := range order {
		found = append(found, result.Finding{
			Basis: result.Known, Primitives: primitivesOf(rows[m]), Results: resultsOf(rows[m]),
			Sentence: "In " + e.all(tables[m]) + " " + m.text + m.assumed,
		})
	}
	return found
}

// all names groups, or says that they are all.
func (e *evidence) all(groups []string) string {
	if len(groups) > 2 && len(groups) == len(e.groups) {
		return "every table"
	}
	return list(groups)
}

// mixed says what went by EVP and what did not, and what that means.
func mixed(byEVP, direct []*row) string {
	means := "Their costs per call do not compare; what a block costs does."
	if direct[0].timed.iface == lowlevel {
		means = "They do not compare, neither per call nor per block: on x86 the low-level functions never use the processor's AES instructions, and EVP does where there are some."
	}
	return fmt.Sprintf("openssl speed timed %s through EVP and %s through %s. %s", list(cellNames(byEVP)), list(cellNames(direct)), list(callsOf(direct)), means)
}

// A move is from what one version of openssl speed called to what another did.
type move struct {
	base, other     habit
	before, current string // versions
}

// same reports whether nothing moved.
func (m move) same() bool { return m.base.calls == m.other.calls }

// speedChangedFunction tells where two versions of openssl speed timed different functions, and where they are known to have
// timed the same.
func speedChangedFunction(e *evidence) (found []result.Finding) {
	pairs := map[move][]pair{}
	var order []move
	for _, p := range e.pairs {
		b, o := p.base.timed, p.other.timed
		if b == nil || o == nil || e.toolVersion(p.base) == "" || e.toolVersion(p.other) == "" || e.toolVersion(p.base) == e.toolVersion(p.other) {
			continue
		}
		m := move{*b, *o, e.programOf(p.base), e.programOf(p.other)}
		if m.same() {
			if b.unless || o.unless {
				continue // the same by default, which is not told to have been the path
			}
			m.before, m.current = min(m.before, m.current), max(m.before, m.current)
		}
		if pairs[m] == nil {
			order = append(order, m)
		}
		pairs[m] = append(pairs[m], p)
	}
	type way struct{ before, current, means string }
	ways := map[way][]movement{}
	var told []way
	for _, m := range order {
		x := movement{move: m, pairs: pairs[m]}
		w := way{m.before, m.current, ""}
		if m.same() {
			found = append(found, x.finding(fmt.Sprintf("%s: openssl speed calls the same function in %s and %s, %s: like for like.",
				list(cellNames(x.rows())), m.before, m.current, m.base.calls)))
			continue
		}
		w.means = x.means() + assumption(x.rows())
		if ways[w] == nil {
			told = append(told, w)
		}
		ways[w] = append(ways[w], x)
	}
	var changes []result.Finding
	for _, w := range told {
		changes = append(changes, e.changedFunctions(ways[w], w.means))
	}
	return append(changes, found...)
}

// A movement is the pairs that made one move.
type movement struct {
	move
	pairs []pair
}

func (m movement) rows() (rows []*row) {
	for _, p := range m.pairs {
		rows = append(rows, p.base, p.other)
	}
	return rows
}

func (m movement) shifts() []shift { return (&facing{pairs: m.pairs}).shifts() }

func (m movement) finding(sentence string) result.Finding {
	rows := m.rows()
	return result.Finding{Basis: result.Known, Primitives: primitivesOf(rows), Results: resultsOf(rows), Sentence: sentence}
}

// changedFunctions is the finding of movements that mean the same, between the same two versions.
func (e *evidence) changedFunctions(all []movement, means string) result.Finding {
	m := all[0]
	sentence := fmt.Sprintf("%s: openssl speed calls %s in %s and %s in %s.", list(cellNames(m.rows())), m.base.calls, m.before, m.other.calls, m.current)
	together := movement{move: m.move}
	for _, m := range all {
		together.pairs = append(together.pairs, m.pairs...)
	}
	if len(all) > 1 {
		var parts []string
		for _, m := range all {
			parts = append(parts, fmt.Sprintf("from %s to %s for %s", m.base.calls, m.other.calls, list(e.cellsAmong(m, all))))
		}
		sentence = fmt.Sprintf("From %s to %s openssl speed goes %s.", m.before, m.current, strings.Join(parts, "; "))
	}
	f := together.finding(sentence + means)
	if shifts := together.shifts(); len(shifts) > 0 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, s := range shifts {
			low, high = min(low, s.fixed), max(high, s.fixed)
		}
		f.Figures = map[string]float64{"least_fixed_ns": low, "most_fixed_ns": high}
	}
	return f
}

// cellsAmong are the names of m's cells, with their groups where another movement has the cell too.
func (e *evidence) cellsAmong(m movement, all []movement) (names []string) {
	times := map[string]int{}
	for _, other := range all {
		for _, name := range cellNames(other.rows()) {
			times[name]++
		}
	}
	for _, p := range m.pairs {
		name := p.base.key.String()
		if times[name] > 1 {
			name += " in " + e.sideName(p.base) + " → " + e.sideName(p.other)
		}
		names = append(names, name)
	}
	return unique(names)
}

// means is what m means for what the calls cost, whose fixed costs changed as its shifts have it.
func (m movement) means() string {
	steps := m.other.steps() - m.base.steps()
	as := 0
	shifts := m.shifts()
	for _, s := range shifts {
		if s.told() && steps != 0 && (s.fixed < 0) == (steps < 0) {
			as++
		}
	}
	switch {
	case m.base.iface == lowlevel || m.other.iface == lowlevel:
		return " The two differ in the path, and not only in the version: they do not compare like for like."
	case as == 0 || as < len(shifts):
		return " What their calls cost does not compare like for like, and says nothing of what callers of EVP see."
	case steps < 0:
		return " Part of what each call costs less is that, how much is not told, and callers of EVP do not get that part."
	}
	return " Part of what each call costs more is that, how much is not told, and callers of EVP do not see that part."
}

// steps orders the paths of a hash by how much each call does besides hashing.
func (h habit) steps() int {
	switch {
	case !isEVP(&h):
		return 0
	case strings.Contains(h.calls, byNameWords):
		return 2
	}
	return 1
}

// evpOneName finds two tables of one version in which one primitive alone has another cost per call: what -evp does, which takes
// one name.
func evpOneName(e *evidence) (found []result.Finding) {
	for _, f := range e.facings() {
		if !e.bySpeed(f.base()) || !e.bySpeed(f.other()) || e.toolVersion(f.base()) == "" || e.toolVersion(f.base()) != e.toolVersion(f.other()) {
			continue
		}
		all := f.shifts()
		var one, none []shift
		for _, s := range all {
			switch {
			case s.told() && s.blocksStay():
				one = append(one, s)
			case s.share <= cost.Tolerance && math.Abs(math.Log(s.block)) <= math.Log1p(cost.Tolerance):
				none = append(none, s)
			}
		}
		if len(one) != 1 || len(none) == 0 || len(none)+1 != len(all) {
			continue
		}
		sentence, basis := e.oneName(one[0], none)
		found = append(found, result.Finding{
			Basis: basis, Primitives: []string{one[0].base.key.primitive}, Results: resultsOf(rowsOf(all)),
			Figures: map[string]float64{"fixed_ns": one[0].fixed}, Sentence: sentence,
		})
	}
	return found
}

// widest is the part by which shifts differ at most: per block, or per call of the least size.
func widest(shifts []shift) (part float64) {
	for _, s := range shifts {
		part = max(part, s.share, math.Abs(s.block-1))
	}
	return part
}

func (e *evidence) oneName(one shift, none []shift) (string, result.Basis) {
	name, others := one.base.key.String(), list(shiftedCells(none))
	base, other := e.sideName(one.base), e.sideName(one.other)
	more, by := "more", one.fixed
	if by < 0 {
		more, by = "less", -by
	}
	seen := fmt.Sprintf("%s costs %s %s per call in %s than in %s and the same per block; %s %s the same in both, within %s.", name, nanoseconds(by), more, other, base,
		others, verb(len(shiftedCells(none)), "costs", "cost"), percent(widest(none)))
	b, o := one.base.timed, one.other.timed
	switch {
	case b == nil || o == nil || b.unless || o.unless || b.calls == o.calls:
		return seen + fmt.Sprintf(" So %s went by two paths, as it does where one of the tables is made with -evp, which takes one name; %s went by one.", name, others), result.Inferred
	case isEVP(b) && isEVP(o):
		return seen + fmt.Sprintf(" openssl speed called %s, and %s: EVP both times. Its option -evp takes one name.", b.calls, o.calls), result.Known
	}
	return seen + fmt.Sprintf(" openssl speed called %s, and %s. Its option -evp takes one name: of these rows only %s compares two interfaces.", b.calls, o.calls, name), result.Known
}
