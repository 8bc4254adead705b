package cmd

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cpb/internal/ingest"
	_ "cpb/internal/ingest/all"
	"cpb/internal/input"
	"cpb/internal/report"
	"cpb/internal/store"
	"cpb/result"
)

// mostShown is how many results cpb read shows in tables. A text with more is summed up.
const mostShown = 20_000

func newReadCommand() *cobra.Command {
	var (
		format  string
		save    string
		asJSON  bool
		summary bool
	)
	c := &cobra.Command{
		Use:   "read FILE…",
		Short: "Find the figures in what other tools print, and what is odd",
		Long: `Read what other tools print: find the figures, and say what is odd about them.

A FILE is any text with the output of benchmarks in it: a mail, a log, a web
page's copy; - is standard input. What is found are groups of results: the
tables and machines in it, by their headings. Other commands take a group as
FILE#GROUP: by its name, a part of that, or its number.

Every result has its file and line. What a file does not say is unknown, and
said to be; nothing is guessed silently. Rates are checked against the counts
and times beside them. A line that looks like a figure and could not be used is
named, with the reason.

` + "Formats: " + formatList() + `.`,
		Example: `  cpb read mail.txt
  openssl speed sha256 2>&1 | cpb read -
  cpb read speed.log --json --save old-machine.json
  cpb compare 'mail.txt#Before' 'mail.txt#After'`,
		Args: atLeast(1, "cpb read needs a file"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := refuse(asJSON && summary, "--json and --summary exclude each other"); err != nil {
				return err
			}
			if format != "" {
				if err := oneOf("format", format, formatNames()); err != nil {
					return err
				}
			}
			if save != "" {
				if slices.ContainsFunc(args, func(path string) bool { return sameFile(path, save) }) {
					return &failure{exitUsage, "cannot save: " + save + ": is a file that is read", "name another file"}
				}
				if err := store.Probe(save); err != nil {
					return &failure{exitUsage, "cannot save: " + err.Error(), "name a file in a folder that can be written"}
				}
			}
			most := mostShown
			switch {
			case asJSON || save != "":
				most = math.MaxInt
			case summary:
				most = 0
			}
			progress := newProgress(os.Stderr)
			reading := input.NewReading(most)
			var failures []error
			for _, path := range args {
				err := reading.Read(c.Context(), path, input.Options{Format: format, Progress: progress.reading})
				if c.Context().Err() != nil {
					failures = []error{&failure{code: exitInterrupted}}
					break
				}
				if err != nil {
					failures = append(failures, err)
				}
			}
			progress.end()
			if reading.Doc.Tool.Name == "" {
				reading.Doc.Tool = tool()
			}
			if save != "" && len(reading.Doc.Results) > 0 {
				if err := store.Write(save, reading.Doc); err != nil {
					return &failure{exitUsage, "cannot save: " + err.Error(), "name a file in a folder that can be written"}
				}
			}
			if err := printReading(reading, asJSON, summary || reading.Lost > 0); err != nil {
				return err
			}
			for i, err := range failures {
				if i == len(failures)-1 {
					return err
				}
				complain(c, err)
			}
			return nil
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&format, "format", "", "look for `ONE` format only (default: all)")
	f.BoolVar(&summary, "summary", false, "print groups and counts, no tables; takes little memory whatever the file's size")
	f.StringVar(&save, "save", "", "write what was read to `FILE`, as a run")
	f.BoolVar(&asJSON, "json", false, "print what was read as one JSON document")
	return c
}

// sameFile reports whether two paths are of one file.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

func printReading(r *input.Reading, asJSON, summary bool) error {
	switch {
	case asJSON:
		return result.Encode(os.Stdout, r.Doc)
	case r.Tally.Results == 0 && len(r.Tally.Warnings) == 0:
		return nil
	case summary:
		return report.Tally(os.Stdout, r.Tally, report.For(os.Stdout))
	default:
		return report.Read(os.Stdout, r.Doc, r.Groups, report.For(os.Stdout))
	}
}

func formatNames() (names []string) {
	for _, f := range ingest.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// formatList is the formats' names in lines that fit the help.
func formatList() string {
	var b strings.Builder
	column := len("Formats: ")
	for i, name := range formatNames() {
		switch {
		case i == 0:
		case column+len(", ")+len(name) > 78:
			b.WriteString(",\n")
			column = 0
		default:
			b.WriteString(", ")
			column += len(", ")
		}
		b.WriteString(name)
		column += len(name)
	}
	return b.String()
}

// atLeast refuses fewer arguments than n.
func atLeast(n int, text string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= n {
			return nil
		}
		return &failure{exitUsage, text, fmt.Sprintf("see cpb help %s", c.Name())}
	}
}
