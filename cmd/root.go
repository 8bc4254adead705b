// Package cmd is the command line: one file per verb, each turning words into a request for the packages below and their
// answer into text. It is the only package that links all libraries in.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"cpb/catalog"
	"cpb/internal/worker"
	"cpb/library"
	_ "cpb/library/all"
	"cpb/result"
)

// Exit codes, a contract with scripts.
const (
	exitDone        = 0
	exitFailed      = 1 // the thing asked for did not hold
	exitUsage       = 2 // bad usage or bad input
	exitNothing     = 3 // nothing could be measured
	exitUndecided   = 4 // not enough was measured to say
	exitInterrupted = 130
)

// version is set when a release is built.
var version string

// Main runs the program and exits.
func Main() {
	worker.Hook()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the program at once; the kernel ends its workers.
	context.AfterFunc(ctx, stop)
	c, err := newRoot().ExecuteContextC(ctx)
	if err != nil {
		complain(c, err)
	}
	os.Exit(exitCode(err))
}

// A failure is an error with an exit code of its own and what to do about it.
type failure struct {
	code int
	text string // empty: there is nothing to add to what was printed
	hint string
}

func (f *failure) Error() string { return f.text }

// Hint is what to do.
func (f *failure) Hint() string { return f.hint }

func exitCode(err error) int {
	var f *failure
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &f):
		return f.code
	default:
		return exitUsage
	}
}

// complain prints an error of a command in the form that all of cpb's have.
func complain(c *cobra.Command, err error) {
	if err.Error() == "" {
		return
	}
	fmt.Fprintf(os.Stderr, "cpb: error: %s\n", strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; "))
	hint := helpOf(c)
	var h interface{ Hint() string }
	if errors.As(err, &h) && h.Hint() != "" {
		hint = h.Hint()
	}
	fmt.Fprintf(os.Stderr, "cpb: hint: %s\n", hint)
}

// helpOf says where a command is explained.
func helpOf(c *cobra.Command) string {
	return "see " + strings.Replace(c.CommandPath(), "cpb", "cpb help", 1)
}

// refuse is bad usage of the command that is run, which is what its hint names.
func refuse(bad bool, text string) error {
	if !bad {
		return nil
	}
	return &failure{code: exitUsage, text: text}
}

// beside is what a command ends with that came to err and could not save: the exit code is err's where it says anything.
func beside(c *cobra.Command, err, saving error) error {
	if err == nil {
		return saving
	}
	if saving != nil {
		complain(c, saving)
	}
	return err
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "cpb",
		Short: "Measure cryptographic primitives across libraries, versions and interfaces",
		Long: `cpb (cycles per byte) measures cryptographic primitives across libraries,
versions and interfaces on this machine, side by side in one run. It reads what
other tools print, holds runs against each other, and says what a difference is
made of.

Every number is verified against the standards' known answers and against the
other libraries, comes from many short launches taken in turns, and has an
interval. Each library runs in a process of its own: what crashes, hangs or
answers wrong costs its rows, with the reason, and nothing else.`,
		Example: `  cpb run                                   the classic primitives, all libraries
  cpb run sha256 --size 16..16Ki            one primitive, more sizes
  cpb run sha256 --lib openssl --lib openssl=/opt/openssl-3.6
                                            two versions against each other
  cpb list libraries                        what is on this machine
  cpb verify                                correctness only
  cpb read mail.txt                         what openssl speed and others printed
  cpb explain mail.txt                      and what it means
  cpb gate old.so new.so                    slower by more than 2 %? for CI`,
		Version:       toolVersion(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 80"))
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		hint := helpOf(c)
		if strings.Contains(err.Error(), "in -#") {
			hint = "write /dev/stdin#GROUP, or -- before it"
		}
		return &failure{exitUsage, err.Error(), hint}
	})
	root.SetVersionTemplate("cpb {{.Version}}\n")
	root.AddCommand(newRunCommand(), newListCommand(), newVerifyCommand(), newDoctorCommand(), newSelftestCommand(),
		newReadCommand(), newCompareCommand(), newExplainCommand(), newGateCommand())
	root.SetHelpCommandGroupID("")
	return root
}

func toolVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

func tool() result.Tool { return result.Tool{Name: "cpb", Version: toolVersion()} }

// oneOf refuses a value that is not among the known ones, with the nearest as a hint.
func oneOf(what, value string, known []string) error {
	for _, k := range known {
		if k == value {
			return nil
		}
	}
	hint := "one of " + strings.Join(known, ", ")
	if near := catalog.Nearest(value, known); near != "" {
		hint = fmt.Sprintf("did you mean %s? (%s)", near, hint)
	}
	return &failure{code: exitUsage, text: fmt.Sprintf("unknown %s %q", what, value), hint: hint}
}

// interfaceNames lists the interfaces of all libraries, each once, in their order.
func interfaceNames() []string {
	var names []string
	seen := map[string]bool{}
	for _, l := range library.List() {
		for _, i := range l.Interfaces {
			if !seen[i.Name] {
				seen[i.Name] = true
				names = append(names, i.Name)
			}
		}
	}
	return names
}
