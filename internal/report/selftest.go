package report

import (
	"fmt"
	"io"
	"strings"

	"cpb/result"
)

// Selftest writes s as text: how often cpb was right, what other tools' rules made of the same samples, and what that means.
func Selftest(w io.Writer, s *result.Selftest, o Options) error {
	p := newPage(o)
	p.heading(selftestTitle(s))
	newGrid(plantedSheet(s), p.width, p.color).write(&p.text)
	p.notes(selftestNotes(s))
	if len(s.Rules) > 0 {
		p.heading("called different by the rules of others, on the same samples")
		newGrid(rulesSheet(s), p.width, p.color).write(&p.text)
		p.notes([]string{"Rules that take one side after the other have the first side's samples of the first half of the launches and the second side's of the second half; tango and cpb have all. --json has what each rule says."})
	}
	var warnings []remark
	for _, x := range s.Warnings {
		warnings = append(warnings, remark{clean(x.Kind), clean(x.Message)})
	}
	p.section("warnings", warnings)
	p.section("conditions", selftestConditions(s))
	_, err := io.WriteString(w, p.text.String())
	return err
}

func selftestTitle(s *result.Selftest) string {
	m := s.Method
	return fmt.Sprintf("%s against a copy of itself: %s of %s", clean(m.Implementation), counted(len(s.Comparisons), "comparison"), Duration(m.Each*1e9))
}

// plantedName is what was planted: "none", "+0.25 %".
func plantedName(r result.PlantedRow) string {
	if r.Every == 0 {
		return "none"
	}
	return fmt.Sprintf("+%.3g %%", 100*r.Planted)
}

func plantedSheet(s *result.Selftest) sheet {
	t := sheet{corner: "planted", heads: []string{"n", "found", "in interval", "off >1%", "± median", "± 95%", "bias, %"}}
	for _, r := range s.Planted {
		bias := absent
		if b := r.Bias; b != nil {
			bias = fmt.Sprintf("%+.3f ± %.3f", 100*b.Value, 50*(b.High-b.Low))
		}
		t.rows = append(t.rows, sheetRow{plantedName(r), []sheetCell{
			{text: fmt.Sprint(r.Comparisons)},
			{text: tenths(r.Different, r.Comparisons)},
			{text: tenths(r.Covered, r.Comparisons)},
			{text: fmt.Sprint(r.Off)},
			{text: fmt.Sprintf("%.2f %%", 100*r.MedianHalf)},
			{text: fmt.Sprintf("%.2f %%", 100*r.P95Half)},
			{text: bias},
		}})
	}
	return t
}

// tenths is n of all in per cent: "5.0 %".
func tenths(n, all int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(all)) }

func selftestNotes(s *result.Selftest) []string {
	notes := []string{
		"found: the 95 % interval of the ratio excludes 1. Where nothing was planted that is a false alarm, and 5 of 100 are what 95 % means. in interval: it holds the truth.",
	}
	var timed []string
	for _, r := range s.Planted {
		timed = append(timed, fmt.Sprintf("%s %s in %d launches or more", plantedName(r), Duration(r.Seconds*1e9), r.Launches))
	}
	notes = append(notes, "Timed calls of a comparison, both sides, the median: "+strings.Join(timed, ", ")+".")
	for _, r := range s.Planted {
		if r.Wrong != nil && *r.Wrong > 0 {
			notes = append(notes, fmt.Sprintf("%s: %d of those found are on the wrong side.", plantedName(r), *r.Wrong))
		}
	}
	if s.Smallest > 0 {
		notes = append(notes, fmt.Sprintf("On this machine, as busy as it is, a difference of %.2g %% is found in %s a comparison, starting processes included, 95 times in 100. (cpb compare asks for more before it says faster or slower: half a per cent, and that a table has few false ones.)",
			100*s.Smallest, Duration(s.Method.Each*1e9)))
	} else {
		notes = append(notes, "Too few comparisons of equals to say what the least difference is that is found here.")
	}
	if b := s.Order; b != nil {
		notes = append(notes, fmt.Sprintf("Outer turns of a round take %+.3f %% (%+.3f to %+.3f) longer than inner ones, over %d comparisons of equals; which side has which is drawn.",
			100*b.Value, 100*b.Low, 100*b.High, b.N))
	}
	return notes
}

func rulesSheet(s *result.Selftest) sheet {
	t := sheet{corner: "planted"}
	ours := sheetRow{name: "cpb"}
	for _, r := range s.Planted {
		t.heads = append(t.heads, plantedName(r))
		ours.cells = append(ours.cells, sheetCell{text: percentOf(r.Different, r.Comparisons)})
	}
	t.rows = append(t.rows, ours)
	for _, rule := range s.Rules {
		line := sheetRow{name: rule.Name}
		for _, d := range rule.Different {
			line.cells = append(line.cells, sheetCell{text: percentOf(d.Different, d.Judged)})
		}
		t.rows = append(t.rows, line)
	}
	return t
}

func percentOf(n, all int) string {
	if all == 0 {
		return absent
	}
	return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(all))
}

func selftestConditions(s *result.Selftest) []remark {
	var all []remark
	if s.Host != nil {
		all = append(all, remark{"machine", machine(s.Host, &result.Method{CyclesBy: "chain"})})
		for _, w := range s.Host.Warnings {
			all = append(all, remark{"machine", clean(w)})
		}
	}
	m := s.Method
	var parts phrases
	parts.add(true, "%s", counted(m.Runs, "run"))
	parts.add(m.Processor != nil, "on processor %d", deref(m.Processor))
	parts.add(m.Scheduler != "", "scheduler %s", clean(m.Scheduler))
	parts.add(m.LostShare > 0, "%s %% of the time sampled lost to interruptions and left out", Digits(100*m.LostShare))
	parts.add(true, "%s in all", Duration(m.Seconds*1e9))
	parts.add(m.Stopped != "", "%s", clean(m.Stopped))
	parts.add(m.Seed != 0, "seed %d", m.Seed)
	parts.add(m.Started != "", "%s", clean(m.Started))
	parts.add(true, "%s", strings.TrimSpace(clean(s.Tool.Name)+" "+clean(s.Tool.Version)))
	return append(all, remark{"self-test", parts.String()})
}

// deref is the number behind p, 0 where there is none.
func deref(p *int) int {
	if p == nil {
		return 0
	}
	return *p
}
