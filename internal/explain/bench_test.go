package explain

import (
	"fmt"
	"testing"

	"cpb/result"
)

// BenchmarkExplain explains two groups of 200 implementations of 10 primitives at 6 sizes: 24,000 results.
func BenchmarkExplain(b *testing.B) {
	doc := &result.Document{}
	groups := []result.Group{{Name: "A"}, {Name: "B"}}
	for g := range groups {
		for i := range 200 {
			for _, primitive := range []string{"md4", "md5", "sha1", "sha256", "sha512", "aes-128-cbc", "aes-256-cbc", "des-cbc", "sha384", "ripemd160"} {
				for _, size := range []int{16, 64, 256, 1024, 8192, 16384} {
					groups[g].Results = append(groups[g].Results, len(doc.Results))
					doc.Results = append(doc.Results, result.Result{
						Library: "openssl", Version: fmt.Sprint(i), Interface: "evp", Primitive: primitive, SizeBytes: &size,
						NsPerCall: float64(100 + size), LaunchNs: []float64{float64(100 + size), float64(101 + size)},
					})
				}
			}
		}
	}
	for b.Loop() {
		Explain(doc, groups, Options{})
	}
}
