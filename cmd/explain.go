package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"cpb/internal/explain"
	"cpb/internal/input"
	"cpb/internal/report"
	"cpb/result"
)

func newExplainCommand() *cobra.Command {
	var (
		asJSON bool
		format string
		plot   bool
		svg    string
	)
	c := &cobra.Command{
		Use:   "explain A [B…]",
		Short: "Say what figures mean: what calls and blocks cost, what changed",
		Long: `Say what figures mean: what a call costs whatever its size and what each block
costs, what of that changed, and what several primitives show together.

A and B are what cpb compare takes: runs, files of any tool that cpb read knows,
groups in them. Of one text all groups are explained, and held against each
other.

A finding says what it stands on: measured (figures of the file), inferred
(follows from them), known (from the sources of the tool that printed them). The
rules are in docs/findings.md.`,
		Example: `  cpb explain mail.txt
  cpb explain 'mail.txt#3' 'mail.txt#vs'
  cpb run sha256 --lib openssl --lib openssl=/opt/openssl-1.1.1 --save run.json
  cpb explain run.json --plot`,
		Args: atLeast(1, "cpb explain needs a run or a file"),
		RunE: func(c *cobra.Command, args []string) error {
			for _, err := range []error{
				refuse(asJSON && c.Flags().Changed("format"), "--json and --format exclude each other"),
				refuse(asJSON && plot, "--json and --plot exclude each other"),
				oneOf("format", format, []string{"table", "markdown"}),
			} {
				if err != nil {
					return err
				}
			}
			set, err := load(c, args)
			if err != nil {
				return err
			}
			groups := set.Explained()
			explain.Explain(set.Doc, groups, explain.Options{})
			if svg != "" {
				if err := writeFile(svg, func(f *os.File) error { return report.PlotSVG(f, set.Doc) }); err != nil {
					return err
				}
			}
			switch {
			case asJSON:
				return result.Encode(os.Stdout, set.Doc)
			case format == "markdown":
				return report.ExplainMarkdown(os.Stdout, set.Doc, groups)
			}
			if err := report.Explain(os.Stdout, set.Doc, groups, report.For(os.Stdout)); err != nil || !plot {
				return err
			}
			fmt.Println()
			return report.Plot(os.Stdout, set.Doc, report.For(os.Stdout))
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.BoolVar(&plot, "plot", false, "draw ns per call against size, and the model's line through it")
	f.StringVar(&svg, "svg", "", "write that picture to `FILE`, as SVG")
	f.BoolVar(&asJSON, "json", false, "print everything as one JSON document")
	f.StringVar(&format, "format", "table", "what to print, `ONE` of table, markdown")
	return c
}

// load reads the arguments, and stops where one cannot be used.
func load(c *cobra.Command, args []string) (*input.Set, error) {
	progress := newProgress(os.Stderr)
	set, err := input.Load(c.Context(), args, input.Options{Progress: progress.reading})
	progress.end()
	switch {
	case c.Context().Err() != nil:
		return nil, &failure{code: exitInterrupted}
	case err != nil:
		for _, w := range set.Doc.Warnings {
			fmt.Fprintf(os.Stderr, "cpb: warning: %s\n", report.Warning(w))
		}
		return nil, err
	}
	set.Doc.Tool = tool()
	return set, nil
}

// writeFile writes a file. What of it was written before an error stays.
func writeFile(path string, write func(*os.File) error) error {
	f, err := os.Create(path)
	if err == nil {
		err = write(f)
		if closed := f.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		if p := (*fs.PathError)(nil); errors.As(err, &p) {
			err = fmt.Errorf("%s: %w", p.Path, p.Err)
		}
		return &failure{exitUsage, fmt.Sprintf("cannot write: %v", err), "name a file in a folder that can be written"}
	}
	return nil
}
