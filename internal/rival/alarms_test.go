package rival

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A machine makes the samples of a series: noise about a level, and what all samples at a time have in common.
type machine struct {
	rng   *rand.Rand
	noise float64                  // standard deviation of a sample, as a part of it
	drift func(at float64) float64 // at from 0, the beginning of the experiment, to 1, its end
}

// measure takes n samples a side: in turns, or one side after the other.
func (m machine) measure(n int, ratio float64, paired bool) (base, other Series) {
	sample := func(level float64, turn int) float64 {
		return 1000 * level * (1 + m.noise*m.rng.NormFloat64()) * m.drift(float64(turn)/float64(2*n))
	}
	for i := range n {
		first, second := i, n+i
		if paired {
			first, second = 2*i, 2*i+1
		}
		base = append(base, sample(1, first))
		other = append(other, sample(ratio, second))
	}
	return base, other
}

func still(float64) float64 { return 1 }

// alarms is the part of trials in which a rule says different. The drift is drawn anew in each.
func alarms(r Rule, trials, n int, noise, ratio float64, drift func(rng *rand.Rand) func(float64) float64) float64 {
	rng := rand.New(rand.NewPCG(11, 12))
	said := 0
	for range trials {
		base, other := machine{rng, noise, drift(rng)}.measure(n, ratio, r.Paired)
		if r.Judge(base, other, rng).Different {
			said++
		}
	}
	return float64(said) / float64(trials)
}

func rule(t *testing.T, name string) Rule {
	t.Helper()
	for _, r := range Rules() {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("no rule %q", name)
	return Rule{}
}

// chance fails t unless the part of trials is within four standard errors of the probability want.
func chance(t *testing.T, what string, part, want float64, trials int) {
	t.Helper()
	near(t, what, part, want, 4*math.Sqrt(want*(1-want)/float64(trials)))
}

// TestFalseAlarmsOnAStillMachine: independent normal samples of equal length, 100 a side, are called different as often as the
// rule's own theory has it.
func TestFalseAlarmsOnAStillMachine(t *testing.T) {
	const trials, noise = 3000, 0.1
	none := func(*rand.Rand) func(float64) float64 { return still }
	for name, want := range map[string]float64{
		"Welch's t": 0.05,
		"benchstat": 0.0433, // 2 P(U ≤ 23) of 10 and 10 values, by tables
		"tango":     0.0107, // |t| ≥ 2.6 with 99 degrees of freedom; 1 % is 0.7 standard errors and does not matter
		// 1 % of two means, each of a standard error of 1 %: P(|z| > 1/√2)
		"openssl speed": math.Erfc(0.5),
	} {
		chance(t, name, alarms(rule(t, name), trials, 100, noise, 1, none), want, trials)
	}
	// N - 1 is more than S where the difference of means of ten is √10 of its standard errors: t with 18 degrees of freedom, 0.0054.
	if part := alarms(rule(t, "hyperfine"), trials, 100, noise, 1, none); part > 0.0054+4*math.Sqrt(0.0054/trials) {
		t.Errorf("hyperfine: %v", part)
	}
}

// TestFalseAlarmsOfCriterion: its bootstrap test alone is near 5 %; the noise threshold of 1 %, seven standard errors here, lets none
// of these through.
func TestFalseAlarmsOfCriterion(t *testing.T) {
	const trials = 100
	rng := rand.New(rand.NewPCG(13, 14))
	below := 0.0
	for range trials {
		base, other := machine{rng, 0.01, still}.measure(20, 1, false)
		if tBootstrap(base, other, rng) < criterionSignificance {
			below++
		}
	}
	chance(t, "p below 0.05", below/trials, 0.05, trials)
	if part := alarms(criterionRule, 10, 100, 0.01, 1, func(*rand.Rand) func(float64) float64 { return still }); part != 0 {
		t.Errorf("with the noise threshold: %v", part)
	}
}

// TestFalseAlarmsOnAWave: both sides are equal and the machine goes up and down by 1 %, once in the experiment, from a moment that
// chance decides. The halves of a wave differ by 4/π % × |cos φ|.
func TestFalseAlarmsOnAWave(t *testing.T) {
	wave := func(rng *rand.Rand) func(float64) float64 {
		phase := rng.Float64()
		return func(at float64) float64 { return 1 + 0.01*math.Sin(2*math.Pi*(at+phase)) }
	}
	// over 1 % where |cos φ| > π/4, in (2/π) arccos(π/4) of cases
	beyond := 2 / math.Pi * math.Acos(math.Pi/4)
	chance(t, "openssl speed", alarms(meansRule, 1000, 100, 0.002, 1, wave), beyond, 1000)
	// Criterion's interval of ±0.2 % has to lie beyond 1 %: |cos φ| > 1.2 π/4, in 0.22 of cases. None in 40 has a chance of 5 in 100,000.
	if part := alarms(criterionRule, 40, 100, 0.002, 1, wave); part == 0 || part > beyond+4*math.Sqrt(beyond*(1-beyond)/40) {
		t.Errorf("criterion: %v, want some, and no more than the means alone", part)
	}
	// The wave is half a period long in each series and so has a standard deviation of up to 0.7 % there: t is 2 where the halves
	// differ by 0.2 %, |cos φ| = 0.16, and beyond that in 0.90 of cases. U of ten and ten is sure where hardly any of the means overlap.
	for name, least := range map[string]float64{"Welch's t": 0.8, "benchstat": 0.4} {
		if part := alarms(rule(t, name), 400, 100, 0.002, 1, wave); part < least {
			t.Errorf("%s: %v, want %v or more", name, part, least)
		}
	}
	for _, name := range []string{"tango", "tango -o"} {
		if part := alarms(rule(t, name), 400, 100, 0.002, 1, wave); part != 0 {
			t.Errorf("%s, in turns: %v", name, part)
		}
	}
}

// TestFalseAlarmsOnAStep: both sides are equal and the machine is slower by 1 % from some moment on.
func TestFalseAlarmsOnAStep(t *testing.T) {
	step := func(rng *rand.Rand) func(float64) float64 {
		moment := rng.Float64()
		return func(at float64) float64 {
			if at < moment {
				return 1
			}
			return 1.01
		}
	}
	// The side with the step in it is 1 % off for a part f of its length; the means differ by f %, their standard error is
	// √(f(1-f))/10 % and less than a twentieth. It is Welch's 5 % from f = 0.04 on.
	for name, least := range map[string]float64{"Welch's t": 0.85, "benchstat": 0.4} {
		if part := alarms(rule(t, name), 400, 100, 0.002, 1, step); part < least {
			t.Errorf("%s: %v, want %v or more", name, part, least)
		}
	}
	if part := alarms(rule(t, "tango"), 400, 100, 0.002, 1, step); part != 0 {
		t.Errorf("tango, in turns: %v", part)
	}
}

// TestAllFindADifference: on a still machine with noise of 0.5 % every rule finds a difference of 3 %, whichever side has it.
func TestAllFindADifference(t *testing.T) {
	for _, r := range Rules() {
		for _, ratio := range []float64{1 / 1.03, 1.03} {
			if part := alarms(r, 5, 100, 0.005, ratio, func(*rand.Rand) func(float64) float64 { return still }); part != 1 {
				t.Errorf("%s: %v of differences of %v", r.Name, part, ratio)
			}
		}
	}
}
