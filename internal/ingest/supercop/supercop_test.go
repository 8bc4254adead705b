package supercop

import (
	"testing"

	"cpb/internal/ingest/ingesttest"
)

const format = "supercop"

// TestRead: figures made up. Of 1000 990 1010 1000 1020 980 1000 the quartiles are 990 and 1010; of the differences -10 and +10.
func TestRead(t *testing.T) {
	const run = "SUPERCOP 20990101 machine amd64 20990102: "
	ingesttest.Equal(t, format, ingesttest.File(t, "data.txt"), `
		1 `+run+`supercop-20990101/ref sha256 hash message (compiler gcc_-O3_-march=native) 200000cycles unknown
		11 `+run+`supercop-20990101/ref sha256 hash message 0B (compiler gcc_-O3) 7 calls 1000cycles tsc ±0.02
		12 `+run+`supercop-20990101/ref sha256 hash message 64B (compiler gcc_-O3) 7 calls 2000cycles tsc ±0.01
		13 `+run+`supercop-20990101 ed25519 keygen 3 calls 50000cycles unknown
		14 `+run+`supercop-20990101 ed25519 sign fresh-key 59B 1 calls 60000cycles unknown
		16 `+run+`supercop-20990101 ed25519 verify fresh-key 59B 1 calls 150000cycles unknown
		2 no-result
		3 no-result`)
}

func TestOdd(t *testing.T) {
	const run = "SUPERCOP 20990101 m arm 20990102: "
	const begin = "20990101 m arm 20990102 "
	for name, test := range map[string]struct{ text, want string }{
		"tries that break off": {begin + "crypto_hash sha256 try 00/11 ok 1234\n" + begin + "crypto_hash sha256 try 00/11 ok 1234 99\n", `
			2 ` + run + `supercop-20990101 sha256 hash message 1234cycles unknown
			1 truncated
			2 truncated`},
		"cycles that are none": {begin + "crypto_hash sha256 try 00/11 ok 0 99 99 crypto_hash/sha256/ref gcc\n" + begin + "crypto_hash sha256 cycles 16 -5\n" + begin + "crypto_hash sha256 cycles x 5\n" + begin + "crypto_hash sha256 cycles 16", "1 no-result\n2 no-result\n3 no-result\n4 truncated"},
		"a median that is none": {begin + "crypto_hash sha256 cycles 16 500 100 110 120\n", `
			1 ` + run + `supercop-20990101 sha256 hash message 16B 3 calls 500cycles unknown
			1 count-mismatch`},
		"a checksum that is not known, of a cipher": {begin + "crypto_stream chacha20 try 00/11 unknown 1234 99 99 crypto_stream/chacha20/e/ref clang_-Os", "1 " + run + "supercop-20990101/e/ref chacha20 (compiler clang_-Os) 1234cycles unknown"},
		"performance counters":                      {begin + "crypto_aead aes256gcmv1 cpucycles_implementation amd64-pmc\n" + begin + "crypto_aead aes256gcmv1 encrypt_cycles 16 500 +0\n", "2 " + run + "supercop-20990101 aes256gcmv1 seal keyed 16B 1 calls 500cycles core\n2 unknown-name"},
		"words behind the median":                   {begin + "crypto_hash sha256 cycles 16 500 +1x\n", "1 " + run + "supercop-20990101 sha256 hash message 16B 500cycles unknown\n1 columns"},
		"two machines": {begin + "crypto_hash md5 cycles 16 500\n20990101 n arm 20990102 crypto_hash md5 cycles 16 600", `
			1 ` + run + `supercop-20990101 md5 hash message 16B 500cycles unknown
			2 SUPERCOP 20990101 n arm 20990102: supercop-20990101 md5 hash message 16B 600cycles unknown`},
		"tables made by hand": {"crypto_hash/sha256/a/ref gcc_-O3_ 7.50\ncrypto_hash/sha256/b gcc_-O2 8.00\n\n9.25, crypto_stream/chacha20/c  clang\ncrypto_sign/ed25519/ref gcc 5.00\ncrypto_hash/md5/ref gcc 0.00\ncrypto_hash/md5/ref gcc 1234\n", `
			1 text: supercop/a/ref sha256 hash message (compiler gcc_-O3) 7.5c/B unknown
			2 text: supercop/b sha256 hash message (compiler gcc_-O2) 8c/B unknown
			4 text: supercop/c chacha20 (compiler clang) 9.25c/B unknown
			1 derived
			5 no-result
			6 no-result`},
		"prose": {"20990101 crypto_hash is what I mean\nsee crypto_hash/sha256/ref for 5\n" + begin + "crypto_hash sha256 is fast\n20990101 m arm yesterday crypto_hash sha256 cycles 16 5", ""},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format, "20990101 m arm 20990102 crypto_hash sha256 cycles 16 500 +1-1", "crypto_hash/sha256/a/ref gcc_-O3_ 7.50\n9.25, crypto_stream/chacha20/c clang")
}

// TestTeX: rows without a head are no results.
func TestTeX(t *testing.T) {
	ingesttest.Equal(t, "supercop", `crypto_hash/sha256/a/b & 10.00 & 20.00 \\`, "1 no-result")
}
