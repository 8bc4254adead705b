package cmd

import (
	"errors"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/internal/report"
	"cpb/internal/run"
	"cpb/library"
)

func newListCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "list libraries|primitives|groups|formats",
		Short: "Show what can be measured, and what can be read",
		Example: `  cpb list libraries
  cpb list libraries --lib openssl=/opt/openssl-3.6
  cpb list primitives --json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return &failure{exitUsage, "cpb list needs a word", "one of libraries, primitives, groups, formats"}
			}
			return oneOf("list", args[0], []string{"libraries", "primitives", "groups", "formats"})
		},
		RunE: func(*cobra.Command, []string) error { return nil }, // the words that Args lets through are commands of their own
	}
	c.AddCommand(listLibraries(), listing("primitives", "every primitive, its standard and names; what a call includes", primitives),
		listing("groups", "names for several primitives at once", groups),
		listing("formats", "what cpb read knows of other tools' output", readFormats))
	return c
}

// listing is a verb that shows what is known without looking at the machine.
func listing(name, short string, fill func(*report.Listing)) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   name,
		Short: short,
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			var l report.Listing
			fill(&l)
			return show(&l, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

func show(l *report.Listing, asJSON bool) error {
	if asJSON {
		return l.JSON(os.Stdout)
	}
	return l.Table(os.Stdout, report.For(os.Stdout))
}

func primitives(l *report.Listing) {
	for _, p := range catalog.Primitives() {
		l.Primitives = append(l.Primitives, report.PrimitiveRow{
			Slug: p.Slug, Name: p.Name, Operations: words(p.Operations), Standard: p.Standard, Aliases: p.Aliases, Groups: p.Groups,
		})
	}
	for _, o := range catalog.Operations() {
		for i, d := range catalog.Duties(o) {
			l.Works = append(l.Works, report.WorkRow{Operation: string(o), Work: string(d.Work), Does: d.Does, Default: i == 0})
		}
	}
}

func groups(l *report.Listing) {
	for _, g := range catalog.Groups() {
		row := report.GroupRow{Name: g.Name, Does: g.Does}
		for _, p := range catalog.Primitives() {
			if slices.Contains(p.Groups, g.Name) {
				row.Primitives = append(row.Primitives, p.Slug)
			}
		}
		l.Groups = append(l.Groups, row)
	}
}

func readFormats(l *report.Listing) {
	for _, f := range ingest.Formats() {
		l.Formats = append(l.Formats, report.FormatRow{Name: f.Name, Tool: f.Tool, Does: f.Does})
	}
}

func listLibraries() *cobra.Command {
	var asJSON bool
	var specs []string
	c := &cobra.Command{
		Use:   "libraries",
		Short: "what is on this machine, and which packages bring the rest",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			program, err := os.Executable()
			if err != nil {
				return err
			}
			var l report.Listing
			var targets []library.Target
			if len(specs) > 0 {
				targets, err = named(specs)
			} else {
				targets, err = present(&l)
			}
			if err != nil {
				return err
			}
			for _, s := range run.Survey(c.Context(), program, targets) {
				l.Libraries = append(l.Libraries, libraryRow(s))
			}
			l.Interfaces = interfaces(targets)
			slices.SortStableFunc(l.Libraries, func(a, b report.LibraryRow) int {
				switch { // what is missing comes last
				case a.NotFound == b.NotFound:
					return 0
				case a.NotFound:
					return 1
				}
				return -1
			})
			return show(&l, asJSON)
		},
	}
	c.Flags().StringArrayVar(&specs, "lib", nil, "a library, repeatable: `NAME`, NAME=FILE or NAME=FOLDER (default: every library on this machine)")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}

// present finds every library on this machine, and puts those that are not there into l.
func present(l *report.Listing) (targets []library.Target, err error) {
	for _, info := range library.List() {
		if info.Hidden {
			continue
		}
		found, err := info.Find("")
		switch {
		case errors.Is(err, library.ErrNoFile):
			l.Libraries = append(l.Libraries, report.LibraryRow{Name: info.Name, Title: info.Title, NotFound: true, Packages: info.Packages})
		case err != nil:
			return nil, err
		}
		targets = append(targets, found...)
	}
	return targets, nil
}

// interfaces lists those of the libraries that the targets are of.
func interfaces(targets []library.Target) (rows []report.InterfaceRow) {
	for _, info := range library.List() {
		if !slices.ContainsFunc(targets, func(t library.Target) bool { return t.Library == info.Name }) {
			continue
		}
		for _, i := range info.Interfaces {
			rows = append(rows, report.InterfaceRow{Library: info.Name, Name: i.Name, Does: i.Does})
		}
	}
	return rows
}

func libraryRow(s run.Surveyed) report.LibraryRow {
	row := report.LibraryRow{Name: s.Target.Library, Label: s.Target.Label, Path: s.Target.Path, Root: s.Target.Root}
	info, _ := library.Lookup(s.Target.Library)
	row.Title = info.Title
	if s.Err != nil {
		row.Problem = s.Err.Error()
		return row
	}
	row.Name, row.Version = s.Opened.Name, s.Opened.Version
	add := func(list *[]string, item string) {
		if !slices.Contains(*list, item) {
			*list = append(*list, item)
		}
	}
	for _, o := range s.Opened.Offers {
		if o.Missing != "" {
			row.Missing = append(row.Missing, report.MissingRow{
				Interface: o.Interface, Primitive: o.Primitive, Operation: string(o.Operation), Reason: o.Missing,
			})
			continue
		}
		add(&row.Interfaces, o.Interface)
		add(&row.Primitives, o.Primitive)
	}
	slices.SortFunc(row.Interfaces, func(a, b string) int {
		at := func(name string) int {
			return slices.IndexFunc(info.Interfaces, func(i library.Interface) bool { return i.Name == name })
		}
		return at(a) - at(b)
	})
	return row
}
