package nettle

import (
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"cpb/internal/ingest/ingesttest"
	"cpb/result"
)

const format = "nettle-benchmark"

// checkCells reads the tool's output again in a simple way, by columns, and holds each rate against it. It returns how many there
// are.
func checkCells(t *testing.T, text string) (cells int) {
	t.Helper()
	d := ingesttest.Read(t, format, text)
	byLine := map[int]*result.Result{}
	for i := range d.Results {
		byLine[d.Results[i].Source.Line] = &d.Results[i]
	}
	for i, l := range strings.Split(text, "\n") {
		if len(l) < 39 || l[34] == ' ' && strings.TrimSpace(l[32:]) == "" || strings.Contains(l, "Algorithm") || strings.Contains(l, "cycles") {
			continue
		}
		f := strings.Fields(l[31:]) // %18s %12s %7.2f %11.2f %12.2f
		rate, err := strconv.ParseFloat(f[0], 64)
		if err != nil {
			continue
		}
		cells++
		cycles := 0.0
		if len(f) > 1 {
			cycles, _ = strconv.ParseFloat(f[1], 64)
		}
		if r := byLine[i+1]; r == nil || math.Abs(r.BytesPerSecond-rate*1048576) > 1 || r.CyclesPerByte != cycles {
			t.Errorf("line %d: %s: %+v", i+1, l, r)
		}
	}
	return cells
}

// TestOutputs: what nettle-benchmark 3.8.1 printed, without and with -f.
func TestOutputs(t *testing.T) {
	if n := checkCells(t, ingesttest.File(t, "nettle-3.8.1.txt")); n < 90 {
		t.Errorf("%d cells", n)
	}
	if n := checkCells(t, ingesttest.File(t, "nettle-3.8.1-f.txt")); n < 70 {
		t.Errorf("%d cells", n)
	}
	for file, want := range map[string]map[string]string{
		"nettle-3.8.1.txt": {
			"sha1_compress:": "sha1-compress 1358.7cycles tsc", "memxor aligned": "memxor (aligned)", "md2 update": "md2 hash update", "sha3_224 update": "sha3-224 hash update",
			"ripemd160 update": "ripemd160 hash update", "streebog256 update": "streebog-256 hash update", "umac32 update": "umac32 mac update",
			"cmac-aes128 update": "aes-128-cmac mac update", "poly1305-aes update": "poly1305-aes mac update", "aes128 ECB encrypt": "aes-128-ecb encrypt update",
			"aes128 CBC decrypt": "aes-128-cbc decrypt update", "aes128 (in-place) 7584.49": "aes-128-cbc decrypt update (in place)",
			"aes128 CTR": "aes-128-ctr encrypt update", "aes128 (in-place) 6337.57": "aes-128-ctr encrypt update (in place)",
			"blowfish128 ECB encrypt": "blowfish-ecb encrypt update", "camellia128 ECB decrypt": "camellia-128-ecb decrypt update", "cast128 CBC encrypt": "cast5-cbc encrypt update",
			"des ECB encrypt": "des-ecb encrypt update", "des3 CBC encrypt": "des-ede3-cbc encrypt update",
		},
		"nettle-3.8.1-f.txt": {
			"hmac-sha1 64 bytes": "hmac-sha1 mac message 64B", "hmac-sha1 single msg": "hmac-sha1 mac message 1.4", "cbc_aes128 encrypt": "aes-128-cbc encrypt update",
			"gcm_aes128 encrypt": "aes-128-gcm seal update", "gcm_aes128 decrypt": "aes-128-gcm open update", "gcm_aes128 update": "aes-128-gcm mac update (associated data only)",
			"eax_aes128 encrypt": "aes-128-eax seal update", "chacha encrypt": "chacha20 encrypt update", "chacha_poly1305 encrypt": "chacha20-poly1305 seal update",
		},
	} {
		text := ingesttest.File(t, file)
		d := ingesttest.Read(t, format, text)
		lines := strings.Split(text, "\n")
		for row, name := range want {
			found := ""
			for i := range d.Results {
				r := &d.Results[i]
				if l := strings.Join(strings.Fields(lines[r.Source.Line-1]), " "); found == "" && strings.HasPrefix(l, row) {
					found = ingesttest.Short(r)
				}
			}
			if !strings.Contains(found, " "+name) {
				t.Errorf("%s: %s is no %s: %s", file, row, name, found)
			}
		}
		for _, w := range d.Warnings {
			if w.Kind != "unknown-name" {
				t.Errorf("%s: %+v", file, w)
			}
		}
	}
}

func TestOdd(t *testing.T) {
	const head = "         Algorithm         mode Mbyte/s\n"
	for name, test := range map[string]struct{ text, want string }{
		"cycles of the user's frequency": {" Algorithm mode Mbyte/s cycles/byte cycles/block\n sha256 update 100.00 30.00 1920.00\n arcfour128 encrypt 100.00 30.00\n", `
			2 text: nettle sha256 hash update 1.04858e+08B/s 30c/B unknown
			3 text: nettle rc4 encrypt update 1.04858e+08B/s 30c/B unknown`},
		"OpenSSL's":                 {head + " openssl aes128  ECB encrypt 100.00\n openssl gcm_aes128 decrypt 100.00\n", "2 text: openssl aes-128-ecb encrypt update 1.04858e+08B/s\n3 text: openssl aes-128-gcm open update 1.04858e+08B/s"},
		"no speeds":                 {head + "md5 update 0.00\nmd5 update -nan\nmd5 update inf\nmd5 update -3.00\nmd5 update\n", "2 no-result\n3 no-result\n4 no-result\n5 no-result\n6 truncated"},
		"more figures than columns": {head + "md5 update 100.00 3.00 4.00\n", "2 text: nettle md5 hash update 1.04858e+08B/s\n2 columns"},
		"in place of nothing":       {head + "aes128 CTR 100.00\naes256   (in-place) 100.00\n", "2 text: nettle aes-128-ctr encrypt update 1.04858e+08B/s\n3 no-result"},
		"other modes":               {head + "aes128 frob twice 100.00\n", "2 text: nettle aes-128 (frob twice) 1.04858e+08B/s"},
		"memory":                    {head + "memxor aligned 20000.00\n", "2 text: nettle memxor (aligned) 2.09715e+10B/s\n2 unknown-name"},
		"blocks":                    {"ghash_update: 12.50 cycles / block\nsha3_permute: 0.00 cycles (0.00 / round)\n", "1 text: nettle ghash-update (a block) 12.5cycles tsc\n1 unknown-name\n2 no-result"},
		"quoted, with tabs":         {"> " + head + "> \tmd5\tupdate\t100.00", "2 text: nettle md5 hash update 1.04858e+08B/s"},
		"without a head":            {"md5 update 100.00", ""},
		"far behind it":             {head + strings.Repeat("prose\n", 20) + "md5 update 100.00", ""},
		"prose":                     {head + "Algorithm mode\nit took 5.00\nfor 100.00\na row of many words is 5.00\n", ""},
	} {
		t.Run(name, func(t *testing.T) { ingesttest.Equal(t, format, test.text, test.want) })
	}
}

// TestTool runs the tool, which is in no package: CPB_TEST_NETTLE_BENCHMARK names it.
func TestTool(t *testing.T) {
	path := os.Getenv("CPB_TEST_NETTLE_BENCHMARK")
	if found, err := exec.LookPath("nettle-benchmark"); path == "" && err == nil {
		path = found
	}
	if path == "" {
		t.Skip("no nettle-benchmark")
	}
	out, err := exec.CommandContext(t.Context(), path, "-f", "3e9", "md4", "aes128").Output()
	if err != nil {
		t.Fatal(err)
	}
	if n := checkCells(t, string(out)); n < 8 {
		t.Errorf("%d cells of:\n%s", n, out)
	}
}

func FuzzRead(f *testing.F) {
	ingesttest.Fuzz(f, format, " Algorithm mode Mbyte/s cycles/byte cycles/block\n sha256 update 100.00 30.00 1920.00\n openssl aes128 CTR 1.00 1.00\n aes128 (in-place) 1.00", "sha1_compress: 1.00 cycles\nghash_update: 12.50 cycles / block")
}

// TestSummary: tables that people make of the tool's. Figures made up: 100 Mbyte/s are 104857600 B/s.
func TestSummary(t *testing.T) {
	ingesttest.Equal(t, format, `| Algorithm | mode | C (Mbyte/s) | OpenSSL (Mbyte/s) |
| ------ | ------ | ------ | ------ |
| aes128 | ECB encrypt | 100.00 | 200.00 |
| aes128 | CTR | 100.00 | 0.00 |
| aes128 | CTR | 100.00 |
| Algorithm | Old | New |
| ------ | ------ | ------ |
| SHA256 | 100.00 Mbyte/s | 200.00 Mbyte/s |
| SHA256 | 100.00 MB/s | 200.00 MB/s |
`, `
		3 C: nettle aes-128-ecb encrypt update 1.04858e+08B/s
		3 OpenSSL: openssl aes-128-ecb encrypt update 2.09715e+08B/s
		4 C: nettle aes-128-ctr encrypt update 1.04858e+08B/s
		8 Old: nettle sha256 hash update 1.04858e+08B/s
		8 New: nettle sha256 hash update 2.09715e+08B/s
		3 derived
		4 no-result
		5 truncated
		8 derived
		9 unread`)
}

// TestCommand: rows below the command alone.
func TestCommand(t *testing.T) {
	d := ingesttest.Read(t, format, "Before:\n`nettle-benchmark`\n\tchacha     encrypt  100.00\n\nAfter:\n$ examples/nettle-benchmark\n\tchacha     encrypt  200.00\n")
	if len(d.Results) != 2 || d.Results[0].Run != "Before / nettle-benchmark" || d.Results[1].BytesPerSecond != 200<<20 {
		t.Errorf("%+v", d.Results)
	}
	ingesttest.Equal(t, format, "as nettle-benchmark says\n\tchacha     encrypt  100.00\n", "")
}
