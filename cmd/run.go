package cmd

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"cpb/internal/report"
	"cpb/internal/run"
	"cpb/internal/size"
	"cpb/internal/store"
	"cpb/result"
)

var formats = []string{"table", "csv", "markdown", "go"}

func newRunCommand() *cobra.Command {
	var (
		pick      selection
		launches  int
		limit     time.Duration
		precision string
		budget    time.Duration
		cpu       int
		pairs     string
		misalign  int
		inPlace   bool
		save      string
		asJSON    bool
		format    string
		positive  = func(what string, ok bool) error { return refuse(!ok, what+" must be above zero") }
		checkArgs = func(c *cobra.Command) error {
			f := c.Flags()
			if !f.Changed("cpu") {
				cpu = -1
			}
			for _, err := range []error{
				refuse(f.Changed("launches") && launches < 2, "--launches is 2 or more: one has no interval"),
				positive("--time", limit > 0 || !f.Changed("time")),
				positive("--budget", budget > 0),
				refuse(misalign < 0 || misalign > 63, "--misalign is 0 to 63 bytes"),
				refuse(f.Changed("cpu") && cpu < 0, "--cpu is a processor's number"),
				refuse(asJSON && f.Changed("format"), "--json and --format exclude each other"),
				processor(cpu),
				oneOf("pairing", pairs, run.Pairings),
				oneOf("format", format, formats),
			} {
				if err != nil {
					return err
				}
			}
			if save != "" {
				if err := store.Probe(save); err != nil {
					return &failure{exitUsage, "cannot save: " + err.Error(), "name a file in a folder that can be written"}
				}
			}
			return nil
		}
	)
	c := &cobra.Command{
		Use:   "run [PRIMITIVE|GROUP…]",
		Short: "Measure primitives in every library found, side by side",
		Long: `Measure primitives in every library found, side by side.

Every op is checked before it is timed and while it is: against the standards'
known answers, against the other libraries at each size, and after each sample.
The implementations of a cell follow each other in random order, in short
samples, over many launches of new processes; intervals are over launches. The
run is kept as one file below the data folder, $XDG_DATA_HOME/cpb/runs.

Ctrl-C ends the run within a second, and keeps and prints what was measured.`,
		Example: `  cpb run
  cpb run md5 sha1 sha256 sha512 --budget 12s
  cpb run sha256 --interface evp --lib openssl=/opt/a --lib openssl=/opt/b
  cpb run sha256 --precision 0.2% --time 2s
  cpb run hashes --size 16..1Mi --json --save today.json
  cpb run sha256 --lib go --format go >go.txt    for benchstat`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkArgs(c); err != nil {
				return err
			}
			r, absent, err := pick.request(args)
			if err != nil {
				return err
			}
			if err := part("--precision", precision, &r.Precision); err != nil {
				return err
			}
			r.Launches, r.Time, r.Budget, r.Processor, r.Pairs = launches, limit, budget, cpu, pairs
			r.Misalign, r.InPlace = misalign, inPlace
			progress := newProgress(os.Stderr)
			r.Progress = progress.show
			doc, err := run.Run(c.Context(), r)
			progress.end()
			if err != nil {
				return err
			}
			doc.Tool = tool()
			doc.Method.Command = os.Args
			doc.Skipped = append(doc.Skipped, absent...)
			if asJSON {
				format = "json"
			}
			err = write(os.Stdout, doc, format)
			if err == nil {
				err = outcome(doc)
			}
			return beside(c, err, keep(doc, save))
		},
	}
	pick.flags(c, size.FormatList(run.DefaultSizes))
	f := c.Flags()
	f.SortFlags = false
	f.IntVar(&launches, "launches", 0, "processes per library, `N` (default: 32)")
	f.StringVar(&precision, "precision", "", "go on until each interval is within ± this `PART`, 0.2% or 0.002, as far as --time and --budget go; --launches is then the most (default: a number of launches)")
	f.DurationVar(&limit, "time", 0, "most `TIME` to sample a cell: 1s, 300ms (default: 3 samples a launch)")
	f.DurationVar(&budget, "budget", run.DefaultBudget, "most `TIME` for the whole run; loading and verifying count, and are always finished")
	f.IntVar(&cpu, "cpu", 0, "processor to measure on, `N` (default: a quiet one)")
	f.StringVar(&pairs, "pairs", run.PairsFirst, "which ratios to keep, `ONE` of first, interface, all, none: to the first row, to the first with the same interface")
	f.IntVar(&misalign, "misalign", 0, "put buffers `BYTES` off their 64-byte alignment")
	f.BoolVar(&inPlace, "in-place", false, "have ciphers write where they read (default: input and output are apart)")
	f.StringVar(&save, "save", "", "write the run to `FILE` too")
	f.BoolVar(&asJSON, "json", false, "print the run as one JSON document")
	f.StringVar(&format, "format", "table", "what to print, `ONE` of table, csv, markdown, go")
	return c
}

// keep stores the run. That the data folder cannot be written is a warning, and that FILE cannot is an error.
func keep(doc *result.Document, save string) (failed error) {
	if len(doc.Results) == 0 {
		return nil
	}
	if save != "" {
		if err := store.Write(save, doc); err != nil {
			failed = &failure{exitUsage, "cannot save: " + err.Error(), "cpb read " + doc.Results[0].Run + " has the run, from the data folder"}
		}
	}
	if _, err := store.Keep(doc, doc.Results[0].Run); err != nil {
		fmt.Fprintf(os.Stderr, "cpb: warning: the run is not kept: %v\n", err)
	}
	return failed
}

func write(w io.Writer, doc *result.Document, format string) error {
	switch format {
	case "json":
		return result.Encode(w, doc)
	case "csv":
		return result.EncodeCSV(w, doc)
	case "go":
		return result.EncodeGoBench(w, doc)
	case "markdown":
		return report.Markdown(w, doc)
	default:
		return report.Table(w, doc, report.For(os.Stdout))
	}
}

// outcome is what the run's exit code says.
func outcome(doc *result.Document) error {
	switch {
	case doc.Method.Stopped == "interrupted":
		return &failure{code: exitInterrupted}
	case len(doc.Results) == 0:
		return &failure{exitNothing, "nothing could be measured", "the reasons are above; cpb list libraries shows what is on this machine"}
	}
	return nil
}
