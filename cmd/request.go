package cmd

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"cpb/catalog"
	"cpb/internal/host"
	"cpb/internal/report"
	"cpb/internal/run"
	"cpb/internal/size"
	"cpb/library"
	"cpb/result"
)

// A selection is what run and verify share: which primitives in which libraries.
type selection struct {
	libraries  []string
	interfaces []string
	sizes      string
	work       string
	seed       uint64
}

func (s *selection) flags(c *cobra.Command, defaultSizes string) {
	f := c.Flags()
	f.StringArrayVar(&s.libraries, "lib", nil, "a library, repeatable: `NAME`, NAME=FILE, or NAME=FOLDER for all versions in it; then ,label=TEXT names its rows, ,caps=no-sha+no-avx leaves instructions unused, ,properties=QUERY, last, is for fetches (default: every library on this machine)")
	f.StringSliceVar(&s.interfaces, "interface", nil, "interfaces, as cpb list libraries `NAMES` them (default: all)")
	f.StringVar(&s.sizes, "size", defaultSizes, "message sizes in `BYTES`: 16,1Ki or 16..16Ki")
	f.StringVar(&s.work, "work", "", "what a call includes, `ONE` of message, update, record, keyed, fresh-key (default: the usual one of the operation)")
	f.Uint64Var(&s.seed, "seed", 0, "what messages and order are drawn from, a `NUMBER` (default: a new one)")
}

// request turns the words into a request. Libraries that were not asked for by name and are not on this machine come back
// as skipped.
func (s *selection) request(args []string) (run.Request, []result.Skipped, error) {
	r := run.Request{Processor: -1, Seed: s.seed}
	if r.Seed == 0 {
		r.Seed = rand.Uint64() >> 11 // so that readers who take numbers for floats get it whole
	}
	var err error
	if len(args) == 0 {
		args = []string{catalog.DefaultGroup}
	}
	if r.Primitives, err = catalog.Select(args); err != nil {
		return r, nil, err
	}
	if r.Sizes, err = size.ParseList(s.sizes, run.MaxSize); err != nil {
		return r, nil, &failure{exitUsage, err.Error(), "sizes are bytes: --size 16,1Ki or --size 16..16Ki"}
	}
	for _, i := range s.interfaces {
		if err := oneOf("interface", i, interfaceNames()); err != nil {
			return r, nil, err
		}
	}
	r.Interfaces = s.interfaces
	if s.work != "" {
		works := []string{}
		for _, w := range catalog.Works() {
			works = append(works, string(w))
		}
		if err := oneOf("work", s.work, works); err != nil {
			return r, nil, err
		}
		r.Work = catalog.Work(s.work)
	}
	if r.Program, err = os.Executable(); err != nil {
		return r, nil, err
	}
	var absent []result.Skipped
	if len(s.libraries) > 0 {
		r.Targets, err = named(s.libraries)
	} else {
		r.Targets, absent, err = everything()
	}
	return r, absent, err
}

// named finds the libraries that were asked for.
func named(specs []string) ([]library.Target, error) {
	var targets []library.Target
	for _, text := range specs {
		spec, err := library.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		found, err := spec.Find()
		if err != nil {
			return nil, err
		}
		targets = append(targets, found...)
	}
	return targets, nil
}

// everything finds every library on this machine, and says of the others how to come by them.
func everything() (targets []library.Target, absent []result.Skipped, err error) {
	var l report.Listing
	targets, err = present(&l)
	for _, missing := range l.Libraries {
		info, _ := library.Lookup(missing.Name)
		absent = append(absent, result.Skipped{Library: info.Name, Reason: "not on this machine: " + info.Advice()})
	}
	return targets, absent, err
}

// processor checks a --cpu value against what this process may run on.
func processor(n int) error {
	if n >= 0 && !slices.Contains(host.Usable(), n) {
		return &failure{exitUsage, fmt.Sprintf("cannot run on processor %d", n), fmt.Sprintf("usable here: %v", host.Usable())}
	}
	return nil
}
