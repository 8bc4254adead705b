// Package report writes documents for people: tables in plain text for terminals and pipes, and the same in Markdown.
// It decides how results look, never what they are.
package report

import (
	"cmp"
	"os"
	"strings"

	"golang.org/x/term"
)

// Options say where a report goes.
type Options struct {
	Width int  // columns to write in; 0 for DefaultWidth
	Color bool // whether to use the terminal's colours
	ASCII bool // whether pictures are drawn with ASCII alone
}

// DefaultWidth is the width of what goes elsewhere than to a terminal.
const DefaultWidth = 80

// leastWidth is as narrow as a report gets.
const leastWidth = 40

// For returns the options that suit f: its width and colours where it is a terminal. The environment's NO_COLOR and
// TERM=dumb turn colours off (https://no-color.org); ASCII follows the locale.
func For(f *os.File) Options {
	fd := int(f.Fd())
	ascii := !localeIsUTF8(os.Getenv)
	if !term.IsTerminal(fd) {
		return Options{ASCII: ascii}
	}
	width, _, err := term.GetSize(fd)
	if err != nil {
		width = 0
	}
	return Options{Width: width, Color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb", ASCII: ascii}
}

// localeIsUTF8 reports whether the environment's locale has UTF-8 for its characters: the first of the three variables that is
// set and not empty decides (POSIX.1-2017, Base Definitions, section 8.2).
func localeIsUTF8(getenv func(string) string) bool {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG"))
	_, charset, _ := strings.Cut(locale, ".")
	charset, _, _ = strings.Cut(charset, "@")
	return strings.EqualFold(strings.ReplaceAll(charset, "-", ""), "utf8")
}

func (o Options) width() int {
	if o.Width == 0 {
		return DefaultWidth
	}
	return max(o.Width, leastWidth)
}
