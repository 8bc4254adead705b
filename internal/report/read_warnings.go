package report

import "cpb/result"

// countWarnings is how many warnings d has: of files, of results, of the machine.
func countWarnings(d *result.Document) int {
	n := len(d.Warnings)
	if d.Host != nil {
		n += len(d.Host.Warnings)
	}
	for i := range d.Results {
		n += len(d.Results[i].Warnings)
	}
	return n
}
