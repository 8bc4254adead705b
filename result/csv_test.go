package result_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	if err := result.EncodeCSV(&b, full()); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/full.csv", b.Bytes())
	lines, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + len(full().Results); len(lines) != want {
		t.Errorf("%d lines, not %d", len(lines), want)
	}
}

func TestCSVUnwritable(t *testing.T) {
	if err := result.EncodeCSV(fullDisk{}, full()); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

var errFull = errors.New("no space left")

// A fullDisk takes no byte.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }
