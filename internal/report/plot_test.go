package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cpb/internal/golden"
	"cpb/result"
)

func TestPlot(t *testing.T) {
	for name, d := range explained(t) {
		for form, o := range map[string]Options{
			"80": {}, "80.color": {Color: true}, "80.ascii": {ASCII: true}, "40": {Width: 1},
		} {
			var b bytes.Buffer
			if err := Plot(&b, d, o); err != nil {
				t.Fatal(err)
			}
			golden.Check(t, filepath.Join("testdata/explain", name+".plot."+form+".txt"), b.Bytes())
			checkLines(t, name+" at "+form, o, b.String())
			checkClean(t, b.String(), o.Color)
			for _, c := range b.Bytes() {
				if o.ASCII && c >= 0x80 {
					t.Fatalf("%s: not ASCII", name)
				}
			}
		}
	}
}

// 55 bytes are the most that fit into one block of SHA-1 (FIPS 180-4, section 5.1.1).
func TestLine(t *testing.T) {
	c := &result.Cost{FixedNs: 100, BlockNs: 50, BlockBytes: 64}
	hash := series{cost: c, model: modelOf("sha1")}
	bytes := series{cost: &result.Cost{FixedNs: -20, BlockNs: 0.5, BlockBytes: 1}, model: modelOf("no-such-primitive")}
	other := series{cost: c, model: modelOf("sha512")}
	for _, test := range []struct {
		of   series
		size int
		want float64 // 0 where there is no line
	}{
		{hash, 0, 150}, {hash, 55, 150}, {hash, 56, 200}, {hash, 119, 200}, {hash, 120, 250}, {hash, 8192, 100 + 129*50},
		{bytes, 100, 30}, {bytes, 40, 0}, {bytes, 10, 0},
		{other, 16, 0}, {series{model: modelOf("sha1")}, 16, 0},
	} {
		got, ok := test.of.line(test.size)
		if ok != (test.want > 0) || ok && got != test.want {
			t.Errorf("%d bytes: %v, %v, not %v", test.size, got, ok, test.want)
		}
	}
}

func TestTimeTicks(t *testing.T) {
	for _, test := range []struct {
		a    axis
		most int
		want string
	}{
		{axis{100, 1e4}, 10, "100ns 200ns 500ns 1µs 2µs 5µs 10µs"},
		{axis{90, 1.1e6}, 6, "100ns 1µs 10µs 100µs 1ms"},
		{axis{0.4, 2e12}, 5, "1ns 1µs 1ms 1s 1000s"},
		{axis{310, 390}, 10, "310ns 390ns"},
	} {
		var got []string
		for _, x := range test.a.timeTicks(test.most) {
			got = append(got, x.label)
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%v: %s, not %s", test.a, s, test.want)
		}
	}
}

// More rows than one picture has go into several, over the same axes; none is lost.
func TestPicturesInParts(t *testing.T) {
	all := pictures(explained(t)["own"])
	if len(all) < 2 || len(all[0].series) != 8 || len(all[1].series) != 2 || all[0].sizes != all[1].sizes || all[0].times != all[1].times {
		t.Fatalf("%d pictures", len(all))
	}
}

func TestPlotSVG(t *testing.T) {
	for name, d := range explained(t) {
		var b bytes.Buffer
		if err := PlotSVG(&b, d); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata/explain", name+".plot.svg"), b.Bytes())
		checkClean(t, b.String(), false)
		checkXML(t, b.Bytes())
	}
}

// checkXML fails where text is no XML, or holds elements that a drawing has no need of.
func checkXML(t *testing.T, text []byte) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("no XML: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok && !slices.Contains([]string{"svg", "g", "title", "desc", "style", "rect", "path", "text"}, e.Name.Local) {
			t.Errorf("element %s", e.Name.Local)
		}
	}
}

// Marks and lines are seen on their paper: contrast of 3 to 1, and 4.5 to 1 for text (WCAG 2.2, 1.4.11 and 1.4.3).
func TestThemes(t *testing.T) {
	for _, theme := range []theme{light, dark} {
		for _, c := range theme.series {
			if got := contrast(t, c, theme.paper); got < 3 {
				t.Errorf("%s on %s: %.2f", c, theme.paper, got)
			}
		}
		for _, c := range []string{theme.ink, theme.label} {
			if got := contrast(t, c, theme.paper); got < 4.5 {
				t.Errorf("%s on %s: %.2f", c, theme.paper, got)
			}
		}
	}
}

// contrast is the ratio of two colours' luminances as WCAG 2.2 defines it.
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(color string) float64 {
		var rgb [3]uint8
		if _, err := fmt.Sscanf(color, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
			t.Fatal(err)
		}
		var sum float64
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v := float64(rgb[i]) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
