package cmd

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cpb/library"
)

// TestMain makes the test binary cpb itself for the scripts, and the worker for cpb.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "worker" {
		Main()
	}
	testscript.Main(m, map[string]func(){"cpb": Main})
}

// TestScripts runs what a user types: testdata/script/*.txtar.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		// [openssl]: this build can load C libraries
		Condition: func(name string) (bool, error) {
			_, ok := library.Lookup(name)
			return ok, nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_DATA_HOME", e.WorkDir+"/data")
			return nil
		},
	})
}
