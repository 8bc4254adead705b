package report

import (
	"encoding/json"
	"io"

	"cpb/result"
)

// A Listing is what cpb list has to say: libraries, primitives, groups or formats. As JSON it is one object with a list of each
// that is asked for.
type Listing struct {
	Schema     string         `json:"schema"`
	Libraries  []LibraryRow   `json:"libraries,omitempty"`
	Interfaces []InterfaceRow `json:"interfaces,omitempty"` // of these libraries
	Primitives []PrimitiveRow `json:"primitives,omitempty"`
	Works      []WorkRow      `json:"works,omitempty"`
	Groups     []GroupRow     `json:"groups,omitempty"`
	Formats    []FormatRow    `json:"formats,omitempty"`
}

// A LibraryRow is one library file, or a library of which none was found.
type LibraryRow struct {
	Name       string       `json:"name"`
	Version    string       `json:"version,omitempty"`
	Label      string       `json:"label,omitempty"` // the user's name for the file
	Title      string       `json:"title,omitempty"` // what it is, in words
	Path       string       `json:"path,omitempty"`
	Root       string       `json:"root,omitempty"`
	Interfaces []string     `json:"interfaces,omitempty"`
	Primitives []string     `json:"primitives,omitempty"` // slugs of what it can do
	Missing    []MissingRow `json:"missing,omitempty"`
	NotFound   bool         `json:"not_found,omitempty"`
	Packages   []string     `json:"packages,omitempty"` // what to install where it was not found
	Problem    string       `json:"problem,omitempty"`  // why it cannot be used though it was found
}

// An InterfaceRow is one API path inside a library, whatever its version.
type InterfaceRow struct {
	Library string `json:"library"`
	Name    string `json:"name"`
	Does    string `json:"does"`
}

// A MissingRow is what a library could have and this file has not.
type MissingRow struct {
	Interface string `json:"interface,omitempty"`
	Primitive string `json:"primitive"`
	Operation string `json:"operation,omitempty"`
	Reason    string `json:"reason"`
}

// A PrimitiveRow is one primitive of the catalogue.
type PrimitiveRow struct {
	Slug       string   `json:"slug"`
	Name       string   `json:"name"`
	Operations []string `json:"operations,omitempty"`
	Standard   string   `json:"standard,omitempty"`
	Aliases    []string `json:"aliases,omitempty"`
	Groups     []string `json:"groups,omitempty"`
}

// A WorkRow is one work of an operation.
type WorkRow struct {
	Operation string `json:"operation"`
	Work      string `json:"work"`
	Does      string `json:"does"`              // what one call includes
	Default   bool   `json:"default,omitempty"` // measured unless another is asked for
}

// A GroupRow is a name for several primitives.
type GroupRow struct {
	Name       string   `json:"name"`
	Does       string   `json:"does,omitempty"`
	Primitives []string `json:"primitives,omitempty"`
}

// A FormatRow is one kind of text that cpb read knows.
type FormatRow struct {
	Name string `json:"name"`
	Tool string `json:"tool"`
	Does string `json:"does"`
}

// JSON writes l as one document.
func (l *Listing) JSON(w io.Writer) error {
	out := *l
	out.Schema = result.Schema
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(&out)
}
