package cmd

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cpb/internal/report"
	"cpb/internal/rival"
	"cpb/internal/selftest"
	"cpb/library"
	"cpb/result"
)

// How long a self-test takes where nothing else is asked for.
const (
	usualSelftest = 4 * time.Minute
	quickSelftest = 45 * time.Second
)

func newSelftestCommand() *cobra.Command {
	var (
		lib    string
		o      = selftest.Options{Processor: -1, Rules: rival.Rules()}
		plants string
		quick  bool
		cpu    int
		asJSON bool
	)
	c := &cobra.Command{
		Use:   "selftest",
		Short: "Measure how often cpb itself is right on this machine",
		Long: `Measure how often cpb itself is right on this machine.

A library is held against a copy of itself, with the engine that cpb run has. To
each k calls of the copy one more is added that does not count, which is +1/k
exactly, or none. So the truth is known: how often equals are called different,
how often the intervals hold the truth, how often a planted difference is found
and in what time, and the least that is found here. What other tools' rules make
of the very same samples stands beside it (docs/method.md).

Ctrl-C ends it, and prints what was measured.`,
		Example: `  cpb selftest --quick
  cpb selftest --budget 20m --json >selftest.json
  cpb selftest --plant 0.25% --time 5s
  cpb selftest --lib gcrypt`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) (err error) {
			f := c.Flags()
			if f.Changed("cpu") {
				o.Processor = cpu
				if err := refuse(cpu < 0, "--cpu is a processor's number"); err != nil {
					return err
				}
			}
			switch {
			case f.Changed("budget"):
			case quick:
				o.Budget = quickSelftest
			default:
				o.Budget = usualSelftest
			}
			for _, err := range []error{
				refuse(o.Each <= 0, "--time must be above zero"),
				refuse(o.Budget <= 0, "--budget must be above zero"),
				processor(o.Processor),
			} {
				if err != nil {
					return err
				}
			}
			if o.Interface != "" {
				if err := oneOf("interface", o.Interface, interfaceNames()); err != nil {
					return err
				}
			}
			if o.Plants, err = parsePlants(plants); err != nil {
				return err
			}
			if o.Target, err = selftestTarget(lib); err != nil {
				return err
			}
			if o.Seed == 0 {
				o.Seed = rand.Uint64() >> 11
			}
			if o.Program, err = os.Executable(); err != nil {
				return err
			}
			progress := newProgress(os.Stderr)
			o.Progress = progress.show
			s, err := selftest.Run(c.Context(), o)
			progress.end()
			switch {
			case c.Context().Err() != nil && s == nil:
				return &failure{code: exitInterrupted}
			case errors.Is(err, selftest.ErrUnfit):
				return &failure{exitUsage, err.Error(), "cpb list libraries shows what else there is"}
			case err != nil:
				return &failure{exitNothing, err.Error(), "cpb verify shows whether the library works"}
			}
			s.Tool = tool()
			s.Method.Command = os.Args
			if asJSON {
				err = result.EncodeSelftest(os.Stdout, s)
			} else {
				err = report.Selftest(os.Stdout, s, report.For(os.Stdout))
			}
			if err == nil && s.Method.Stopped != "" {
				err = &failure{code: exitInterrupted}
			}
			return err
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&quick, "quick", false, fmt.Sprintf("%v, not %v: a first look", quickSelftest, usualSelftest))
	f.StringVar(&lib, "lib", "", "the library to hold against itself, `NAME` or NAME=FILE (default: openssl where it is, else the first on this machine)")
	f.StringVar(&o.Interface, "interface", "", "`NAME` of the interface (default: the last of those that have most)")
	f.StringVar(&plants, "plant", "", "what is planted, a list of `PARTS` that are drawn from in turn (default: 0,0,0.25%,0.5%,1%,2%)")
	f.DurationVar(&o.Each, "time", time.Second, "about the `TIME` for a comparison, starting processes included")
	f.DurationVar(&o.Budget, "budget", 0, "most `TIME` for all of it; one round of comparisons is made in any case")
	f.IntVar(&cpu, "cpu", 0, "processor to measure on, `N` (default: a quiet one)")
	f.Uint64Var(&o.Seed, "seed", 0, "what is drawn, a `NUMBER` (default: a new one)")
	f.BoolVar(&asJSON, "json", false, "print one JSON document, with every comparison")
	return c
}

// parsePlants reads what is to be planted, as the k of every k-th call.
func parsePlants(text string) (plants []int, err error) {
	if text == "" {
		return nil, nil
	}
	for word := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(word) == "0" {
			plants = append(plants, 0)
			continue
		}
		var x float64
		if err := part("--plant", word, &x); err != nil {
			return nil, err
		}
		k := math.Round(1 / x)
		if x < 0.0001 || math.Abs(1/k/x-1) > 0.02 {
			return nil, &failure{exitUsage, fmt.Sprintf("--plant: %s is not one k-th", strings.TrimSpace(word)), "one call is added to k: 2% (50), 1% (100), 0.5% (200), 0.25% (400), 0.1% (1000)"}
		}
		plants = append(plants, int(k))
	}
	return plants, nil
}

// selftestTarget is the library that was asked for, or that there is.
func selftestTarget(spec string) (library.Target, error) {
	if spec != "" {
		found, err := named([]string{spec})
		found = slices.Compact(found)
		switch {
		case err != nil:
			return library.Target{}, err
		case len(found) > 1:
			return library.Target{}, &failure{exitUsage, fmt.Sprintf("%s means %d libraries", spec, len(found)), "name one file: NAME=FILE"}
		}
		return found[0], nil
	}
	var l report.Listing
	found, err := present(&l)
	if err != nil {
		return library.Target{}, err
	}
	for _, t := range found {
		if t.Library == "openssl" {
			return t, nil
		}
	}
	return found[0], nil // Go's own at least
}
