package cmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cpb/internal/compare"
	"cpb/internal/explain"
	"cpb/internal/input"
	"cpb/internal/report"
)

// threads holds mails of five public threads that are not part of this repository. Their tests run where they are. The
// figures alone are in internal/explain/testdata.
const threads = "../../shared/seeds"

// TestThreads: from the text as it was mailed to the answer, with nothing in between but this program.
func TestThreads(t *testing.T) {
	for file, test := range map[string]struct{ said, unsaid []string }{
		"interfaces-quoted-mail.txt": {
			said: []string{
				`md5 costs 138\.2 ns more per call in 4 than in 3 and the same per block; sha1 costs the same in both`,
				`-evp takes one name`,
				`look-up by name in each call`,
				`2 → 4 \+57\.8 unchanged`, // 128 → 186
				`2 → 4 −81\.2 1\.06×`,     // sha1's block
				`3 → 4 \+138\.2 unchanged 0\.52×`,
			},
			unsaid: []string{`sha1[^.;]* through EVP in 1\.1\.0d`, `interface can`},
		},
		"versions-grep-wrapped-doing.txt": {
			said: []string{
				`cost per block is unchanged \(70\.0 → 69\.6 ns\); each call costs 200\.[45] ns less \(263\.4 → 62\.9 ns\)`,
				`At 16 bytes that is 2\.53 times as fast, at 8192 bytes 1\.03 times`,
				`16384 bytes has no pair|Without a pair: 16Ki`,
				`EVP_Digest .{0,40}SHA1\(\)`,
				`callers of EVP do not get that part`,
			},
			unsaid: []string{`(?i)assembl`, `EVP (is|got|became) `},
		},
		"before-after-one-file.txt": {
			said: []string{
				`blowfish-cbc: the cost per block goes from 891\.1 to 506\.1 ns \(1\.76 times as fast\)`,
				`md5: the cost per block goes from 1323 to 749\.5 ns \(1\.76 times as fast\); the fixed cost is unchanged`,
				`ripemd160: the cost per block goes from 3160 to 2111 ns \(1\.50 times as fast\); the fixed cost is unchanged`,
				`dsa-512 sign: 3\.91 times as fast, 96\.8 → 378\.7/s`, `dsa-512 verify: 4\.01 times`,
				`dsa-1024 sign: 4\.92 times`, `dsa-1024 verify: 5\.08 times`,
				`count-mismatch: 4`, `411766 calls in 3\.10 s .{0,90}3\.01 s would give`,
			},
			unsaid: []string{`(?i)\bassembl`},
		},
		"four-builds-speed-loop.txt": {
			said: []string{
				`md4, md5 and sha1 each cost 135\.1 to 147\.6 ns more per call in 2 than in 1 and 268\.1 to 281\.6 in 4 than in 3, and sha256 and sha512 do not: a common cause outside the algorithms`,
				`md4 and md5 did not get slower, the call did`,
				`probably a table of engines`,
				`A block costs 1\.31 to 1\.34 times as much in 3 as in 1 and in 4 as in 2, in all 10 rows`,
				`1 → 2 (?:−19\.4(?: \?)?|unchanged) 1\.25×`, `1 → 2 unchanged 1\.15×`,
			},
			unsaid: []string{`(?i)sha[- ](ni|instruction|extension)`, `1\.0\.2\S* (is|got|became) slower`},
		},
		"crypto-bench-five-cpus.txt": {
			said: []string{
				`1 and 4 have the same 20 figures, to the last digit`, `which one cannot be told`,
				`lavu is never the fastest, and the slowest for aes-128-ecb on 1 and 4`,
				`openssl is the fastest for md5 and sha1 everywhere`, `tomcrypt is the fastest for sha224 and sha256 on 5, aes-128-ecb on all but 3`,
				`aes-128-ecb on 3: lavu and gcrypt take 3\.1 and 3\.4 times as long as openssl`,
				`sha224 and sha256 run the same block functions, and cost the same`,
				`AES_encrypt\(\), called for each block`, `ticks of the time-stamp counter`, `duplicate-block: 1`,
			},
			unsaid: []string{`core cycles per`},
		},
	} {
		t.Run(strings.TrimSuffix(file, ".txt"), func(t *testing.T) {
			path := filepath.Join(threads, file)
			if _, err := os.Stat(path); err != nil {
				t.Skip("the threads are not here")
			}
			set, err := input.Load(context.Background(), []string{path}, input.Options{})
			if err != nil {
				t.Fatal(err)
			}
			groups := set.Explained()
			explain.Explain(set.Doc, groups, explain.Options{})
			var b bytes.Buffer
			if err := report.Explain(&b, set.Doc, groups, report.Options{}); err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(b.String()), " ")
			for _, said := range test.said {
				if !regexp.MustCompile(said).MatchString(text) {
					t.Errorf("not said: %s", said)
				}
			}
			for _, unsaid := range test.unsaid {
				if found := regexp.MustCompile(unsaid).FindString(text); found != "" {
					t.Errorf("said: %q", found)
				}
			}
			if t.Failed() {
				t.Log(b.String())
			}
		})
	}
}

// TestThreadsCompare: two groups of one mail by their names.
func TestThreadsCompare(t *testing.T) {
	path := filepath.Join(threads, "before-after-one-file.txt")
	if _, err := os.Stat(path); err != nil {
		t.Skip("the threads are not here")
	}
	set, err := input.Load(context.Background(), []string{path + "#Before", path + "#After"}, input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	base, others, err := set.Compared()
	if err != nil {
		t.Fatal(err)
	}
	compare.Compare(set.Doc, base, others, compare.Options{})
	// From the tables by hand: 8954.05 ÷ 15802.37, 47860.39 ÷ 83790.51, 96.8 ÷ 378.7.
	want := map[string]float64{"blowfish-cbc 8192": 0.56663, "md5 8192": 0.57119, "dsa-512 sign": 0.25561}
	for _, c := range set.Doc.Comparisons {
		key := c.Primitive + " " + c.Operation
		if c.SizeBytes != nil {
			key = c.Primitive + " 8192"
			if *c.SizeBytes != 8192 {
				continue
			}
		}
		if w, ok := want[key]; ok {
			if c.Ratio < w-1e-5 || c.Ratio > w+1e-5 {
				t.Errorf("%s: ratio %v, want %v", key, c.Ratio, w)
			}
			delete(want, key)
		}
	}
	if len(want) > 0 {
		t.Errorf("not compared: %v", want)
	}
}
