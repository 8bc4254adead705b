package report

import (
	"bytes"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

// diagnoses are made by hand.
func diagnoses() map[string]*result.Diagnosis {
	point := func(kind string, state result.State, what, means, do string) result.Point {
		return result.Point{Kind: kind, State: state, What: what, Means: means, Do: do}
	}
	return map[string]*result.Diagnosis{
		"guest": {
			Host: result.Host{CPU: "AMD EPYC", Arch: "amd64", Cores: 2, OS: "Debian GNU/Linux 12 (bookworm)", Kernel: "6.18.44", Virtual: "kvm", CoreHz: 3.7e9},
			Points: []result.Point{
				point("interruptions", result.Bad, "in 300 ms of reading the clock on processor 1, with SCHED_FIFO: 1830 gaps a second of 1 µs or longer take 5.6 % of the time; the median is 27.1 µs, the longest 412 µs",
					"a tool that divides calls by seconds tells 5.6 % less than the processor does", "measure where processors are not shared"),
				point("clock", result.OK, "the core runs at 3.700 GHz by latency chains that agree in 60 of 60 readings", "cycles are core cycles", ""),
				point("virtual-machine", result.Note, "a virtual machine (kvm)", "others share its processors and caches, unseen", "compare only what one run measured side by side"),
				point("counters", result.Note, "no hardware counters", "cycles are told by latency chains", "measure on real hardware"),
				point("turbo", result.Unknown, "no switch for turbo is shown", "the clock may depend on temperature", ""),
				point("load", result.OK, "load average 0.10", "the machine is quiet", ""),
				point("scheduling", result.OK, "the measuring thread is kept on processor 1, with SCHED_FIFO", "no ordinary program interrupts a sample", ""),
			},
		},
		"hostile": {
			Host: result.Host{CPU: "\x1b[31mred"},
			Points: []result.Point{
				point("", "", "", "", ""),
				point("a-kind-that-is-longer-than-any-line-of-forty-columns-is", "a state\x07 that is long", "first\nsecond", "\x1b[31mred", "/a/path/without/any/blank/in/it/that/is/longer/than/a/line/of/forty/columns/and/even/than/eighty/columns"),
			},
		},
		"empty": {},
	}
}

func TestDoctor(t *testing.T) {
	for name, d := range diagnoses() {
		for form, o := range map[string]Options{"80": {}, "80.color": {Color: true}, "40": {Width: 1}} {
			var b bytes.Buffer
			if err := Doctor(&b, d, o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, "testdata/doctor."+name+"."+form+".txt", b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
		}
	}
}

func TestGoodFor(t *testing.T) {
	fine := map[string]result.State{
		"clock": result.OK, "interruptions": result.OK, "virtual-machine": result.OK, "counters": result.OK,
		"governor": result.OK, "turbo": result.OK, "smt": result.OK, "load": result.OK, "steal": result.OK, "scheduling": result.OK,
	}
	for _, test := range []struct {
		but  map[string]result.State
		want string
	}{
		{nil, "Good for ratios measured side by side; absolute figures are the processor's, as far as can be seen; cycles are counted by hardware."},
		{
			map[string]result.State{"counters": result.Note, "turbo": result.Note, "governor": result.Bad},
			"Good for ratios measured side by side; absolute figures are those of the moment, and may be others tomorrow (governor, turbo); cycles follow from a clock that was checked.",
		},
		{
			map[string]result.State{"counters": result.Note, "virtual-machine": result.Note, "interruptions": result.Bad, "clock": result.Bad},
			"Good for ratios measured side by side, in intervals that may be wider than elsewhere (interruptions); absolute figures are this machine's, not the processor's (virtual-machine, interruptions); cycles are estimates.",
		},
		{
			map[string]result.State{"counters": result.Note, "clock": result.Unknown},
			"Good for ratios measured side by side; absolute figures are the processor's, as far as can be seen; there are no cycles.",
		},
		{
			map[string]result.State{"virtual-machine": result.Unknown},
			"Good for ratios measured side by side; whether absolute figures are the processor's cannot be seen; cycles are counted by hardware.",
		},
		{
			map[string]result.State{"scheduling": result.Bad, "load": result.Bad},
			"Good for correctness only: where a thread cannot be kept on a processor, neither ratios nor absolute figures hold.",
		},
	} {
		var points []result.Point
		for kind, state := range fine {
			if other, is := test.but[kind]; is {
				state = other
			}
			points = append(points, result.Point{Kind: kind, State: state})
		}
		if got := goodFor(points); got != test.want {
			t.Errorf("%v:\n%s\nwant\n%s", test.but, got, test.want)
		}
	}
}
