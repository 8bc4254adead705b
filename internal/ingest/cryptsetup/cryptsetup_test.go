package cryptsetup

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"
)

const format = "cryptsetup"

// TestOutput: what cryptsetup 2.6.1 printed where the kernel has no AF_ALG.
func TestOutput(t *testing.T) {
	ingesttest.Equal(t, format, ingesttest.File(t, "no-kernel-interface.txt"), `
		2 text: pbkdf2-sha1 kdf (one iteration, key of 256 bits) 2.38313e+06/s
		3 text: pbkdf2-sha256 kdf (one iteration, key of 256 bits) 4.37819e+06/s
		4 text: pbkdf2-sha512 kdf (one iteration, key of 256 bits) 2.10346e+06/s
		5 text: pbkdf2-ripemd160 kdf (one iteration, key of 256 bits) 783689/s
		6 text: pbkdf2-whirlpool kdf (one iteration, key of 256 bits) 728177/s
		7 no-result
		8 no-result
		9 no-result`)
}

// TestRows: figures made up. 100 MiB/s are 104857600 B/s, 2.5 are 2621440.
func TestRows(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"the table": {"# Tests are approximate using memory only (no storage IO).\n#     Algorithm |       Key |      Encryption |      Decryption\n        aes-cbc        128b       100.0 MiB/s         2.5 MiB/s\n        aes-xts        256b       100.0 MiB/s         2.5 MiB/s\n    serpent-xts        512b               N/A               N/A\n    twofish-cbc        256b       100.0 MiB/s               N/A\n", `
			3 text: linux/af_alg aes-128-cbc encrypt message 128b 1.04858e+08B/s
			3 text: linux/af_alg aes-128-cbc decrypt message 128b 2.62144e+06B/s
			4 text: linux/af_alg aes-128-xts encrypt message 256b 1.04858e+08B/s
			4 text: linux/af_alg aes-128-xts decrypt message 256b 2.62144e+06B/s
			6 text: linux/af_alg twofish-256-cbc encrypt message 256b 1.04858e+08B/s
			5 no-result
			5 no-result
			6 no-result`},
		"decimal commas": {"  aes-xts  512b  1234,5 MiB/s  1.234,5 MiB/s", `
			1 text: linux/af_alg aes-256-xts encrypt message 512b 1.29447e+09B/s
			1 text: linux/af_alg aes-256-xts decrypt message 512b 1.29447e+09B/s`},
		"names": {"des3_ede-cbc 192b 100.0 MiB/s 100.0 MiB/s\naes-lrw 384b 100.0 MiB/s 100.0 MiB/s\naes-cbc-essiv:sha256 256b 100.0 MiB/s 100.0 MiB/s\ncapi:xts(camellia)-plain64 512b 100.0 MiB/s 100.0 MiB/s\ncast5-cbc 128b 100.0 MiB/s 100.0 MiB/s\nxchacha12,aes-adiantum 256b 100.0 MiB/s 100.0 MiB/s", `
			1 text: linux/af_alg des-ede3-cbc encrypt message 192b 1.04858e+08B/s
			1 text: linux/af_alg des-ede3-cbc decrypt message 192b 1.04858e+08B/s
			2 text: linux/af_alg aes-256-lrw encrypt message 384b 1.04858e+08B/s
			2 text: linux/af_alg aes-256-lrw decrypt message 384b 1.04858e+08B/s
			3 text: linux/af_alg aes-256-cbc encrypt message 256b (IV essiv:sha256) 1.04858e+08B/s
			3 text: linux/af_alg aes-256-cbc decrypt message 256b (IV essiv:sha256) 1.04858e+08B/s
			4 text: linux/af_alg camellia-256-xts encrypt message 512b (IV plain64) 1.04858e+08B/s
			4 text: linux/af_alg camellia-256-xts decrypt message 512b (IV plain64) 1.04858e+08B/s
			5 text: linux/af_alg cast5-cbc encrypt message 128b 1.04858e+08B/s
			5 text: linux/af_alg cast5-cbc decrypt message 128b 1.04858e+08B/s
			6 text: linux/af_alg xchacha12-aes-adiantum encrypt message 256b 1.04858e+08B/s
			6 text: linux/af_alg xchacha12-aes-adiantum decrypt message 256b 1.04858e+08B/s
			6 unknown-name`},
		"rows that break off": {"aes-cbc 128b 100.0 MiB/s  2\naes-cbc 128b 100.0 MiB/s\naes-cbc 128b 10", `
			1 text: linux/af_alg aes-128-cbc encrypt message 128b 1.04858e+08B/s
			2 text: linux/af_alg aes-128-cbc encrypt message 128b 1.04858e+08B/s
			1 truncated
			2 truncated`},
		"a remark behind a row": {"aes-cbc 256b 100.0 MiB/s 2.5 MiB/s <-- slow", `
			1 text: linux/af_alg aes-256-cbc encrypt message 256b 1.04858e+08B/s
			1 text: linux/af_alg aes-256-cbc decrypt message 256b 2.62144e+06B/s
			1 columns`},
		"no speeds":        {"aes-cbc 128b 0.0 MiB/s -3.0 MiB/s\naes-cbc 128b inf MiB/s nan MiB/s\nPBKDF2-sha1 0 iterations per second", "1 no-result\n1 no-result\n2 no-result\n2 no-result\n3 no-result"},
		"commented, tabs":  {"# \taes-cbc\t128b\t100.0 MiB/s\t2.5 MiB/s", "1 text: linux/af_alg aes-128-cbc encrypt message 128b 1.04858e+08B/s\n1 text: linux/af_alg aes-128-cbc decrypt message 128b 2.62144e+06B/s"},
		"not available":    {"PBKDF2-sha1          N/A\nargon2id   N/A\n", "1 no-result\n2 no-result"},
		"a missing cipher": {"Cipher foo-cbc (with 256 bits key) is not available.", "1 no-result"},
		"prose":            {"PBKDF2-sha256 600000 iterations take one second\nargon2i is better than 5 others (of 9)\nuse aes-xts 512b\naes-xts 256bit 100.0 KiB\nRequired: nothing\n# Algorithms I like\n", ""},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
}

// TestLanguages: rows as the translations of 2.6.1 have them.
func TestLanguages(t *testing.T) {
	for _, line := range []string{
		"PBKDF2-sha1      1000000 Iterationen pro Sekunde für 256-Bit-Schlüssel", "PBKDF2-sha1      1000000 iterací za sekundu pro 256bitový klíč",
		"PBKDF2-sha1      1000000 回/秒 (256 ビットの鍵)", "„PBKDF2-sha1     “ 1000000 понављања у секунди за 256-битни кључ",
		"PBKDF2-sha1      1000000 iteracji/sekundę dla klucza 256-bitowego", "PBKDF2-sha1      1000000 итераций в секунду для 256-битного ключа",
	} {
		ingesttest.Equal(t, format, line, "1 text: pbkdf2-sha1 kdf (one iteration, key of 256 bits) 1e+06/s")
	}
	for _, head := range []string{
		"#   Algorithmus | Schlüssel | Verschlüsselung | Entschlüsselung", "№      Алгоритм |      Ключ |      Шифрування |   Розшифрування",
		"#     Algorithm |      キー |          暗号化 |           復号化",
	} {
		ingesttest.Equal(t, format, "\n"+head+"\naes-cbc 128b Н/Д Н/Д\naes-cbc 128b Ei käytössä Ei käytössä\n", "3 no-result\n3 no-result\n4 no-result\n4 no-result")
	}
	// The notice is no heading.
	ingesttest.Equal(t, format, "# Die Tests greifen nicht zu: auf den Datenträger zugreifen.\n  aes-cbc 128b 100,0 MiB/s N/A\n", "2 text: linux/af_alg aes-128-cbc encrypt message 128b 1.04858e+08B/s\n2 no-result")
}

// TestTool runs the installed tool: PBKDF2 in each hash, and the ciphers where the kernel has them.
func TestTool(t *testing.T) {
	path, err := exec.LookPath("cryptsetup")
	if err != nil {
		path, err = exec.LookPath("/usr/sbin/cryptsetup")
	}
	if err != nil || testing.Short() {
		t.Skip("no cryptsetup, or no time for it")
	}
	for _, arguments := range [][]string{{"--hash", "sha256"}, {"--hash", "whirlpool"}, {"--cipher", "aes-xts", "--key-size", "512"}} {
		command := exec.CommandContext(t.Context(), path, append([]string{"benchmark"}, arguments...)...)
		command.Env = append(command.Environ(), "LC_ALL=C")
		out, err := command.CombinedOutput()
		text := string(out)
		d := ingesttest.Read(t, format, text)
		if err != nil && len(d.Results) == 0 {
			if len(d.Warnings) == 0 {
				t.Errorf("%q failed, which is not told: %s", arguments, text)
			}
			continue
		}
		cells := 0
		for i, l := range strings.Split(text, "\n") {
			f := strings.Fields(l)
			for j := range f[:max(0, len(f)-1)] {
				if f[j+1] != "iterations" && f[j+1] != "MiB/s" {
					continue
				}
				x, err := strconv.ParseFloat(f[j], 64)
				if err != nil || cells >= len(d.Results) {
					t.Fatalf("%s: %d results: %s", f[j], len(d.Results), text)
				}
				r := d.Results[cells]
				if r.Source.Line != i+1 || r.CallsPerSecond != x && r.BytesPerSecond != x*1048576 {
					t.Errorf("%s: %s", l, ingesttest.Short(&r))
				}
				cells++
			}
		}
		if cells == 0 || cells != len(d.Results) {
			t.Errorf("%d results of %d cells: %s", len(d.Results), cells, text)
		}
	}
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format, "aes-xts 512b 1234,5 MiB/s 1.234,5 MiB/s\ncapi:xts(aes)-plain64 512b N/A N/A\naes-cbc 128b 1.0 MiB/s", "PBKDF2-sha1 10 回/秒 (256)\n„PBKDF2-sha1 “ 1 понављања у секунди")
}

// TestHeads: tables that people take a column out of, or put into Markdown. Figures made up.
func TestHeads(t *testing.T) {
	for text, want := range map[string]string{
		"# Algorithm | Key | Decryption\n aes-cbc 256b 100.0 MiB/s\n# Algorithm | Key | Encryption\n aes-cbc 256b 100.0 MiB/s 2.0 MiB/s\n": `
			2 text: linux/af_alg aes-256-cbc decrypt message 256b 1.04858e+08B/s
			4 text: linux/af_alg aes-256-cbc encrypt message 256b 1.04858e+08B/s
			4 columns`,
		"| Algorithm | Key | Decryption | Encryption |\n|---|---|---|---|\n| aes-cbc | 256b | 100.0 MiB/s | N/A |\n": `
			3 text: linux/af_alg aes-256-cbc decrypt message 256b 1.04858e+08B/s
			3 no-result`,
		"# Algorithmus | Schlüssel | Entschlüsselung\n aes-cbc 256b 100.0 MiB/s\n": "2 text: linux/af_alg aes-256-cbc message 256b 1.04858e+08B/s",
		"# Algorithm | Key | Encryption | Decryption\n aes-cbc 256b [   10.000000] random: read\n aes-xts 256b 100.0 MiB/s<br>\n": `
			3 text: linux/af_alg aes-128-xts encrypt message 256b 1.04858e+08B/s
			2 truncated
			3 truncated`,
		"argon2id  8 iterations, 1048576 memory, 4 parallel threads\n": "1 no-result",
	} {
		ingesttest.Equal(t, format, text, want)
	}
}
