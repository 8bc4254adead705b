// Command cpb (cycles per byte) measures cryptographic primitives across libraries, versions, interfaces and machines, and
// says which differences are real.
//
// Usage and examples: cpb help.
package main

import "cpb/cmd"

func main() { cmd.Main() }
