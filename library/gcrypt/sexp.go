//go:build cgo

package gcrypt

import (
	"math/big"
	"strconv"
	"strings"
)

// S-expressions in canonical text, the form that libgcrypt exchanges them in: (3:rsa(1:e3:…)).

// atom is a string of bytes, after its length.
func atom[T string | []byte](b T) string { return strconv.Itoa(len(b)) + ":" + string(b) }

// list is a list that begins with a word.
func list(word string, rest ...string) string {
	return "(" + atom(word) + strings.Join(rest, "") + ")"
}

// number is a list of a name and a number in libgcrypt's format USG: unsigned, the most significant byte first.
func number(name string, n *big.Int) string { return list(name, atom(n.Bytes())) }
