package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A layer is what one package may import of this module, and why. A package named P/* stands for every folder directly
// below P that has no row of its own, so that a new library needs none.
type layer struct {
	pkg string
	may []string
	why string
}

// layers has every package of the module, bottom up: a row imports only rows above it.
var layers = []layer{
	{"catalog", nil, "the words; everything speaks them, they know nothing"},
	{"internal/shim", nil, "the C ABI and the timed loop; changes here change every number"},
	{"internal/stats", nil, "numbers in, numbers out; what they are of is not its business"},
	{"internal/rival", nil, "the rules of other tools: numbers in, a verdict out; who took the samples is not its business"},
	{"internal/size", nil, "reads and writes sizes"},
	{"internal/golden", nil, "a helper of tests"},
	{"internal/reference", nil, "what Go's crypto answers; held against libraries, knows none"},
	{"internal/root", nil, "files and folders; which library lies in them is not its business"},
	{"result", []string{"catalog", "internal/stats"}, "the one record; codecs need names and medians"},
	{"internal/cost", []string{"catalog", "result", "internal/stats"}, "cost models through results; who shows them and what they are compared with is not its business"},
	{"internal/host/procfs", nil, "reads the kernel's files"},
	{"internal/host/ticks", nil, "reads the clock"},
	{"internal/host/chain", []string{"internal/host/procfs", "internal/host/ticks"}, "measures the core's frequency; runs in the worker, beside the samples"},
	{"internal/host", []string{"result", "internal/root", "internal/host/chain", "internal/host/procfs", "internal/host/ticks"}, "what the machine is, as the record has it; its C library is told by who decides by it whether a foreign one is needed"},
	{"library", []string{"catalog", "result", "internal/shim"}, "the registry; knows no library"},
	{"library/clib", []string{"result", "library", "internal/root", "internal/shim"}, "what libraries in C have in common: a file found, loaded, described as the record has it"},
	{"library/librarytest", []string{"catalog", "result", "library", "internal/reference", "internal/root", "internal/shim"}, "the conformance suite; imported by tests only"},
	{"library/*", []string{"catalog", "result", "library", "library/clib", "internal/root", "internal/shim"}, "one library; knows no other one, and not who measures it"},
	{"library/all", []string{"library/*"}, "imports only: what a program links in"},
	{"internal/worker", []string{"catalog", "result", "library", "internal/reference", "internal/shim", "internal/root", "internal/host", "internal/host/chain", "internal/host/procfs", "internal/host/ticks"}, "the process that holds one library, whichever is registered"},
	{"internal/layout", []string{"result"}, "how the code of two files differs; what of it is executed, it is told"},
	{"internal/run", []string{"catalog", "result", "library", "internal/stats", "internal/host", "internal/host/chain", "internal/layout", "internal/worker"}, "plans, verifies, samples; never in the process that calls a library"},
	{"internal/selftest", []string{"catalog", "result", "library", "internal/stats", "internal/rival", "internal/run"}, "the engine against known differences; how that looks is not its business"},
	{"internal/store", []string{"catalog", "result"}, "keeps records; where they come from is not its business"},
	{"internal/ingest", []string{"catalog", "result"}, "lines, headings, groups: what every format's reader needs; knows no format"},
	{"internal/ingest/*", []string{"catalog", "result", "internal/ingest"}, "what one tool prints; knows no other tool"},
	{"internal/ingest/all", []string{"internal/ingest", "internal/ingest/*"}, "imports only: the formats that a program reads"},
	{"internal/input", []string{"catalog", "result", "internal/ingest", "internal/store"}, "an argument becomes results: a run, a file of ours or of any tool, a group of either"},
	{"internal/compare", []string{"catalog", "result", "internal/stats"}, "ratios and verdicts; where the results come from is not its business"},
	{"internal/gate", []string{"catalog", "result", "library", "internal/root", "internal/stats", "internal/size", "internal/run", "internal/ingest", "internal/compare"}, "whether one library is slower than another: has it measured and compared, and decides; how it looks is not its business"},
	{"internal/explain", []string{"catalog", "result", "internal/cost", "internal/stats"}, "cost models and findings; how they look is not its business"},
	{"internal/report", []string{"catalog", "result", "internal/cost", "internal/stats", "internal/size"}, "shows records, whoever made them"},
	{"cmd", []string{"catalog", "result", "library", "library/all", "internal/compare", "internal/explain", "internal/gate", "internal/host", "internal/ingest", "internal/ingest/all", "internal/input", "internal/report", "internal/rival", "internal/run", "internal/selftest", "internal/size", "internal/store", "internal/worker"}, "the verbs; alone in linking the libraries"},
	{"", []string{"cmd"}, "the program"},
}

// soon has the rows whose packages are still being written.
var soon []string

// testsMayLink has the packages whose tests start workers, and so may link every library in. All other tests reach the
// libraries through the registry. Beyond that, what tests import is free.
var testsMayLink = []string{"", "cmd", "internal/worker", "internal/run", "internal/gate"}

func TestImportsGoOneWay(t *testing.T) {
	checkTable(t)
	found := map[string]bool{}
	for _, f := range sources(t) {
		row := rowOf(f.pkg)
		if row < 0 {
			if !found[f.pkg] {
				t.Errorf("%s: package %q has no row: add it to layers in arch_test.go, above every package that imports it, with what it may import and why", f.name, f.pkg)
			}
			found[f.pkg] = true
			continue
		}
		found[layers[row].pkg] = true
		for _, imported := range f.imports {
			switch {
			case f.isTest:
				if (imported == "library/all" || imported == "cmd") && imported != f.pkg && !slices.Contains(testsMayLink, f.pkg) {
					t.Errorf("%s: a test of %q imports %s, and so every library: register what it needs itself, or add it to testsMayLink in arch_test.go", f.name, f.pkg, imported)
				}
			case !permits(layers[row], imported):
				t.Errorf("%s: package %q may not import %s: it may import %s (%s); move the code, or argue in layers in arch_test.go",
					f.name, f.pkg, imported, list(layers[row].may), layers[row].why)
			}
		}
	}
	for _, l := range layers {
		if !found[l.pkg] && !strings.HasSuffix(l.pkg, "/*") && !slices.Contains(soon, l.pkg) {
			t.Errorf("there is no package %q: remove its row from layers in arch_test.go", l.pkg)
		}
	}
}

// checkTable fails t where a row has no reason, is there twice, or permits what is not above it.
func checkTable(t *testing.T) {
	t.Helper()
	above := map[string]bool{}
	for _, l := range layers {
		if l.why == "" || above[l.pkg] {
			t.Errorf("layers: %q has no reason, or two rows", l.pkg)
		}
		for _, may := range l.may {
			if !above[may] {
				t.Errorf("layers: %q may import %q, which is not above it", l.pkg, may)
			}
		}
		above[l.pkg] = true
	}
}

// rowOf is the row of a package: its own, else its folder's; -1 where there is none.
func rowOf(pkg string) int {
	row := slices.IndexFunc(layers, func(l layer) bool { return l.pkg == pkg })
	if row < 0 {
		row = slices.IndexFunc(layers, func(l layer) bool { return l.pkg == path.Dir(pkg)+"/*" })
	}
	return row
}

// permits says whether a package of layer l may import a package. Only a row's own name permits a package that has a row.
func permits(l layer, imported string) bool {
	row := rowOf(imported)
	return row >= 0 && slices.Contains(l.may, layers[row].pkg)
}

func list(pkgs []string) string {
	if len(pkgs) == 0 {
		return "nothing of this module"
	}
	return strings.Join(pkgs, ", ")
}

// A source is one Go file: which package's, and what it imports of this module, both relative to the module ("" is its
// root).
type source struct {
	name, pkg string
	isTest    bool
	imports   []string
}

// sources reads every Go file of the module, whatever its build constraints: those of other systems and of builds without
// cgo go the same way.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") ||
				slices.Contains([]string{"testdata", "bin", "roots"}, d.Name())) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.FromSlash(name), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		s := source{name: name, pkg: path.Dir(name), isTest: strings.HasSuffix(name, "_test.go")}
		if s.pkg == "." {
			s.pkg = ""
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if ours, ok := strings.CutPrefix(imported, "cpb/"); ok {
				s.imports = append(s.imports, ours)
			}
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
