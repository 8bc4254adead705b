package cmd

import (
	"fmt"
	"os"
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
		Short: "Read what other tools print: find the figures, and say what is odd about them",
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
				if err := store.Probe(save); err != nil {
					return &failure{exitUsage, "cannot save: " + err.Error(), "name a file in a folder that can be written"}
				}
			}
			progress := newProgress(os.Stderr)
			o := input.Options{Format: format, Progress: progress.reading}
			keep := &ingest.Collector{}
			if !asJSON && save == "" {
				keep.Limit = mostShown
			}
			var count ingest.Tallier
			var sink ingest.Sink = ingest.Tee{A: keep, B: &count}
			if summary && save == "" {
				sink = &count
			}
			var failures []error
			for _, path := range args {
				before := count.Tally.Results
				err := input.Read(c.Context(), path, sink, o)
				if err == nil && count.Tally.Results == before {
					err = input.Empty(path, format)
				}
				if err != nil {
					failures = append(failures, err)
				}
				if c.Context().Err() != nil {
					failures = []error{&failure{code: exitInterrupted}}
					break
				}
			}
			progress.end()
			doc := keep.Finish()
			if doc.Tool.Name == "" {
				doc.Tool = tool()
			}
			if save != "" && len(doc.Results) > 0 {
				if err := store.Write(save, doc); err != nil {
					return &failure{exitUsage, "cannot save: " + err.Error(), "name a file in a folder that can be written"}
				}
			}
			if err := printReading(doc, &count.Tally, asJSON, summary || keep.Dropped > 0); err != nil {
				return err
			}
			for i, err := range failures {
				if i == len(failures)-1 {
					return err
				}
				complain(err)
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

func printReading(doc *result.Document, tally *result.Tally, asJSON, summary bool) error {
	switch {
	case asJSON:
		return result.Encode(os.Stdout, doc)
	case tally.Results == 0 && len(tally.Warnings) == 0:
		return nil
	case summary:
		return report.Tally(os.Stdout, tally, report.For(os.Stdout))
	default:
		return report.Read(os.Stdout, doc, fileGroups(doc), report.For(os.Stdout))
	}
}

// fileGroups are the groups in doc, with the names that arguments have: FILE#GROUP.
func fileGroups(doc *result.Document) []result.Group {
	groups := input.Groups(doc)
	for i, g := range groups {
		if src := doc.Results[g.Results[0]].Source; src != nil && src.File != "" {
			groups[i].Name = src.File + "#" + g.Name
		}
	}
	return groups
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
		if i > 0 {
			b.WriteString(", ")
			column += 2
		}
		if column+len(name) > 78 {
			b.WriteString("\n")
			column = 0
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
