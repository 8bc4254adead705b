package gobench

import (
	"strings"

	"cpb/internal/ingest"
)

// A config is what lines "key: value" say of the benchmarks after them.
type config struct {
	cpu string
	pkg string
	own []string // the lines as they are, for cpb's own benchmarks
	any bool     // whether there was one
}

// line takes goos, goarch, pkg, and after one of them cpu and what cpb writes.
func (c *config) line(p *parser, text string) bool {
	key, value, ok := strings.Cut(text, ":")
	if !ok || len(key) > 6 {
		return false
	}
	value = strings.TrimSpace(value)
	switch key {
	case "goos":
		if strings.ContainsAny(value, " \t") || value == "" {
			return false
		}
		p.newConfig(config{})
	case "goarch", "pkg":
		if strings.ContainsAny(value, " \t") || value == "" {
			return false
		}
	case "cpu", "tool", "run":
		if !c.any {
			return false
		}
	default:
		return false
	}
	switch key {
	case "cpu":
		if p.begun && c.cpu != value {
			p.newConfig(config{pkg: c.pkg, own: c.own})
		}
		c.cpu = strings.Clone(value)
	case "pkg":
		c.pkg = strings.Clone(value)
	}
	c.any = true
	if len(c.own) < 16 {
		c.own = append(c.own, strings.Clone(text))
	}
	return true
}

// newConfig ends the block, if the machine may be another.
func (p *parser) newConfig(c config) {
	p.flush()
	p.config = c
}

// testing takes what the test runner prints among benchmarks.
func (p *parser) testing(l ingest.Line, text string) bool {
	if !p.begun && !p.config.any {
		return false
	}
	switch {
	case text == "PASS", text == "FAIL", strings.HasPrefix(text, "--- BENCH: Benchmark"):
		return true
	case strings.HasPrefix(text, "--- FAIL: Benchmark"), strings.HasPrefix(text, "--- SKIP: Benchmark"):
		p.out.Warn(ingest.NoResult, l.Number, "no figure: %s", text)
		return true
	case strings.HasPrefix(text, "ok "), strings.HasPrefix(text, "ok\t"):
		// "ok  	golang.org/x/crypto/sha3	12.3s": Go before 1.9 names the package here alone.
		f := strings.Fields(text)
		if len(f) < 3 || !strings.HasSuffix(f[2], "s") && f[2] != "(cached)" {
			return false
		}
		p.held.name(strings.Clone(f[1]))
		p.config = config{} // the next package has its own lines
		return true
	}
	return false
}
