// Package report writes documents for people: tables in plain text for terminals and pipes, and the same in Markdown.
// It decides how results look, never what they are.
package report

import (
	"os"

	"golang.org/x/term"
)

// Options say where a report goes.
type Options struct {
	Width int  // columns to write in; 0 for DefaultWidth
	Color bool // whether to use the terminal's colours
}

// DefaultWidth is the width of what goes elsewhere than to a terminal.
const DefaultWidth = 80

// leastWidth is as narrow as a report gets.
const leastWidth = 40

// For returns the options that suit f: its width and colours where it is a terminal. The environment's NO_COLOR and
// TERM=dumb turn colours off (https://no-color.org).
func For(f *os.File) Options {
	fd := int(f.Fd())
	if !term.IsTerminal(fd) {
		return Options{}
	}
	width, _, err := term.GetSize(fd)
	if err != nil {
		width = 0
	}
	return Options{Width: width, Color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

func (o Options) width() int {
	if o.Width == 0 {
		return DefaultWidth
	}
	return max(o.Width, leastWidth)
}
