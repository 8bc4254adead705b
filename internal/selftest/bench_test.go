//go:build cgo && linux

package selftest

import (
	"context"
	"fmt"
	"os"
	"testing"

	"cpb/catalog"
	"cpb/internal/compare"
	"cpb/internal/run"
	"cpb/library"
	"cpb/library/librarytest"
	_ "cpb/library/openssl"
	"cpb/result"
)

// BenchmarkTable makes tables of 200 cells in which one, drawn, takes 2 % longer and all others are equal: how many of the equal ones get a
// verdict of faster or slower, and whether the one does. Each iteration is a run of half a minute: use -benchtime 1x and -count.
func BenchmarkTable(b *testing.B) {
	info, _ := library.Lookup("openssl")
	targets, err := info.Find("")
	if err != nil {
		b.Skip(err)
	}
	program, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	for _, busy := range []bool{false, true} {
		b.Run(fmt.Sprintf("busy=%v", busy), func(b *testing.B) {
			if busy {
				librarytest.KeepBusy(b)
			}
			var flagged, most, found, cells int
			for range b.N {
				table++
				pair, remove, err := copies(targets[0])
				if err != nil {
					b.Fatal(err)
				}
				wrong, right, n := tableOf(b, program, pair, table)
				remove()
				flagged += wrong
				most = max(most, wrong)
				cells += n
				if right {
					found++
				}
			}
			b.ReportMetric(float64(cells)/float64(b.N), "cells")
			b.ReportMetric(float64(flagged)/float64(b.N), "false/table")
			b.ReportMetric(float64(most), "most-false")
			b.ReportMetric(float64(found)/float64(b.N), "found")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// table numbers the tables: each draws another cell.
var table int

// tableOf makes one table and counts.
func tableOf(b *testing.B, program string, pair [2]library.Target, n int) (wrong int, right bool, cells int) {
	b.Helper()
	r := run.Request{
		Targets: pair[:], Program: program, Processor: -1, Seed: uint64(n), Pairs: run.PairsInterface, Trace: func(run.Standing) bool { return false },
		Interfaces: []string{"evp", "evp-fetched"},
	}
	var err error
	if r.Primitives, err = catalog.Select([]string{"md5", "sha1", "sha256", "sha512", "aes-128-cbc"}); err != nil {
		b.Fatal(err)
	}
	for i := range 20 {
		r.Sizes = append(r.Sizes, 16*(1+i*i))
	}
	primitive, size := r.Primitives[n%len(r.Primitives)].Slug, r.Sizes[n*7%len(r.Sizes)]
	planted := func(primitiveOf string, sizeOf int, iface string) bool {
		return primitiveOf == primitive && sizeOf == size && iface == "evp"
	}
	r.Plant = func(t library.Target, c library.Cell) int {
		if t.Label == copyLabel && planted(c.Primitive, c.SizeBytes, c.Interface) {
			return 50
		}
		return 0
	}
	doc, err := run.Run(context.Background(), r)
	if err != nil {
		b.Fatal(err)
	}
	var sides [2]result.Group
	for i, x := range doc.Results {
		side := 0
		if x.Label == copyLabel {
			side = 1
		}
		sides[side].Results = append(sides[side].Results, i)
	}
	compare.Compare(doc, sides[0], sides[1:], compare.Options{})
	for _, c := range doc.Comparisons {
		base, other := &doc.Results[c.Base], &doc.Results[c.Other]
		if base.Interface != other.Interface {
			continue
		}
		cells++
		called := c.Verdict == result.Faster || c.Verdict == result.Slower
		switch {
		case planted(c.Primitive, *c.SizeBytes, other.Interface):
			right = c.Verdict == result.Slower
		case called:
			wrong++
			b.Logf("table %d: %s %d %s is %s: %.4f (%.4f to %.4f)", n, c.Primitive, *c.SizeBytes, other.Interface, c.Verdict, c.Ratio, c.Low, c.High)
		}
	}
	return wrong, right, cells
}
