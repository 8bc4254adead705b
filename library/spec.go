package library

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cpb/catalog"
	"cpb/internal/shim"
)

// A Spec is what a user asks for: NAME[=FILE|=ROOT][,label=TEXT][,caps=MASK][,properties=QUERY].
type Spec struct {
	Info       Info
	Where      string // absolute; "" for this machine's own
	Label      string
	Caps       Caps
	Properties string
}

// A SpecError is a library that was asked for and cannot be had, with what to do about it.
type SpecError struct{ text, hint string }

func (e *SpecError) Error() string { return e.text }

// Hint says what to do about it.
func (e *SpecError) Hint() string { return e.hint }

// ParseSpec reads one --lib value. A property query may hold commas, so it comes last.
func ParseSpec(text string) (Spec, error) {
	var s Spec
	head, query, asked := strings.Cut(text, ",properties=")
	if asked {
		s.Properties = query
	}
	fields := strings.Split(head, ",")
	name, where, placed := strings.Cut(fields[0], "=")
	info, ok := Lookup(name)
	if !ok {
		return s, unknownLibrary(name)
	}
	s.Info = info
	if placed {
		if where == "" {
			return s, &SpecError{fmt.Sprintf("library %s: no path after =", name), "leave out the = for this machine's own"}
		}
		abs, err := filepath.Abs(where)
		if err != nil {
			return s, err
		}
		if _, err := os.Stat(abs); err != nil {
			return s, &SpecError{fmt.Sprintf("library %s: %s: %v", name, where, errors.Unwrap(err)), "name a library's file, or a folder that holds some"}
		}
		s.Where = abs
	}
	for _, f := range fields[1:] {
		switch key, value, _ := strings.Cut(f, "="); key {
		case "label":
			s.Label = value
		case "caps":
			var err error
			if s.Caps, err = parseCaps(info, value); err != nil {
				return s, err
			}
		default:
			return s, &SpecError{fmt.Sprintf("library %s: unknown option %q", name, f), "options are label=TEXT, caps=MASK and, last, properties=QUERY"}
		}
	}
	return s, nil
}

func unknownLibrary(name string) error {
	var known []string
	for _, i := range List() {
		known = append(known, i.Name)
		known = append(known, i.Aliases...)
	}
	hint := "see cpb list libraries"
	if !shim.Available {
		hint = "this cpb was built without cgo, and has libraries in Go only: see cpb list libraries"
	}
	if near := catalog.Nearest(name, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return &SpecError{fmt.Sprintf("unknown library %q", name), hint}
}

// Find resolves the spec to the files that it means, one or more.
func (s Spec) Find() ([]Target, error) {
	targets, err := s.Info.Find(s.Where)
	if err != nil {
		hint := "name a library's file, or a folder that holds some"
		if s.Where == "" {
			hint = s.Info.Advice()
		}
		return nil, &SpecError{fmt.Sprintf("library %s: %v", s.Info.Name, err), hint}
	}
	for i := range targets {
		if s.Label != "" {
			targets[i].Label = s.Label
			if len(targets) > 1 {
				targets[i].Label = fmt.Sprintf("%s-%d", s.Label, i+1)
			}
		}
		if s.Properties != "" {
			targets[i].Properties = s.Properties
		}
		targets[i].Caps = s.Caps
	}
	return targets, nil
}

// Advice says how to come by a library that is not on this machine.
func (i Info) Advice() string {
	if len(i.Packages) == 0 {
		return "pass --lib " + i.Name + "=PATH"
	}
	return "install " + strings.Join(i.Packages, " or ") + ", or pass --lib " + i.Name + "=PATH"
}
