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
	operations []string
	sizes      string
	work       string
	seed       uint64
}

func (s *selection) flags(c *cobra.Command, defaultSizes string) {
	f := c.Flags()
	f.StringArrayVar(&s.libraries, "lib", nil, "a library, repeatable: `NAME`, NAME=FILE, or NAME=FOLDER for all versions in it; then ,label=TEXT names its rows, ,caps=no-sha+no-avx leaves instructions unused, ,properties=QUERY, last, is for fetches (default: every library on this machine)")
	s.taskFlags(c, defaultSizes)
}

// taskFlags are the flags that say what is done with the primitives, whatever the libraries.
func (s *selection) taskFlags(c *cobra.Command, defaultSizes string) {
	f := c.Flags()
	f.StringSliceVar(&s.interfaces, "interface", nil, "interfaces, as cpb list libraries `NAMES` them (default: all)")
	f.StringSliceVar(&s.operations, "operation", nil, "operations, `NAMES` of hash, encrypt, sign, verify (default: all)")
	f.StringVar(&s.sizes, "size", "", "message sizes in `BYTES`: 16,1Ki or 16..16Ki (default: "+defaultSizes+")")
	f.StringVar(&s.work, "work", "", "what a call includes, `ONE` of the works that cpb list primitives explains; an operation that has not got it keeps its usual one")
	f.Uint64Var(&s.seed, "seed", 0, "what messages and order are drawn from, a `NUMBER` (default: a new one)")
}

// request turns the words into a request. Libraries that were not asked for by name and are not on this machine come back
// as skipped.
func (s *selection) request(args []string) (run.Request, []result.Skipped, error) {
	r, err := s.task(args)
	if err != nil {
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

// task is the request without the libraries.
func (s *selection) task(args []string) (run.Request, error) {
	r := run.Request{Processor: -1, Seed: s.seed}
	if r.Seed == 0 {
		r.Seed = rand.Uint64() >> 11 // so that readers who take numbers for floats get it whole
	}
	var err error
	if len(args) == 0 {
		args = []string{catalog.DefaultGroup}
	}
	if r.Primitives, err = catalog.Select(args); err != nil {
		return r, err
	}
	if r.Sizes, err = parseSizes(s.sizes); err != nil {
		return r, err
	}
	for _, i := range s.interfaces {
		if err := oneOf("interface", i, interfaceNames()); err != nil {
			return r, err
		}
	}
	r.Interfaces = s.interfaces
	if r.Operations, r.Work, err = s.tasks(r.Primitives); err != nil {
		return r, err
	}
	r.Program, err = os.Executable()
	return r, err
}

// parseSizes reads a --size value; nothing where it is empty.
func parseSizes(text string) ([]int, error) {
	if text == "" {
		return nil, nil
	}
	sizes, err := size.ParseList(text, run.MaxSize)
	if err != nil {
		return nil, &failure{exitUsage, err.Error(), "sizes are bytes: --size 16,1Ki or --size 16..16Ki"}
	}
	return sizes, nil
}

// tasks reads what is to be done with the primitives, and refuses what none of them has.
func (s *selection) tasks(primitives []catalog.Primitive) (operations []catalog.Operation, work catalog.Work, err error) {
	for _, name := range s.operations {
		if err := oneOf("operation", name, words(catalog.Operations())); err != nil {
			return nil, "", err
		}
		op := catalog.Operation(name)
		if !slices.ContainsFunc(primitives, func(p catalog.Primitive) bool { return slices.Contains(p.Operations, op) }) {
			return nil, "", &failure{exitUsage, fmt.Sprintf("operation %q: no primitive that is asked for has it", name), "see cpb list primitives"}
		}
		operations = append(operations, op)
	}
	if s.work == "" {
		return operations, "", nil
	}
	if err := oneOf("work", s.work, words(catalog.Works())); err != nil {
		return nil, "", err
	}
	work = catalog.Work(s.work)
	for _, p := range primitives {
		for _, op := range p.Operations {
			if p.WorkOf(op, work) == work && (len(operations) == 0 || slices.Contains(operations, op)) {
				return operations, work, nil
			}
		}
	}
	return nil, "", &failure{exitUsage, fmt.Sprintf("work %q: nothing that is asked for has it", s.work), "cpb list primitives explains the works"}
}

func words[W ~string](all []W) (names []string) {
	for _, w := range all {
		names = append(names, string(w))
	}
	return names
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
