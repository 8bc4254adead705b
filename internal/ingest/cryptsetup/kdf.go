package cryptsetup

import (
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

var number = ingest.NewPattern(`\d+`)

// pbkdf2 takes the line of PBKDF2 with a hash.
func (p *parser) pbkdf2(text string, line int) bool {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "„"), "PBKDF2-")
	if !ok {
		return false
	}
	hash, rest, _ := strings.Cut(rest, " ")
	hash = strings.TrimSuffix(hash, "“")
	rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "“")) // Serbian quotes the name
	if hash == "" || rest == "" {
		return false
	}
	if isNotAvailable(rest) {
		p.ensure()
		p.out.Warn(ingest.NoResult, line, "PBKDF2-%s: %s", hash, rest)
		return true
	}
	count, words, _ := strings.Cut(rest, " ")
	iterations, ok := ingest.ParseFigure(count)
	if words = strings.TrimSpace(words); !ok || !isPerSecond(words) {
		return false
	}
	p.ensure()
	if iterations.Value <= 0 {
		p.out.Warn(ingest.NoResult, line, "PBKDF2-%s: %s iterations per second are no speed", hash, count)
		return true
	}
	r := result.Result{
		Primitive: p.out.Name("PBKDF2-"+hash, line).Slug, Operation: string(catalog.KDF), Detail: "one iteration",
		CallsPerSecond: iterations.Value, Printed: strings.Clone(count) + " iterations per second", Unit: "1/s", Source: &result.Source{Line: line},
	}
	if bits := number.FindString(words); bits != "" {
		r.Detail += ", key of " + bits + " bits"
	}
	p.out.Result(&r)
	return true
}

// argon2 takes the line of an Argon2, which is of parameters: iterations, memory, threads, bits of the key, milliseconds.
func (p *parser) argon2(text string, line int) bool {
	name, rest, _ := strings.Cut(text, " ")
	if name != "argon2i" && name != "argon2id" && name != "argon2d" {
		return false
	}
	rest = strings.TrimSpace(rest)
	if isNotAvailable(rest) {
		p.ensure()
		p.out.Warn(ingest.NoResult, line, "%s: %s", name, rest)
		return true
	}
	if numbers := len(number.FindAllString(rest, -1)); numbers != 5 || !strings.HasSuffix(rest, ")") {
		if numbers < 2 || !strings.Contains(rest, " iterations, ") || !strings.Contains(rest, " memory") { // cut off, in English
			return false
		}
	}
	p.ensure()
	p.out.Warn(ingest.NoResult, line, "%s: these are parameters that take the time that was asked for, and no speed: %s", name, rest)
	return true
}
