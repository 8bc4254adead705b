package library

import (
	"errors"
	"strings"
	"testing"
)

func info(name string) Info {
	return Info{
		Name:       name,
		Title:      "for this test",
		Aliases:    []string{name + "-fork"},
		Loop:       "go",
		Packages:   []string{"lib" + name + "1"},
		Interfaces: []Interface{{Name: "native"}},
		Find: func(where string) ([]Target, error) {
			if where == "" {
				return nil, ErrNoFile
			}
			return []Target{{Library: name, Path: where + "/1"}, {Library: name, Path: where + "/2"}}, nil
		},
		Open: func(Target) (Library, error) { return nil, errors.ErrUnsupported },
	}
}

// alone empties the registry for one test.
func alone(t *testing.T) {
	held := registry
	registry = nil
	t.Cleanup(func() { registry = held })
}

// TestRegisterRefuses: a mistake in an entry is a panic at start-up.
func TestRegisterRefuses(t *testing.T) {
	alone(t)
	Register(info("first"))
	for name, spoil := range map[string]func(*Info){
		"no name":          func(i *Info) { i.Name = "" },
		"no title":         func(i *Info) { i.Title = "" },
		"no way to find":   func(i *Info) { i.Find = nil },
		"no way to open":   func(i *Info) { i.Open = nil },
		"no interface":     func(i *Info) { i.Interfaces = nil },
		"an unknown loop":  func(i *Info) { i.Loop = "rust" },
		"a name twice":     func(i *Info) { i.Name = "first" },
		"an alias's name":  func(i *Info) { i.Name = "first-fork" },
		"a name's alias":   func(i *Info) { i.Aliases = []string{"first"} },
		"an alias twice":   func(i *Info) { i.Aliases = []string{"first-fork"} },
		"its name as such": func(i *Info) { i.Name, i.Aliases = "FIRST", nil },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			i := info("second")
			spoil(&i)
			Register(i)
		})
	}
	if len(List()) != 1 {
		t.Errorf("%d libraries, want 1", len(List()))
	}
}

func TestParseSpec(t *testing.T) {
	alone(t)
	Register(info("third"))
	dir := t.TempDir()
	s, err := ParseSpec("Third-fork=" + dir + ",label=x,properties=provider=default,fips=yes")
	if err != nil {
		t.Fatal(err)
	}
	if s.Info.Name != "third" || s.Where != dir || s.Label != "x" || s.Properties != "provider=default,fips=yes" {
		t.Errorf("%+v", s)
	}
	targets, err := s.Find()
	if err != nil || len(targets) != 2 || targets[0].Label != "x-1" || targets[1].Label != "x-2" || targets[1].Properties != s.Properties {
		t.Errorf("%+v, %v: want both files, labels numbered", targets, err)
	}
	own, err := ParseSpec("third")
	if err != nil {
		t.Fatal(err)
	}
	_, err = own.Find()
	var spec *SpecError
	if !errors.As(err, &spec) || !strings.Contains(spec.Hint(), "install libthird1") {
		t.Errorf("not on this machine: %v", err)
	}
	for text, why := range map[string]string{
		"":                   "unknown library",
		"thrid":              "unknown library",
		"third=":             "no path after =",
		"third=/none/at/all": "/none/at/all: no such file or directory",
		"third,colour=red":   `unknown option "colour=red"`,
	} {
		if _, err := ParseSpec(text); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", text, err, why)
		}
	}
}
