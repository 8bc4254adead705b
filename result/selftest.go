package result

import "io"

// SelftestSchema is the version of a self-test's JSON form, which is no document of results.
const SelftestSchema = "cpb-selftest/1"

// A Selftest is how often cpb was right, on one machine, about differences that are known exactly: a library is held against a copy of
// itself, of which each k calls have one more among them that does not count, or none has.
type Selftest struct {
	Schema      string            `json:"schema"`
	Tool        Tool              `json:"tool"`
	Host        *Host             `json:"host,omitempty"`
	Method      *SelftestMethod   `json:"method,omitempty"`
	Comparisons []KnownComparison `json:"comparisons"`
	Planted     []PlantedRow      `json:"planted"` // by what was planted, nothing first
	Rules       []RuleRow         `json:"rules,omitempty"`
	Order       *Bias             `json:"order,omitempty"`    // of the order of sampling: outer turns of a round against inner ones
	Smallest    float64           `json:"smallest,omitempty"` // the least difference that would have been found in 95 of 100 comparisons of equals, as a part of the time
	Warnings    []Warning         `json:"warnings,omitempty"`
}

// A SelftestMethod is how it was measured.
type SelftestMethod struct {
	Started        string   `json:"started,omitempty"` // RFC 3339
	Command        []string `json:"command,omitempty"`
	Seconds        float64  `json:"seconds,omitempty"`      // wall time of all
	Each           float64  `json:"each_seconds,omitempty"` // wall time of a comparison, starting processes included
	Runs           int      `json:"runs,omitempty"`
	Implementation string   `json:"implementation,omitempty"`
	Path           string   `json:"path,omitempty"` // of the file that was copied
	Processor      *int     `json:"processor,omitempty"`
	Scheduler      string   `json:"scheduler,omitempty"`
	LostShare      float64  `json:"lost_share,omitempty"`
	Seed           uint64   `json:"seed,omitempty"`
	Stopped        string   `json:"stopped,omitempty"` // "interrupted"
}

// A KnownComparison is one whose truth is known.
type KnownComparison struct {
	Run            int       `json:"run"`
	Primitive      string    `json:"primitive"`
	Operation      string    `json:"operation"`
	SizeBytes      *int      `json:"size_bytes,omitempty"`
	Every          int       `json:"every,omitempty"`   // so many calls of the copy had one more among them; absent where none had
	Seconds        float64   `json:"seconds,omitempty"` // of timed calls, on both sides together
	LaunchLogRatio []float64 `json:"launch_log_ratio"`
}

// A PlantedRow is what came of all comparisons with the same difference.
type PlantedRow struct {
	Every       int     `json:"every,omitempty"` // absent where nothing was planted
	Planted     float64 `json:"planted"`         // 1 ÷ every, or 0
	Comparisons int     `json:"comparisons"`
	Different   int     `json:"different"`         // whose 95 % interval excludes 1: found, or a false alarm where nothing was planted
	Wrong       *int    `json:"wrong,omitempty"`   // of these, on the wrong side; absent where neither is
	Covered     int     `json:"covered"`           // whose interval holds the truth
	Off         int     `json:"off"`               // whose estimate is more than 1 % from the truth
	OffFound    int     `json:"off_found"`         // of these, those whose interval excludes the truth
	Launches    int     `json:"launches"`          // the least that a comparison had
	Seconds     float64 `json:"seconds,omitempty"` // of timed calls of a comparison, both sides together: the median
	MedianHalf  float64 `json:"median_half"`
	P95Half     float64 `json:"p95_half"` // half-width under which 95 of 100 intervals are
	Bias        *Bias   `json:"bias,omitempty"`
}

// A Bias is by how much estimates are off in the middle, as a part of the time, with its 95 % interval over N of them.
type Bias struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`
}

// A RuleRow is what the rule of another tool made of the same samples.
type RuleRow struct {
	Name      string       `json:"name"`
	Says      string       `json:"says"`
	Source    string       `json:"source,omitempty"`
	Different []RuleResult `json:"different"` // in the order of Planted
}

// A RuleResult is how many comparisons a rule called different, of those that it could judge.
type RuleResult struct {
	Judged    int `json:"judged"`
	Different int `json:"different"`
}

// EncodeSelftest writes s as indented JSON.
func EncodeSelftest(w io.Writer, s *Selftest) error {
	out := *s
	out.Schema = SelftestSchema
	return encode(w, "the self-test", &out)
}
