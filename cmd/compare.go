package cmd

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cpb/internal/compare"
	"cpb/internal/explain"
	"cpb/internal/report"
	"cpb/result"
)

func newCompareCommand() *cobra.Command {
	var (
		asJSON bool
		format string
		spread string
		margin string
	)
	c := &cobra.Command{
		Use:   "compare BASE OTHER…",
		Short: "Hold runs against each other: ratios, intervals, verdicts",
		Long: `Hold runs against each other: ratios, intervals, verdicts.

BASE and OTHER are runs that are kept, files that cpb saved, files of any tool
that cpb read knows, and groups in them: FILE#GROUP, RUN#IMPLEMENTATION. Of a
text that consists of two groups one argument is enough. Cells pair by
primitive, operation, work, size and threads, and where both sides have several
implementations by those; what has no pair is named.

Tables say how many times as fast the other side is; --json has the ratio of
times, other ÷ base. Its interval is over launches where the runs are cpb's; of
the single runs of other tools it holds what rounding alone allows, and how they
vary from run to run is unknown, unless --spread states it. Verdicts hold the
part of false ones to 5 % (docs/compare.md).`,
		Example: `  cpb compare old.json new.json
  cpb compare 'mail.txt#Before' 'mail.txt#After' --spread 2%
  cpb compare mail.txt
  cpb compare run.json#openssl-1.1.1n/evp run.json#openssl-3.0.19/evp
  cpb compare old.json new.json --format markdown >>message`,
		Args: atLeast(1, "cpb compare needs two runs or files, or one with two groups"),
		RunE: func(c *cobra.Command, args []string) error {
			o := compare.Options{}
			for _, err := range []error{
				refuse(asJSON && c.Flags().Changed("format"), "--json and --format exclude each other"),
				oneOf("format", format, formats),
				part("--spread", spread, &o.Spread),
				part("--margin", margin, &o.Margin),
			} {
				if err != nil {
					return err
				}
			}
			set, err := load(c, args)
			if err != nil {
				return err
			}
			base, others, err := set.Compared()
			if err != nil {
				return err
			}
			compare.Compare(set.Doc, base, others, o)
			if len(set.Doc.Comparisons) == 0 {
				return &failure{exitUsage, "nothing on the two sides has a pair", "cpb read FILE shows what is in a file"}
			}
			if asJSON {
				explainSides(set.Doc, base, others)
				return result.Encode(os.Stdout, set.Doc)
			}
			return writeComparison(set.Doc, base, others, format)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&spread, "spread", "", "how figures of other tools vary from run to run, one standard deviation, `PART`: 2% or 0.02")
	f.StringVar(&margin, "margin", "", "differences within it are none, `PART` (default 0.5%)")
	f.BoolVar(&asJSON, "json", false, "print everything as one JSON document")
	f.StringVar(&format, "format", "table", "what to print, `ONE` of table, csv, markdown, go (for benchstat)")
	return c
}

func writeComparison(doc *result.Document, base result.Group, others []result.Group, format string) error {
	switch format {
	case "csv":
		return result.EncodeComparisonsCSV(os.Stdout, doc)
	case "go":
		return result.EncodeGoBenchSides(os.Stdout, doc, base, others)
	case "markdown":
		return report.CompareMarkdown(os.Stdout, doc, base, others)
	default:
		return report.Compare(os.Stdout, doc, base, others, report.For(os.Stdout))
	}
}

// explainSides adds what the differences come from: a document of a comparison has that too.
func explainSides(doc *result.Document, base result.Group, others []result.Group) {
	var pairs [][2]int
	for i := range others {
		pairs = append(pairs, [2]int{0, 1 + i})
	}
	explain.Explain(doc, append([]result.Group{base}, others...), explain.Options{Pairs: pairs})
}

// part reads a part of one: 2%, 0.02. Empty text leaves it as it is.
func part(flag, text string, to *float64) error {
	if text == "" {
		return nil
	}
	x, _, err := number(text)
	if err != nil || !(x > 0 && x < 1) {
		return &failure{exitUsage, fmt.Sprintf("%s: %q is no part of one", flag, text), "write 2% or 0.02"}
	}
	*to = x
	return nil
}

// number reads a number, or a per cent: 2%, 0.02.
func number(text string) (x float64, percent bool, err error) {
	digits, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err = strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		x /= 100
	}
	return x, percent, err
}
