package explain

import (
	"fmt"
	"slices"
	"strings"

	"cpb/catalog"
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

// An instructionSet is instructions for some primitives, and what code costs that does not use them.
type instructionSet struct {
	name     string
	features []string // any of these says that the processor has it, as /proc/cpuinfo calls them
	serves   func(primitive string) bool
	above    float64 // core cycles per byte
}

var instructionSets = []instructionSet{
	{"AES", []string{"aes"}, func(p string) bool {
		return strings.HasPrefix(p, "aes-") && (strings.HasSuffix(p, "-ecb") || strings.HasSuffix(p, "-cbc") || strings.HasSuffix(p, "-ctr"))
	}, softwareAES},
	{"SHA", []string{"sha_ni", "sha2"}, func(p string) bool { return p == "sha224" || p == "sha256" }, softwareSHA},
}

// unusedHere looks at results of the machine that the document describes.
func (e *evidence) unusedHere() (found []result.Finding) {
	if e.doc.Host == nil {
		return nil
	}
	for _, set := range instructionSets {
		if !slices.ContainsFunc(set.features, func(f string) bool { return slices.Contains(e.doc.Host.Features, f) }) {
			continue
		}
		slow := filter(e.rows, func(r *row) bool { return set.serves(r.key.primitive) && e.cyclesHere(r) > set.above })
		for _, name := range distinct(slow, e.sideName) {
			rows := filter(slow, func(r *row) bool { return e.sideName(r) == name })
			var cells []string
			figures := map[string]float64{}
			for _, r := range rows {
				cells = append(cells, r.key.String()+" takes "+figure(r.cost.CyclesPerByte))
				figures["cycles_per_byte "+r.key.String()] = r.cost.CyclesPerByte
			}
			found = append(found, result.Finding{
				Basis: result.Inferred, Primitives: primitivesOf(rows), Results: resultsOf(rows), Figures: figures,
				Sentence: fmt.Sprintf("%s does not use this processor's %s instructions: %s cycles per byte, and code with them takes less than %g.",
					name, set.name, list(cells), set.above),
			})
		}
	}
	return found
}

// cyclesHere is the core cycles per byte of r, where cpb measured it on this machine with all of the processor's instructions
// allowed; else 0.
func (e *evidence) cyclesHere(r *row) float64 {
	if r.cost == nil || r.misfit || r.of.caps != "" || e.at(r.results[0]).Source != nil || r.cost.Cycles != result.CyclesCore && r.cost.Cycles != result.CyclesEstimated {
		return 0
	}
	return r.cost.CyclesPerByte
}

// unusedByLowLevel looks for AES by low-level functions beside AES by EVP in one table, or in two of one file and version.
func (e *evidence) unusedByLowLevel() (found []result.Finding) {
	for _, low := range e.rows {
		if low.timed == nil || low.timed.iface != lowlevel || low.timed.unless || !strings.HasPrefix(low.key.primitive, "aes-") {
			continue
		}
		for _, by := range e.rows {
			// Decryption in CBC mode is several blocks at a time, which is a gain of its own; the low-level functions only encrypt there.
			if by.key.operation == string(catalog.Decrypt) || by.timed == nil || by.timed.unless || !isEVP(by.timed) || !sameCell(by.key, low.key) || !e.oneSource(low, by) {
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
