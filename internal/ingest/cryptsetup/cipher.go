package cryptsetup

import (
	"fmt"
	"strconv"
	"strings"

	"cpb/catalog"
	"cpb/internal/ingest"
	"cpb/result"
)

// cipher takes a row of the table of ciphers: name, bits of the key, encryption, decryption.
func (p *parser) cipher(text string, line int) bool {
	name, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
	rest = strings.TrimSpace(rest)
	digits, rest, _ := strings.Cut(rest, "b")
	bits, err := strconv.Atoi(digits)
	if err != nil || bits <= 0 || bits > 1<<16 || !isCipherName(name) || rest != "" && rest[0] != ' ' {
		return false
	}
	cells, behind, ok := cellsOf(strings.TrimSpace(rest))
	if !ok {
		if rest = strings.TrimSpace(rest); p.open && (rest == "" || rest[0] == '[') { // what the kernel logs comes between
			p.out.Warn(ingest.Truncated, line, "%s %db: the row has no figures", name, bits)
			return true
		}
		return false
	}
	p.ensure()
	ways := p.ways
	if ways == nil {
		ways = both
	}
	name = strings.Clone(name)
	slug, detail := p.slugOf(name, bits, line)
	source := &result.Source{Line: line}
	for i, c := range cells {
		if i == len(ways) {
			p.out.Warn(ingest.Mismatched, line, "%s %db: %s MiB/s has no column in the head", name, bits, c)
			break
		}
		operation := ways[i]
		rate, ok := ingest.ParseLocalFigure(c, false)
		if !ok || !rate.Positive() {
			p.out.Warn(ingest.NoResult, line, "%s %db %s: %s", name, bits, operation, c)
			continue
		}
		r := result.Result{
			Library: "linux", Interface: "af_alg", Primitive: slug, Operation: string(operation), Work: string(catalog.Message), Bits: bits, Detail: detail,
			Unknown: sizeUnknown, BytesPerSecond: rate.Value * (1 << 20), Printed: strings.Clone(c) + " MiB/s", Unit: "2^20 B/s", Source: source,
		}
		if q, ok := catalog.Known(slug); ok {
			r.Operation = string(q.As(operation))
		}
		if operation == "" {
			r.Unknown = wayUnknown
		}
		p.out.Result(&r)
	}
	switch {
	case len(cells) < len(ways):
		p.out.Warn(ingest.Truncated, line, "%s %db: the row breaks off: %s", name, bits, ingest.Brief(text))
	case behind != "":
		p.out.Warn(ingest.Mismatched, line, "%s %db: what stands behind the figures is passed over: %s", name, bits, ingest.Brief(behind))
	}
	return true
}

// sizeUnknown is what is not printed.
var (
	sizeUnknown = []string{"size_bytes"}
	wayUnknown  = []string{"operation", "size_bytes"}
)

// cipherName is a cipher with its mode, and maybe its IV, as dm-crypt spells them.
var cipherName = ingest.NewPattern(`^(?:capi:[\w(),-]+|[a-z][\w,]*-[a-z]\w*(?:-[\w:]+)?)$`)

func isCipherName(s string) bool { return strings.IndexByte(s, '-') > 0 && cipherName.MatchString(s) }

// cellsOf are the one or two cells of a row, each a number of MiB/s without its unit, or what stands in its place; and what stands
// behind them. False where there are none.
func cellsOf(rest string) (cells []string, behind string, ok bool) {
	fields := strings.Fields(rest)
	half := len(fields) / 2
	if first := strings.Join(fields[:half], " "); half > 0 && isNotAvailable(first) && first == strings.Join(fields[half:], " ") {
		return []string{first, first}, "", true
	}
	for len(fields) > 0 && len(cells) < 2 {
		switch {
		case len(fields) > 1 && strings.TrimRight(fields[1], "`'\",;.)}") == "MiB/s":
			cells, fields = append(cells, fields[0]), fields[2:]
		case isNotAvailable(fields[0]):
			cells, fields = append(cells, fields[0]), fields[1:]
		default:
			return cells, "", len(cells) > 0
		}
	}
	return cells, strings.Join(fields, " "), len(cells) > 0
}

// kernelNames are the kernel's names of ciphers that are not the catalogue's.
var kernelNames = map[string]string{"des3_ede": "des-ede3"}

// capi is a cipher in the spelling of the kernel: capi:xts(aes)-plain64.
var capi = ingest.NewPattern(`^capi:(\w+)\(([\w,]+)\)(?:-([\w:]+))?$`)

// slugOf is the primitive of a cipher with its mode and key, and what else its name says.
func (p *parser) slugOf(name string, bits, line int) (slug, detail string) {
	cipher, mode, _ := strings.Cut(name, "-")
	mode, iv, _ := strings.Cut(mode, "-")
	if m := capi.FindStringSubmatch(name); m != nil {
		cipher, mode, iv = m[2], m[1], m[3]
	}
	if iv != "" {
		detail = "IV " + iv
	}
	if known, ok := kernelNames[cipher]; ok {
		cipher = known
	}
	for _, spelling := range []string{fmt.Sprintf("%s-%d-%s", cipher, keyBits(mode, bits), mode), cipher + "-" + mode} {
		if q, ok := catalog.Known(spelling); ok {
			return q.Slug, detail
		}
	}
	return p.out.Name(name, line).Slug, detail
}

// keyBits are the bits of the cipher's key, of all bits of a mode's.
func keyBits(mode string, bits int) int {
	switch mode {
	case "xts":
		return bits / 2
	case "lrw":
		return bits - 128
	}
	return bits
}
