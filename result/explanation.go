package result

// A Comparison is the times of one cell on two sides.
type Comparison struct {
	Primitive string   `json:"primitive"`
	Operation string   `json:"operation,omitempty"`
	Work      string   `json:"work,omitempty"`
	SizeBytes *int     `json:"size_bytes,omitempty"`
	Bits      int      `json:"bits,omitempty"`
	Threads   int      `json:"threads,omitempty"`
	Base      int      `json:"base"`             // index into Results
	Other     int      `json:"other"`            // index into Results
	Ratio     float64  `json:"ratio,omitempty"`  // time other ÷ time base: below 1 is faster
	Figure    string   `json:"figure,omitempty"` // what the ratio is of where it is not time: one of the figures below
	Low       float64  `json:"low,omitempty"`
	High      float64  `json:"high,omitempty"`
	Interval  string   `json:"interval,omitempty"` // what the interval covers, one of the kinds below
	P         float64  `json:"p,omitempty"`        // of no difference, where the data give one
	Verdict   Verdict  `json:"verdict"`
	Warnings  []string `json:"warnings,omitempty"`
}

// Figures of a comparison that are not times. Its ratio and verdict are then of cycles: fewer are "faster".
const (
	FigureCyclesPerByte = "cycles per byte"
	FigureCyclesPerCall = "cycles per call"
)

// Kinds of a comparison's interval.
const (
	IntervalPaired   = "paired"   // 95 %, over launches measured together
	IntervalUnpaired = "unpaired" // 95 %, over launches of either side
	IntervalPrinted  = "printed"  // from the variation that the tool printed
	IntervalStated   = "stated"   // from the spread that the user stated
	IntervalRounding = "rounding" // what the rounding of the figures allows, and nothing else: how runs vary is unknown
)

// SingleRuns is the part by which times must differ to count as faster or slower where nothing covers how they vary from
// run to run. The same code timed twice by openssl speed was seen to differ by 2 %, single processes by 18 %.
const SingleRuns = 0.10

// Warnings that many comparisons share.
const (
	WarnUnpaired   = "unpaired: the launches of the two sides were not measured together"
	WarnSingleRuns = "single runs: how much such figures vary from run to run is not known"
)

// A Verdict is what a comparison comes to.
type Verdict string

// The verdicts.
const (
	Faster        Verdict = "faster"         // the interval is below 1, and not all within the margin
	Slower        Verdict = "slower"         // the interval is above 1, and not all within the margin
	Same          Verdict = "same"           // the interval is all within the margin
	Undecided     Verdict = "undecided"      //
	NotComparable Verdict = "not comparable" // for the reason in the warnings
)

// An Explanation is the cost model of one primitive on one side, or on two and what changed between them.
type Explanation struct {
	Primitive string  `json:"primitive"`
	Operation string  `json:"operation,omitempty"`
	Work      string  `json:"work,omitempty"`
	Threads   int     `json:"threads,omitempty"`
	Model     string  `json:"model"` // a catalog.ModelKind
	Base      *Cost   `json:"base,omitempty"`
	Other     *Cost   `json:"other,omitempty"`
	Change    *Change `json:"change,omitempty"` // of two sides
	Sentence  string  `json:"sentence,omitempty"`

	Mentions []Mention `json:"-"` // of groups in Sentence, in its order
}

// A Change is what the other of two sides comes to beside the base.
type Change struct {
	Base      Side    `json:"base"`
	Other     Side    `json:"other"`
	Fixed     Outcome `json:"fixed,omitempty"`       // of the cost per call; absent where costs are not compared
	FixedNs   float64 `json:"fixed_ns,omitempty"`    // that each call of the other costs more
	Block     Outcome `json:"block,omitempty"`       // of the cost per block, or byte
	BlockRate float64 `json:"block_rate,omitempty"`  // how many times as fast the other's blocks are
	Smallest  *AtSize `json:"smallest,omitempty"`    // of the sizes that both have; of calls without a size, if they have times
	Largest   *AtSize `json:"largest,omitempty"`     // absent where it is the smallest
	Alone     []int   `json:"alone_bytes,omitempty"` // sizes that one side alone has
}

// A Side is one row of figures.
type Side struct {
	Of      string `json:"of"`      // whose, as in Cost
	Results []int  `json:"results"` // indices into Results
}

// An AtSize is how many times as fast the other side is at one size.
type AtSize struct {
	SizeBytes *int    `json:"size_bytes,omitempty"`
	Times     float64 `json:"times"`
}

// An Outcome is what two fits say of one of their costs.
type Outcome string

// The outcomes.
const (
	Unchanged Outcome = "unchanged" // the same, as far as the fits resolve it
	Changed   Outcome = "changed"
	Untold    Outcome = "untold" // neither can be said
)

// A Mention is a place in a sentence where it names one of the groups that are explained, or a row of one.
type Mention struct {
	From, To int    // bytes of the sentence; quotation marks are inside
	Group    int    // index into the groups
	Rest     string // of the name, behind the group's: "#openssl-3.0.22/evp"
}

// A Cost is a cost model fitted to the sizes of one implementation: ns = FixedNs + BlockNs × blocks. A fixed cost below
// zero is what the line says: its sizes do not tell a cost that small. Two sizes determine a line and no interval.
type Cost struct {
	Of            string  `json:"of,omitempty"`              // whose: the implementation or the run, as a reader would name it
	Results       []int   `json:"results"`                   // indices into Results of what was fitted, by size
	FixedNs       float64 `json:"fixed_ns"`                  // per call
	FixedLowNs    float64 `json:"fixed_low_ns,omitempty"`    // 95 % interval
	FixedHighNs   float64 `json:"fixed_high_ns,omitempty"`   //
	BlockNs       float64 `json:"block_ns"`                  // per block of BlockBytes
	BlockLowNs    float64 `json:"block_low_ns,omitempty"`    // 95 % interval
	BlockHighNs   float64 `json:"block_high_ns,omitempty"`   //
	Interval      string  `json:"interval,omitempty"`        // what the intervals come from, one of the kinds below; absent where there are none
	BlockBytes    int     `json:"block_bytes"`               // 1 where the model is per byte
	SlopeNs       float64 `json:"slope_ns"`                  // per block, between the two largest sizes alone
	MaxResidual   float64 `json:"max_residual"`              // the worst miss, as a part of its time
	WorstSize     int     `json:"worst_size"`                // bytes: where that is
	Misfit        bool    `json:"misfit,omitempty"`          // whether a size is missed by so much that the sizes are to be trusted, not the costs
	CyclesPerByte float64 `json:"cycles_per_byte,omitempty"` // of the part that grows with size, where the clock is known
	Cycles        string  `json:"cycles,omitempty"`          // of what clock, as in Result
}

// Kinds of a cost's intervals.
const (
	IntervalLaunches  = "launches"  // the model fitted to each launch: how launches vary, and not how well the model fits
	IntervalResiduals = "residuals" // how far the sizes are from the model, which leaves out what they all have in common
)

// A Finding is what one rule saw over several results.
type Finding struct {
	Kind       string             `json:"kind"` // the rule's name
	Basis      Basis              `json:"basis"`
	Page       string             `json:"page,omitempty"` // where it is described: "docs/findings.md#common-fixed-cost"
	Primitives []string           `json:"primitives,omitempty"`
	Results    []int              `json:"results,omitempty"` // indices into Results of what it stands on
	Figures    map[string]float64 `json:"figures,omitempty"` // units at the end of their names
	Sentence   string             `json:"sentence"`

	Mentions []Mention `json:"-"` // of groups in Sentence, in its order
}

// A Basis is what a finding stands on. A sentence never claims a cause that its basis does not carry.
type Basis string

// The bases.
const (
	Measured Basis = "measured" // figures of the file
	Inferred Basis = "inferred" // follows from them
	Known    Basis = "known"    // from the sources of the tool that is named
)

// A Group is results that belong together: one run, one table or one machine in a file.
type Group struct {
	Name    string // FILE#RUN, or a run's own name
	Results []int  // indices into a document's Results
}
