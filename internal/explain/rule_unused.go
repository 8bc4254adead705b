package explain

import (
	"fmt"
	"slices"
	"strings"

	"cpb/result"
)

// Core cycles per byte above which code does not use the processor's instructions. AES in CBC mode waits for the instruction
// 10 to 14 times per 16 bytes, at most 8 cycles each: 7 for AES-256 on Sandy Bridge. SHA-256 takes 2 to 4 with instructions and
// was seen at 5.7 at the best without.
const (
	softwareAES = 8
	softwareSHA = 5
	timesAES    = 3 // how many times as fast as AES without instructions what is said to have them is at least
)

// unusedInstructions finds code that leaves instructions of the processor unused: where the features of the machine are known, by
// cycles per byte; where they are not, by another row of the same machine.
func unusedInstructions(e *evidence) (found []result.Finding) {
	return append(e.unusedHere(), e.unusedByLowLevel()...)
}

// unusedHere looks at results of the machine that the document describes.
func (e *evidence) unusedHere() (found []result.Finding) {
	if e.doc.Host == nil {
		return nil
	}
	for _, kind := range []struct {
		feature  []string // any of them
		name     string
		prefixes []string
		above    float64
	}{
		{[]string{"aes"}, "AES", []string{"aes-"}, softwareAES},
		{[]string{"sha_ni", "sha2"}, "SHA", []string{"sha224", "sha256"}, softwareSHA},
	} {
		if !slices.ContainsFunc(kind.feature, func(f string) bool { return slices.Contains(e.doc.Host.Features, f) }) {
			continue
		}
		slow := map[string][]*row{}
		var names []string
		figures := map[string]float64{}
		for _, r := range e.rows {
			if r.cost == nil || r.misfit || r.of.caps != "" || e.at(r.results[0]).Source != nil || r.cost.CyclesPerByte <= kind.above ||
				r.cost.Cycles != "core" && r.cost.Cycles != "estimated" ||
				!slices.ContainsFunc(kind.prefixes, func(p string) bool { return strings.HasPrefix(r.key.primitive, p) }) {
				continue
			}
			name := e.sideName(r)
			slow[name], names = append(slow[name], r), append(names, name)
			figures["cycles_per_byte "+name+" "+r.key.String()] = r.cost.CyclesPerByte
		}
		for _, name := range unique(names) {
			var cells []string
			for _, r := range slow[name] {
				cells = append(cells, fmt.Sprintf("%s %s", r.key, figure(r.cost.CyclesPerByte)))
			}
			own := map[string]float64{}
			for k, v := range figures {
				if strings.HasPrefix(k, "cycles_per_byte "+name+" ") {
					own[k] = v
				}
			}
			found = append(found, result.Finding{
				Basis: result.Inferred, Primitives: primitivesOf(slow[name]), Results: resultsOf(slow[name]), Figures: own,
				Sentence: fmt.Sprintf("%s does not use this processor's %s instructions: %s cycles per byte, and no code with them takes more than %s.", name, kind.name, list(cells), figure(kind.above)),
			})
		}
	}
	return found
}

// unusedByLowLevel looks for AES by low-level functions beside AES by EVP in one table, or in two of one file and version.
func (e *evidence) unusedByLowLevel() (found []result.Finding) {
	for _, low := range e.rows {
		if low.timed == nil || low.timed.iface != lowlevel || low.timed.unless || !strings.HasPrefix(low.key.primitive, "aes-") {
			continue
		}
		for _, by := range e.rows {
			if by.timed == nil || by.timed.unless || !isEVP(by.timed) || !sameCell(by.key, low.key) || !e.oneSource(low, by) {
				continue
			}
			a, b, ok := shared(e.measures(low), e.measures(by))
			if !ok || a.value < timesAES*b.value {
				continue
			}
			s := fmt.Sprintf("%s through EVP in %s is %s as fast as through %s in %s: EVP uses AES instructions of the processor, the low-level functions do not.",
				low.key.primitive, e.sideName(by), times(a.value/b.value), low.timed.calls, e.sideName(low))
			if by.group != low.group {
				s += " That holds if both tables are of one machine, as one file suggests."
			}
			found = append(found, result.Finding{
				Basis: result.Inferred, Primitives: []string{low.key.primitive}, Results: resultsOf([]*row{low, by}),
				Figures: map[string]float64{"ratio": a.value / b.value}, Sentence: s,
			})
		}
	}
	return found
}

// sameCell reports whether two cells are the same as far as both are told.
func sameCell(a, b cellKey) bool {
	if a.operation == "" || b.operation == "" {
		a.operation, b.operation = "", ""
	}
	if a.work == "" || b.work == "" {
		a.work, b.work = "", ""
	}
	return a == b
}

// oneSource reports whether two rows are of one table, or of one file and version.
func (e *evidence) oneSource(a, b *row) bool {
	if a.group == b.group {
		return true
	}
	file := e.at(a.results[0]).Source.File
	return file != "" && file == e.at(b.results[0]).Source.File && e.toolVersion(a) != "" && e.toolVersion(a) == e.toolVersion(b)
}
