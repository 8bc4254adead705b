package gostd

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"strings"

	"golang.org/x/crypto/blowfish"
	"golang.org/x/crypto/cast5"
	"golang.org/x/crypto/twofish"

	"cpb/catalog"
	"cpb/library"
)

// A blockCipher is where Go has a block cipher.
type blockCipher struct {
	iface string
	key   func(key []byte) (cipher.Block, error)
}

// blockCiphers are the block ciphers, by what their slugs begin with. Go has no Camellia.
var blockCiphers = map[string]blockCipher{
	"aes-128":     {std, aes.NewCipher},
	"aes-192":     {std, aes.NewCipher},
	"aes-256":     {std, aes.NewCipher},
	"des":         {std, des.NewCipher},
	"des-ede3":    {std, des.NewTripleDESCipher},
	"blowfish":    {x, func(key []byte) (cipher.Block, error) { return blowfish.NewCipher(key) }},
	"cast5":       {x, func(key []byte) (cipher.Block, error) { return cast5.NewCipher(key) }},
	"twofish-128": {x, func(key []byte) (cipher.Block, error) { return twofish.NewCipher(key) }},
}

func cipherWay(p catalog.Primitive, iface string, w catalog.Work) (way, bool) {
	i := strings.LastIndexByte(p.Slug, '-')
	b, encrypt := blockCiphers[p.Slug[:max(i, 0)]], modes[p.Slug[i+1:]]
	if b.key == nil || b.iface != iface || encrypt == nil {
		return way{}, false
	}
	return way{
		start: b.starter(encrypt, w, p.Chained(w)),
		check: func() error {
			n := p.Model.BlockBytes
			c := &library.Call{Key: make([]byte, p.KeyBytes), IV: make([]byte, p.IVBytes), In: make([]byte, n), Out: make([]byte, n)}
			block, err := b.key(c.Key)
			if err == nil {
				encrypt(block, c)
			}
			return err
		},
	}, true
}

// starter makes calls with a cipher.Block that is kept or, keyed, with one of their own.
func (b blockCipher) starter(encrypt func(cipher.Block, *library.Call), w catalog.Work, chained bool) starter {
	return func(first *library.Call) (func(*library.Call) bool, error) {
		block, err := b.key(first.Key)
		switch {
		case err != nil:
			return nil, err
		case w == catalog.Keyed:
			return func(c *library.Call) bool {
				block, err := b.key(c.Key)
				if err != nil {
					return false
				}
				encrypt(block, c)
				return true
			}, nil
		case chained:
			mode := cipher.NewCBCEncrypter(block, first.IV)
			return func(c *library.Call) bool {
				mode.CryptBlocks(c.Out, c.In)
				return true
			}, nil
		}
		return func(c *library.Call) bool {
			encrypt(block, c)
			return true
		}, nil
	}
}

// modes encrypt one message by itself, by the end of a slug.
var modes = map[string]func(cipher.Block, *library.Call){"cbc": cbc, "ecb": ecb}

// cbc has a BlockMode of its own: what NewCBCEncrypter() returns has no documented way to be given another IV.
func cbc(block cipher.Block, c *library.Call) {
	cipher.NewCBCEncrypter(block, c.IV).CryptBlocks(c.Out, c.In)
}

// ecb is the loop that Go's users write: there is no BlockMode for it.
func ecb(block cipher.Block, c *library.Call) {
	n := block.BlockSize()
	for in, out := c.In, c.Out; len(in) > 0; in, out = in[n:], out[n:] {
		block.Encrypt(out, in)
	}
}
