// Package library is the registry of the libraries that cpb can measure. Each lives in a folder of its own and registers
// an Info; library/all imports them.
//
// A library is found in the parent process (Info.Find), and loaded and called in a worker process of its own (Info.Open).
//
// # What a call is
//
// By operation and work (catalog.Primitive.Duties):
//
//   - hash, message: the digest of In goes to Out.
//   - encrypt, update: In, whole blocks, is encrypted to Out; nothing is padded. The key is set once, before. In CBC mode the op is one
//     chain: its first call begins with the IV of calls[0], each other with the last block of the call before, whichever
//     call that was. That is what EVP_EncryptUpdate() and the like do, and openssl speed times.
//   - encrypt, message: the same with the call's own IV. In ECB mode, which has none, it is what update is, and not offered.
//   - encrypt, keyed: the same with the key set anew, from the call's Key.
//   - sign, message: In is a digest. RSA is PKCS #1 v1.5 with SHA-256, whose DigestInfo the library adds: Out is the signature, of as
//     many bytes as the modulus. DSA's is at the beginning of Out, in DER. Key is the private key (catalog.TestKey), imported before.
//   - verify, message: Sig is the signature of the digest In, as above and of its very length. A call fails where it does not hold.
//     Key is the public key, imported before.
//   - sign and verify, fresh-key: the same with the key imported, used once and freed in each call.
package library

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cpb/catalog"
	"cpb/internal/shim"
	"cpb/result"
)

// An Info describes one library, whatever its versions.
type Info struct {
	Name       string      // slug: "openssl"
	Title      string      // in words: "OpenSSL and its forks: LibreSSL, BoringSSL, AWS-LC"
	Aliases    []string    // other names under which a user may ask for it
	Packages   []string    // Debian packages that bring it, for whoever has not got it
	Loop       string      // what calls its ops: "c" or "go"
	Hidden     bool        // measured only when asked for by name: for tests
	Interfaces []Interface // in the order in which rows are shown

	// Caps are the names of capabilities that the library can be told to leave unused, and how it is told, in words for
	// people. Environ tells it, or Open does.
	Caps map[string]string

	// Find looks for files of the library: on this machine when where is "", else in the file or folder where, which
	// exists. A library without files (Go's own) returns one Target and refuses a where.
	// An error is bad input: no such library there, a file of another architecture.
	Find func(where string) ([]Target, error)

	// Environ is what the worker's environment must hold for t, as NAME=VALUE; NAME alone takes the variable out.
	// Nil where there is nothing.
	Environ func(t Target) []string

	// Open loads t into this process. It is called once in a process, on the thread that will measure.
	Open func(t Target) (Library, error)
}

// An Interface is one API path inside a library.
type Interface struct {
	Name     string // slug: "evp-fetched"
	Does     string // what one call of it is, in a line
	NoAllocs bool   // no call allocates on the Go heap; librarytest holds a Go library to it, C libraries never do
}

// A Target is one file of a library, or a Go library, to be loaded by one worker.
type Target struct {
	Library    string `json:"library"`              // Info.Name
	Path       string `json:"path,omitempty"`       // the library's file, absolute, links resolved; "" for Go libraries
	Root       string `json:"root,omitempty"`       // the unpacked distribution that the file lies in; "" for the machine's own
	Label      string `json:"label,omitempty"`      // the user's name for it
	Properties string `json:"properties,omitempty"` // property query for fetches (OpenSSL 3)
	Caps       Caps   `json:"caps,omitempty"`       // capabilities to leave unused
}

// A Library is a library loaded into this process.
type Library interface {
	// Name and version of what was loaded, which may differ from the Info's name: "libressl", "3.8.2".
	Identity() (name, version string)
	// Loaded is what the library says of itself.
	Loaded() result.Loaded
	// Offers lists every primitive × operation × interface × work that the library could have, in the order of the
	// catalogue, of Info.Interfaces, and of the operation's works, with the reason where this file has it not.
	Offers() []Offer
	// Prepare makes one op over calls, which rotate. All calls have the same size and key.
	// The buffers come from Alloc and outlive the op. What a call is, is in the package's documentation.
	Prepare(c Cell, calls []Call) (Op, error)
	// Empty is an op that does nothing: what the loop itself costs.
	Empty() (Op, error)
	// Alloc returns n zeroed bytes, 64-byte aligned, fit to be passed to Prepare. Free frees them.
	Alloc(n int) ([]byte, error)
	Free([]byte)
}

// An Offer is one thing that a library can do, or the reason why not.
type Offer struct {
	Primitive string            `json:"primitive"`
	Operation catalog.Operation `json:"operation"`
	Interface string            `json:"interface"`
	Work      catalog.Work      `json:"work"`
	Missing   string            `json:"missing,omitempty"`  // why it cannot: "no symbol EVP_MD_fetch"; "" where it can
	Provider  string            `json:"provider,omitempty"` // what serves it, where the library tells: "legacy 3.0.22"
	Random    string            `json:"random,omitempty"`   // where its random numbers come from and what they are for, of those that draw some
}

// A Cell is what one op measures.
type Cell struct {
	Primitive string            `json:"primitive"`
	Operation catalog.Operation `json:"operation"`
	Interface string            `json:"interface"`
	Work      catalog.Work      `json:"work"`
	SizeBytes int               `json:"size_bytes"` // bytes of input of a call; 0 where that cannot be chosen
}

// A Call is the shim's, so that C libraries need no copies.
type Call = shim.Call

// An Op is one cell ready to be timed.
type Op interface {
	// Time makes warm untimed calls and then, for each of slices, count timed ones, whose nanoseconds it puts there: with
	// them one reading of the clock. It goes on with the next of the calls it rotates over, and returns how many failed.
	Time(warm, count int, slices []int64) (failures int64)
	// Period is the number of calls after which the op's cost repeats: a batch is a multiple of it.
	Period() int
	Close()
}

// A Tracer is an op that can step through a call: the ops of C libraries are, where the processor can.
type Tracer interface {
	// Trace makes one call, the next of those the op rotates over, and tells which instructions it executed: of more than limit, the
	// first. The error is errors.ErrUnsupported where nothing can be told.
	Trace(limit int64) (*Trace, error)
}

// A Trace is the shim's, and so is what it says of each file.
type (
	Trace      = shim.Trace
	TracedFile = shim.TracedFile
)

// Unsupported says that a library file has not got what a primitive needs.
type Unsupported struct {
	Primitive string
	Symbol    string
}

func (e Unsupported) Error() string {
	return fmt.Sprintf("%s: no symbol %s", e.Primitive, e.Symbol)
}

var registry []Info

// Register adds a library. It panics where the entry is incomplete or the name is taken: a mistake that every test shows.
func Register(i Info) {
	switch {
	case i.Name == "" || i.Title == "" || i.Find == nil || i.Open == nil || len(i.Interfaces) == 0:
		panic(fmt.Sprintf("library: %q is incomplete", i.Name))
	case i.Loop != "c" && i.Loop != "go":
		panic(fmt.Sprintf("library: %q: loop is %q, not c or go", i.Name, i.Loop))
	}
	for _, name := range append([]string{i.Name}, i.Aliases...) {
		if _, taken := Lookup(name); taken {
			panic(fmt.Sprintf("library: %q is registered twice", name))
		}
	}
	registry = append(registry, i)
	slices.SortFunc(registry, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
}

// List returns the registered libraries by name.
func List() []Info { return slices.Clone(registry) }

// Lookup finds a library by its name or an alias, in any case.
func Lookup(name string) (Info, bool) {
	name = strings.ToLower(name)
	for _, i := range registry {
		if i.Name == name || slices.Contains(i.Aliases, name) {
			return i, true
		}
	}
	return Info{}, false
}

// ErrNoFile is wrapped by Find where the folder given holds no file of the library.
var ErrNoFile = errors.New("no such library there")
