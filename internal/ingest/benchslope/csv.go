package benchslope

import (
	"strings"

	"cpb/internal/ingest"
)

// csv takes a row of --csv:
//
//	hash,SHA1,,,,0.810,ns/B,1176.8,MiB/s,3.52,c/B,4340.2,Mhz,0.8,Mhz-diff
//	ecc,Ed25519,sign,,,,,,,,,3161039,ns/iter,9483117,c/iter
func (p *parser) csv(text string, line int) bool {
	fields := strings.Split(text, ",")
	if len(fields) < 7 || len(fields) > 32 || sections[fields[0]] == "" {
		return false
	}
	section, algorithm, mode := sections[fields[0]], fields[1], fields[2]
	values := map[string]string{}
	for i := 3; i+1 < len(fields); i++ {
		switch unit := fields[i+1]; unit {
		case "ns/B", "MiB/s", "c/B", "ns/iter", "c/iter", "Mhz":
			if values[unit] != "" || !isFigure(fields[i]) {
				return false
			}
			values[unit] = fields[i]
		}
	}
	p.begin(line)
	// The names are where a table has them.
	was, wasSection := p.table, p.section
	p.table, p.section = table{name: algorithm, added: 1}, section
	if mode == "" {
		p.table.name, mode = "", algorithm
	}
	switch {
	case mode == "":
		p.out.Warn(ingest.NoResult, line, "a row without a name: %s", ingest.Brief(text))
	case values["ns/iter"] != "":
		p.calls(line, mode, callFigures{ns: values["ns/iter"], cycles: values["c/iter"], clock: values["Mhz"]})
	default:
		f := figures{ns: values["ns/B"], mib: values["MiB/s"], cycles: values["c/B"], clock: values["Mhz"]}
		if f.cycles == "" && strings.Contains(text, ",c/B") {
			f.cycles = "-"
		}
		p.bytes(line, mode, f)
	}
	p.table, p.section = was, wasSection
	return true
}
