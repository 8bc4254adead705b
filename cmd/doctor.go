package cmd

import (
	"context"
	"math/rand/v2"
	"os"

	"github.com/spf13/cobra"

	"cpb/internal/host"
	"cpb/internal/report"
	"cpb/internal/selftest"
	"cpb/result"
)

func newDoctorCommand() *cobra.Command {
	var cpu int
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say what this machine is, and what that means for its numbers",
		Long: `Say what this machine is, what is wrong with it for measuring, what each point
means for the numbers, and what to do about it. What matters most comes first;
the last line says what the machine is good for.

For a third of a second it reads the clock in a loop on the processor that would
measure, as a run would, and tells how much of the time others took. No counter
of the kernel shows that on a virtual machine. Then it holds a library against a
copy of itself for some seconds, and tells how small a difference can be found.

Exit code 0 whatever was found.`,
		Example: `  cpb doctor
  cpb doctor --cpu 3
  cpb doctor --json | jq '.points[] | select(.state == "bad")'`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case !c.Flags().Changed("cpu"):
				cpu = -1
			case cpu < 0:
				return &failure{exitUsage, "--cpu is a processor's number", "see cpb help doctor"}
			}
			if err := processor(cpu); err != nil {
				return err
			}
			d, err := host.Examine(c.Context(), cpu)
			if err != nil {
				return &failure{code: exitInterrupted}
			}
			point, err := resolution(c.Context(), cpu)
			if c.Context().Err() != nil {
				return &failure{code: exitInterrupted}
			}
			if err != nil {
				point = result.Point{Kind: result.PointResolution, State: result.Unknown, What: "no library could be held against itself: " + err.Error()}
			}
			d.Points = append([]result.Point{point}, d.Points...)
			if asJSON {
				return result.EncodeDiagnosis(os.Stdout, d)
			}
			return report.Doctor(os.Stdout, d, report.For(os.Stdout))
		},
	}
	f := c.Flags()
	f.IntVar(&cpu, "cpu", 0, "processor to look at, `N` (default: the one that a run would take)")
	f.BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

// resolution is what differences can be told apart on processor cpu, by the library that a self-test would take.
func resolution(ctx context.Context, cpu int) (p result.Point, err error) {
	o := selftest.Options{Processor: cpu, Seed: rand.Uint64() >> 11}
	if o.Target, err = selftestTarget(""); err != nil {
		return p, err
	}
	if o.Program, err = os.Executable(); err != nil {
		return p, err
	}
	progress := newProgress(os.Stderr)
	defer progress.end()
	o.Progress = progress.show
	return selftest.Resolve(ctx, o)
}
