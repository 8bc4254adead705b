package result

// A Launch is what the machine was like while one launch was sampled, as far as that can be told without a look at any time that was
// measured.
type Launch struct {
	Samples      int      `json:"samples"`
	Switched     int      `json:"switched,omitempty"`       // samples during which the scheduler took the processor away
	StealSeconds float64  `json:"steal_seconds,omitempty"`  // for which the hypervisor, by its own count, gave the processor to others
	LostShare    float64  `json:"lost_share,omitempty"`     // of the time sampled, that went to interruptions
	CoreHz       float64  `json:"core_hz,omitempty"`        // core cycles per second, the mean of the middle half of the launch's readings
	CoreHzLow    float64  `json:"core_hz_low,omitempty"`    // the least reading
	CoreHzHigh   float64  `json:"core_hz_high,omitempty"`   // the greatest
	AddsPerCycle float64  `json:"adds_per_cycle,omitempty"` // independent additions in a core cycle, the lower quartile: fewer where the core's other hardware thread works
	Disturbed    []string `json:"disturbed,omitempty"`      // by what: one of the kinds below; absent where the launch was quiet
}

// What disturbs a launch.
const (
	ByClock    = "clock"    // the core clock was not what it mostly was
	BySibling  = "sibling"  // the other hardware thread of the core worked
	BySteal    = "steal"    // the hypervisor gave the processor to others
	BySwitches = "switches" // the scheduler did
)
