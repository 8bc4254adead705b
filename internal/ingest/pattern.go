package ingest

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression that is compiled when it is first used: the program starts often, and seldom to read.
type Pattern struct {
	text     string
	once     sync.Once
	compiled *regexp.Regexp
}

// NewPattern is a pattern of package regexp's syntax. A mistake in it is a panic at its first use.
func NewPattern(text string) *Pattern { return &Pattern{text: text} }

func (p *Pattern) re() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.text) })
	return p.compiled
}

// MatchString reports whether p is in s.
func (p *Pattern) MatchString(s string) bool { return p.re().MatchString(s) }

// FindString is the first match of p in s.
func (p *Pattern) FindString(s string) string { return p.re().FindString(s) }

// FindStringSubmatch is the first match of p in s and its groups.
func (p *Pattern) FindStringSubmatch(s string) []string { return p.re().FindStringSubmatch(s) }

// FindAllString is the first n matches of p in s, all where n is negative.
func (p *Pattern) FindAllString(s string, n int) []string { return p.re().FindAllString(s, n) }

// FindAllStringIndex is where the first n matches of p in s are.
func (p *Pattern) FindAllStringIndex(s string, n int) [][]int { return p.re().FindAllStringIndex(s, n) }

// FindAllStringSubmatch is the first n matches of p in s and their groups.
func (p *Pattern) FindAllStringSubmatch(s string, n int) [][]string {
	return p.re().FindAllStringSubmatch(s, n)
}

// ReplaceAllString is s with by in the place of each match of p.
func (p *Pattern) ReplaceAllString(s, by string) string { return p.re().ReplaceAllString(s, by) }
