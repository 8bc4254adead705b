package gostd

import (
	"slices"
	"strings"
	"testing"

	"cpb/catalog"
	"cpb/library"
)

// TestOffers: what there is, without an eye on works. Go has no Camellia.
func TestOffers(t *testing.T) {
	var got []string
	for _, o := range (golang{}).Offers() {
		if o.Missing != "" {
			t.Errorf("%+v", o)
		}
		if s := o.Primitive + " " + string(o.Operation) + " " + o.Interface; !slices.Contains(got, s) {
			got = append(got, s)
		}
	}
	want := strings.Split("md4 hash x,md4 hash x-reused,md5 hash std,md5 hash std-reused,ripemd160 hash x,ripemd160 hash x-reused", ",")
	for _, p := range []string{"sha1", "sha224", "sha256", "sha384", "sha512", "sha512-256"} {
		want = append(want, p+" hash std", p+" hash std-reused")
	}
	for _, p := range []string{"blowfish-cbc x", "blowfish-ecb x", "aes-128-cbc std", "aes-192-cbc std", "aes-256-cbc std",
		"aes-128-ecb std", "aes-192-ecb std", "aes-256-ecb std", "cast5-ecb x", "twofish-128-ecb x", "des-cbc std", "des-ede3-cbc std"} {
		want = append(want, strings.Replace(p, " ", " encrypt ", 1))
	}
	for _, p := range []string{"dsa-512", "dsa-1024", "dsa-2048", "rsa-1024", "rsa-2048", "rsa-4096"} {
		want = append(want, p+" sign std", p+" verify std")
	}
	if !slices.Equal(got, want) {
		t.Errorf("offers %q, want %q", got, want)
	}
}

// TestWorks: ECB has no message, and a random number is drawn for DSA's signatures alone.
func TestWorks(t *testing.T) {
	works := map[string][]catalog.Work{}
	for _, o := range (golang{}).Offers() {
		works[o.Primitive+" "+string(o.Operation)] = append(works[o.Primitive+" "+string(o.Operation)], o.Work)
		if drawn := strings.HasPrefix(o.Primitive, "dsa-") && o.Operation == catalog.Sign; drawn != (o.Random != "") {
			t.Errorf("%s %s: random is %q", o.Primitive, o.Operation, o.Random)
		}
	}
	for cell, want := range map[string][]catalog.Work{
		"aes-128-cbc encrypt": {catalog.Update, catalog.Message, catalog.Keyed},
		"aes-128-ecb encrypt": {catalog.Update, catalog.Keyed},
		"rsa-2048 sign":       {catalog.Message, catalog.FreshKey},
		"dsa-2048 verify":     {catalog.Message, catalog.FreshKey},
	} {
		if got := works[cell]; !slices.Equal(got, want) {
			t.Errorf("%s: works are %q, want %q", cell, got, want)
		}
	}
}

// TestPrepareRefusesLengths: buffers of other lengths than a primitive's, of which Go makes panics.
func TestPrepareRefusesLengths(t *testing.T) {
	hash := library.Cell{Primitive: "sha256", Operation: catalog.Hash, Interface: std, Work: catalog.Message}
	cbc := library.Cell{Primitive: "aes-128-cbc", Operation: catalog.Encrypt, Interface: std, Work: catalog.Update}
	sign := library.Cell{Primitive: "rsa-2048", Operation: catalog.Sign, Interface: std, Work: catalog.Message}
	for what, refused := range map[string]struct {
		cell   library.Cell
		change func(*library.Call)
	}{
		"no output":            {hash, func(c *library.Call) { c.Out = nil }},
		"a short output":       {hash, func(c *library.Call) { c.Out = c.Out[1:] }},
		"a long output":        {hash, func(c *library.Call) { c.Out = make([]byte, 33) }},
		"half a block":         {cbc, func(c *library.Call) { c.In, c.Out = c.In[8:], c.Out[8:] }},
		"no block":             {cbc, func(c *library.Call) { c.In, c.Out = nil, nil }},
		"less room than data":  {cbc, func(c *library.Call) { c.Out = c.Out[16:] }},
		"a short IV":           {cbc, func(c *library.Call) { c.IV = c.IV[1:] }},
		"another cipher's key": {cbc, func(c *library.Call) { c.Key = make([]byte, 24) }},
		"a short digest":       {sign, func(c *library.Call) { c.In = c.In[1:] }},
		"no key":               {sign, func(c *library.Call) { c.Key = nil }},
	} {
		c := call(t, refused.cell)
		if _, err := (golang{}).Prepare(refused.cell, []library.Call{c}); err != nil {
			t.Fatal(err)
		}
		refused.change(&c)
		if _, err := (golang{}).Prepare(refused.cell, []library.Call{c}); err == nil {
			t.Errorf("%s is accepted", what)
		}
	}
	if _, err := (golang{}).Prepare(hash, nil); err == nil {
		t.Error("an op of no calls is accepted")
	}
}

// TestAllocations: hashes do without the heap, but for those that x makes anew, and so do ciphers whose key and IV are kept.
func TestAllocations(t *testing.T) {
	for _, o := range (golang{}).Offers() {
		if !(o.Operation == catalog.Hash && o.Interface != x) && o.Work != catalog.Update {
			continue
		}
		c := library.Cell{Primitive: o.Primitive, Operation: o.Operation, Interface: o.Interface, Work: o.Work}
		op, err := (golang{}).Prepare(c, []library.Call{call(t, c)})
		if err != nil {
			t.Fatal(err)
		}
		var slice [1]int64
		if n := testing.AllocsPerRun(20, func() { op.Time(1, 4, slice[:]) }); n != 0 {
			t.Errorf("%s through %s: %.0f allocations in 5 calls", o.Primitive, o.Interface, n)
		}
	}
}

// call is a call of c: its first test key, zeros for all else, and of a signature to be verified nothing.
func call(t *testing.T, c library.Cell) library.Call {
	t.Helper()
	p, ok := catalog.Lookup(c.Primitive)
	if !ok {
		t.Fatalf("no primitive %s", c.Primitive)
	}
	in := make([]byte, max(p.InBytes, 64))
	if p.InBytes > 0 {
		in = in[:p.InBytes]
	}
	made := library.Call{Key: make([]byte, p.KeyBytes), IV: make([]byte, p.IVBytes), In: in, Out: make([]byte, p.Output(c.Operation, len(in)))}
	if c.Operation == catalog.Sign || c.Operation == catalog.Verify {
		keys, err := catalog.TestKeys(p.Slug)
		if err != nil {
			t.Fatal(err)
		}
		if made.Key = keys[0].Public; c.Operation == catalog.Sign {
			made.Key = keys[0].Private
		}
	}
	return made
}
