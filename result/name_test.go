package result

import "testing"

func TestImplementationName(t *testing.T) {
	for want, r := range map[string]Result{
		"openssl-3.0.22/evp":    {Library: "openssl", Version: "3.0.22", Interface: "evp"},
		"gcrypt/native+no-avx2": {Library: "gcrypt", Interface: "native", Caps: "no-avx2"},
		"mine/evp":              {Library: "openssl", Version: "3.0.22", Label: "mine", Interface: "evp"},
		"evp":                   {Interface: "evp"}, // of a library that is not told
		"":                      {},
	} {
		if got := r.Implementation(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
