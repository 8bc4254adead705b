package opensslspeed_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cpb/internal/ingest"
	"cpb/result"
)

// FuzzRead holds any text against what every result promises.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("Doing md5 for 3s on 16 size blocks:\n3 md5's in 3.00s\ntype 16 bytes 64 bytes\nmd5 16.00k\n 5.00k\n")
	f.Add("+DTP:256::ecdh:10\n+R7:20:256:1.0\n+F2:1:1024:0.5:0.1\n+F9:1:2.0:3.0:4.0\nGot: +F:1:md5:5.00 from 3\nmd5 5.00\n")
	f.Add("rsa 2048 bits infs 0.1s 0.0 10.0\n 256 bit ecdh (nistp256) 0.1s 10.0\nkeygen encaps decaps keygens/s encaps/s decaps/s\nx 0.1s 0.1s 0.1s 1.0 1.0 1.0\n")
	f.Fuzz(func(t *testing.T, text string) {
		ingest.Read(strings.NewReader(text), "fuzz.txt", &promises{t, 1 + strings.Count(text, "\n")}, ingest.Options{Format: "openssl-speed"})
	})
}

// promises is a sink that checks.
type promises struct {
	t     *testing.T
	lines int
}

func (p *promises) Result(r *result.Result) {
	for _, x := range []float64{r.Seconds, r.NsPerCall, r.CallsPerSecond, r.BytesPerSecond, float64(r.Calls)} {
		if x < 0 || math.IsInf(x, 0) || math.IsNaN(x) {
			p.t.Errorf("%+v", *r)
		}
	}
	if r.BytesPerSecond == 0 && r.CallsPerSecond == 0 && r.NsPerCall == 0 && (r.Calls == 0 || r.Seconds == 0) {
		p.t.Errorf("no figure: %+v", *r)
	}
	if r.Primitive == "" || r.Library == "" || r.Run == "" || r.Source.Line < 1 || r.Source.Line > p.lines {
		p.t.Errorf("%+v, line %d of %d", *r, r.Source.Line, p.lines)
	}
}

func (p *promises) Warning(w result.Warning) {
	if w.Kind == "" || w.Message == "" || w.Line < 0 || w.Line > p.lines {
		p.t.Errorf("%+v", w)
	}
}

func (p *promises) Document(*result.Document) {}
