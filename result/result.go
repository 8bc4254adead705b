// Package result holds the one record that every part of cpb speaks: a document of results, the pairs that were
// measured together, what was skipped and why, and warnings. Its JSON form is the contract "cpb/1".
//
// Fields that do not apply or are unknown are left out of the JSON, never written as 0 or empty.
package result

// Schema is the version of the document's JSON form.
const Schema = "cpb/1"

// A Document is everything one command has to say, and the file format in which runs are kept.
type Document struct {
	Schema   string    `json:"schema"`
	Tool     Tool      `json:"tool"`
	Host     *Host     `json:"host,omitempty"`
	Method   *Method   `json:"method,omitempty"`
	Results  []Result  `json:"results"`
	Pairs    []Pair    `json:"pairs,omitempty"`
	Skipped  []Skipped `json:"skipped,omitempty"`
	Warnings []Warning `json:"warnings,omitempty"`

	Comparisons  []Comparison  `json:"comparisons,omitempty"`
	Explanations []Explanation `json:"explanations,omitempty"`
	Findings     []Finding     `json:"findings,omitempty"`

	Gate *Gate `json:"gate,omitempty"`
}

// A Tool is the program that wrote a document.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
}

// A Host is the machine that was measured on.
type Host struct {
	CPU      string   `json:"cpu,omitempty"`
	Arch     string   `json:"arch,omitempty"`
	Cores    int      `json:"cores,omitempty"` // logical processors usable by the process
	OS       string   `json:"os,omitempty"`
	Kernel   string   `json:"kernel,omitempty"`
	Virtual  string   `json:"virtual,omitempty"` // hypervisor, where one is seen
	CoreHz   float64  `json:"core_hz,omitempty"` // core cycles per second during the run, not TSC ticks
	TSCHz    float64  `json:"tsc_hz,omitempty"`  // ticks per second of the time-stamp counter
	Features []string `json:"features,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// A Method is the conditions under which a run was made: enough to make it again.
type Method struct {
	Started   string             `json:"started,omitempty"` // RFC 3339
	Command   []string           `json:"command,omitempty"`
	Seconds   float64            `json:"seconds,omitempty"`  // wall time of the whole run
	Launches  int                `json:"launches,omitempty"` // processes per library
	Rounds    int                `json:"rounds,omitempty"`   // samples of a cell per launch
	SampleNs  float64            `json:"sample_ns,omitempty"`
	WarmNs    float64            `json:"warm_ns,omitempty"`
	Seed      uint64             `json:"seed,omitempty"`
	Processor *int               `json:"processor,omitempty"`   // the processor that the measuring threads were pinned to
	Scheduler string             `json:"scheduler,omitempty"`   // "fifo" or "other"
	EmptyOpNs map[string]float64 `json:"empty_op_ns,omitempty"` // cost of a call that does nothing, by loop
	LostShare float64            `json:"lost_share,omitempty"`  // of the time sampled, that went to interruptions
	SliceNs   float64            `json:"slice_ns,omitempty"`    // of a sample, each timed by itself
	CyclesBy  string             `json:"cycles_by,omitempty"`   // "counter" or "chain"
	ClockSure bool               `json:"clock_sure,omitempty"`  // host.core_hz is core cycles per second by chains that agreed in most readings
	Pairs     string             `json:"pairs,omitempty"`
	Misalign  int                `json:"misalign,omitempty"`  // bytes that buffers were put off their alignment
	InPlace   bool               `json:"in_place,omitempty"`  // ciphers wrote where they read
	Stopped   string             `json:"stopped,omitempty"`   // why the run ended before its plan: "interrupted", "budget"
	Precision float64            `json:"precision,omitempty"` // half-width of the intervals that the run went on for, as a part of the time
	Until     string             `json:"until,omitempty"`     // what a run that goes on until it knows enough goes on for: UntilPrecision, UntilDecision
	Looks     int                `json:"looks,omitempty"`     // how often it has looked whether it does
	Family    int                `json:"family,omitempty"`    // how many comparisons share the error rate of what they are called slower by, of a gate's run

	LaunchConditions []Launch `json:"launch_conditions,omitempty"`
}

// What a run goes on for, where that is no number of launches.
const (
	UntilPrecision = "precision" // until intervals are as narrow as asked, wherever they lie
	UntilDecision  = "decision"  // until something is decided by where they lie: intervals that do not allow for that are too narrow
)

// Loaded is what a library says of itself once it is in a process.
type Loaded struct {
	Path         string   `json:"path,omitempty"`
	Root         string   `json:"root,omitempty"`
	BuildID      string   `json:"build_id,omitempty"` // hex of the ELF note
	Text         string   `json:"text,omitempty"`     // the version text that the library gives
	Flags        string   `json:"flags,omitempty"`    // how it was compiled
	Platform     string   `json:"platform,omitempty"`
	Capabilities string   `json:"capabilities,omitempty"` // processor capabilities that the library uses
	Provider     string   `json:"provider,omitempty"`     // the provider that serves this row: "default 3.0.22"
	Providers    []string `json:"providers,omitempty"`
	Engines      []string `json:"engines,omitempty"`
	FIPS         string   `json:"fips,omitempty"`
	Properties   string   `json:"properties,omitempty"` // property query of its fetches
	LibC         string   `json:"libc,omitempty"`       // C library of the process, where not the machine's
	Module       string   `json:"module,omitempty"`     // Go module and version that holds the code
}

// A Source is where a result was read, for results that another tool measured.
type Source struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Tool    string `json:"tool,omitempty"`    // "openssl speed"
	Version string `json:"version,omitempty"` // the tool's own, where it is not the library's
	Command string `json:"command,omitempty"` // its arguments, where the file has them: "speed -evp md5 sha1"
}

// A Result is the speed of one cell: implementation × primitive × operation × work × size (× threads).
type Result struct {
	Run       string  `json:"run,omitempty"` // groups the results that belong together
	Library   string  `json:"library,omitempty"`
	Version   string  `json:"version,omitempty"`
	Label     string  `json:"label,omitempty"`     // the user's name for this library file; takes the place of LIB-VERSION
	Interface string  `json:"interface,omitempty"` // API path inside the library
	Caps      string  `json:"caps,omitempty"`      // capability mask that was set
	Loaded    *Loaded `json:"loaded,omitempty"`

	Primitive string `json:"primitive"`
	Operation string `json:"operation,omitempty"`
	Work      string `json:"work,omitempty"`
	SizeBytes *int   `json:"size_bytes,omitempty"` // bytes of input of a call
	Bits      int    `json:"bits,omitempty"`       // key size of public-key primitives
	Threads   int    `json:"threads,omitempty"`

	Calls          int64     `json:"calls,omitempty"`   // timed calls in all
	Seconds        float64   `json:"seconds,omitempty"` // their time
	NsPerCall      float64   `json:"ns_per_call,omitempty"`
	CallsPerSecond float64   `json:"calls_per_second,omitempty"`
	BytesPerSecond float64   `json:"bytes_per_second,omitempty"`
	CyclesPerByte  float64   `json:"cycles_per_byte,omitempty"`
	CyclesPerCall  float64   `json:"cycles_per_call,omitempty"`
	Cycles         string    `json:"cycles,omitempty"`    // "core", "estimated", "tsc", "unknown": what the source counted; absent where there are none
	LowNs          float64   `json:"low_ns,omitempty"`    // 95 % interval of ns_per_call
	HighNs         float64   `json:"high_ns,omitempty"`   //
	LaunchNs       []float64 `json:"launch_ns,omitempty"` // one value per launch
	FirstCallNs    float64   `json:"first_call_ns,omitempty"`
	AllocsPerCall  float64   `json:"allocs_per_call,omitempty"` // Go heap allocations, loop "go" only

	Random   string   `json:"random,omitempty"` // where the library's random numbers come from and what they are for, where it draws some
	Verified bool     `json:"verified,omitempty"`
	Loop     string   `json:"loop,omitempty"` // "c" or "go": what calls the op
	Source   *Source  `json:"source,omitempty"`
	Warnings []string `json:"warnings,omitempty"`

	// Of results that another tool printed.
	Printed string   `json:"printed,omitempty"` // the figure as printed, with its unit: "8954.05k"
	Unit    string   `json:"unit,omitempty"`    // what that unit is: "1000 B/s"
	Spread  float64  `json:"spread,omitempty"`  // the tool's own measure of variation, as a part of the figure
	Spreads string   `json:"spreads,omitempty"` // what that is: "standard deviation"
	Detail  string   `json:"detail,omitempty"`  // what else the name said: "same key", "compiler gcc -O3"
	Unknown []string `json:"unknown,omitempty"` // what the source does not say: "operation", "size_bytes"
}

// A Pair keeps what was measured together: the log of time other ÷ time base, one value per launch that has both.
type Pair struct {
	Base           int       `json:"base"`  // index into Results
	Other          int       `json:"other"` // index into Results
	LaunchLogRatio []float64 `json:"launch_log_ratio"`
	Until          string    `json:"until,omitempty"`  // as its run's Method says; here too, for a document of several runs has no method
	Layout         *Layout   `json:"layout,omitempty"` // of two files of one library, where they differ in time
}

// Skipped is a row or part of one that has no number, and the reason.
type Skipped struct {
	Library   string `json:"library,omitempty"`
	Version   string `json:"version,omitempty"`
	Label     string `json:"label,omitempty"`
	Interface string `json:"interface,omitempty"`
	Path      string `json:"path,omitempty"`
	Primitive string `json:"primitive,omitempty"`
	Operation string `json:"operation,omitempty"`
	SizeBytes *int   `json:"size_bytes,omitempty"`
	Reason    string `json:"reason"`
}

// A Warning is something odd that was seen, as data.
type Warning struct {
	Kind    string `json:"kind"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
}

// ImplementationName is the name of an implementation everywhere: LIB-VERSION/INTERFACE[+CAPS], or LABEL/INTERFACE[+CAPS]
// where the user labelled the library. Unknown parts are left out.
func ImplementationName(library, version, label, iface, caps string) string {
	name := library
	switch {
	case label != "":
		name = label
	case version != "" && library != "":
		name = library + "-" + version
	case version != "":
		name = version
	}
	switch {
	case name == "":
		name = iface
	case iface != "":
		name += "/" + iface
	}
	if caps != "" {
		name += "+" + caps
	}
	return name
}

// Implementation is the name of the implementation that r measured.
func (r *Result) Implementation() string {
	return ImplementationName(r.Library, r.Version, r.Label, r.Interface, r.Caps)
}
