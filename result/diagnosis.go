package result

import "io"

// A Diagnosis is what a machine is, and what that means for numbers that are measured on it.
type Diagnosis struct {
	Schema string  `json:"schema"`
	Host   Host    `json:"host"`
	Points []Point `json:"points"`
}

// A Point is one thing about a machine that numbers depend on. Its texts are parts of sentences, without a full stop.
type Point struct {
	Kind  string `json:"kind"` // one of the kinds below
	State State  `json:"state"`
	What  string `json:"what"`            // what was seen, with figures
	Means string `json:"means,omitempty"` // for the numbers that are measured here
	Do    string `json:"do,omitempty"`    // what would make it better, where anything does
}

// A State says how good a point is for measuring.
type State string

// States of a point.
const (
	OK      State = "ok"
	Note    State = "note"    // to be known by who reads the numbers
	Bad     State = "bad"     // makes numbers worse: change it before measuring
	Unknown State = "unknown" // cannot be seen here
)

// Kinds of points.
const (
	PointCPU           = "cpu"
	PointClock         = "clock"
	PointInterruptions = "interruptions"
	PointVirtual       = "virtual-machine"
	PointCounters      = "counters"
	PointGovernor      = "governor"
	PointTurbo         = "turbo"
	PointSMT           = "smt"
	PointSibling       = "sibling"
	PointLoad          = "load"
	PointSteal         = "steal"
	PointScheduling    = "scheduling"
	PointProcessors    = "processors"
	PointLibC          = "libc"
	PointResolution    = "resolution"
)

// EncodeDiagnosis writes d as indented JSON.
func EncodeDiagnosis(w io.Writer, d *Diagnosis) error {
	out := *d
	out.Schema = Schema
	if out.Points == nil {
		out.Points = []Point{}
	}
	return encode(w, "the diagnosis", &out)
}
