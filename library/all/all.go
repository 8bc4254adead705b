// Package all links in every library that cpb can measure: importing it registers them. A new library is one line here, or in
// all_cgo.go where it calls C.
package all

import (
	_ "cpb/library/fake"  // for tests
	_ "cpb/library/gostd" // Go's own
)
