package cmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"cpb/internal/report"
	"cpb/internal/run"
	"cpb/result"
)

func newVerifyCommand() *cobra.Command {
	var pick selection
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify [PRIMITIVE|GROUP…]",
		Short: "Check that libraries compute the right thing, and measure nothing",
		Long: `Check that libraries compute the right thing, and measure nothing: the
standards' known answers, and each size against the other libraries.

Exit code 1 where something is wrong. What a library has not got is no error.`,
		Example: `  cpb verify
  cpb verify hashes --lib openssl=./libcrypto.so.3`,
		RunE: func(c *cobra.Command, args []string) error {
			r, absent, err := pick.request(args)
			if err != nil {
				return err
			}
			progress := newProgress(os.Stderr)
			r.Progress = progress.show
			doc, failures, err := run.Verify(c.Context(), r)
			progress.end()
			if err != nil {
				return err
			}
			doc.Tool = tool()
			doc.Skipped = append(doc.Skipped, absent...)
			if asJSON {
				err = result.Encode(os.Stdout, doc)
			} else {
				err = report.Verified(os.Stdout, doc, report.For(os.Stdout))
			}
			switch {
			case err != nil:
				return err
			case c.Context().Err() != nil:
				return &failure{code: exitInterrupted}
			case failures > 0:
				return &failure{exitFailed, fmt.Sprintf("%d of %d do not compute the right thing", failures, failures+len(doc.Results)), "the reasons are above"}
			case len(doc.Results) == 0:
				return &failure{exitNothing, "there was nothing to verify", "cpb list libraries shows what is on this machine"}
			}
			return nil
		},
	}
	pick.flags(c, fmt.Sprintf("%d around the ends of blocks, to 1Mi", len(run.VerifySizes)))
	c.Flags().SortFlags = false
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON document")
	return c
}
