package opensslspeed

import (
	"strings"

	"cpb/catalog"
)

// A bulkHead is the head of a bulk table.
type bulkHead struct {
	sizes     []int
	name      string            // the algorithm that stands in the place of "type"
	direction catalog.Operation // that stands there
}

// parseBulkHead reads "type   16 bytes   64 bytes", and what people make of it: "AES-128-GCM  64 bytes  79 bytes",
// "decryption  16B  64B", "Type  1,024 bytes  8 KB".
func parseBulkHead(text string) (h bulkHead, ok bool) {
	if !endsInUnit(text) {
		return h, false
	}
	at := 0
	for at < len(text) {
		if c := text[at]; '0' <= c && c <= '9' && (at == 0 || text[at-1] == ' ' || text[at-1] == '\t') {
			if _, _, ok := cutSize(text[at:]); ok {
				break
			}
		}
		at++
	}
	if at == len(text) {
		return h, false
	}
	if h.sizes, ok = parseSizes(text[at:]); !ok {
		return h, false
	}
	name := strings.TrimRight(text[:at], " \t:")
	lower := strings.ToLower(name)
	switch {
	case lower == "type":
		return h, true
	case len(h.sizes) < 2 || name == "" && len(h.sizes) < 3:
		return h, false
	case headWords[lower]:
	case directions[lower] != "":
		h.direction = directions[lower]
	case isBulk(name):
		h.name = strings.Clone(name)
	default:
		return h, false
	}
	return h, true
}

// headWords are words that people put in the place of "type"; the head may be cut off before the first size.
var headWords = map[string]bool{"": true, "algorithm": true, "cipher": true, "digest": true, "name": true, "hash": true, "block size": true}

// endsInUnit reports whether a line can end in a size.
func endsInUnit(text string) bool {
	switch text[len(text)-1] {
	case 's', 'e':
		return strings.HasSuffix(text, "bytes") || strings.HasSuffix(text, "byte") || strings.HasSuffix(text, "Bytes")
	case 'B', 'K':
		return true
	}
	return false
}

// parseSizes reads "16 bytes     64 bytes    256 bytes".
func parseSizes(text string) (sizes []int, ok bool) {
	for rest := trimLeft(text); rest != ""; {
		size, after, ok := cutSize(rest)
		if !ok || len(sizes) == mostColumns {
			return nil, false
		}
		sizes, rest = append(sizes, size), after
	}
	return sizes, true
}

// mostColumns is the most columns of a table.
const mostColumns = 64

// cutSize cuts "16 bytes", "16B", "1,024 bytes" or "8 KB" off a text. A K of a buffer is 1024 bytes.
func cutSize(text string) (size int, rest string, ok bool) {
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == ',') {
		end++
	}
	size, ok = parseInt(text[:end])
	if !ok {
		if size, ok = parseGrouped(text[:end]); !ok {
			return 0, "", false
		}
	}
	unit, rest := cutField(text[end:])
	switch unit {
	case "bytes", "byte", "Bytes", "B":
		return size, rest, true
	case "K", "KB", "KiB", "kB":
		return size * 1024, rest, size < 1<<20
	}
	return 0, "", false
}

// parseGrouped reads "1,024".
func parseGrouped(s string) (n int, ok bool) {
	first, rest, grouped := strings.Cut(s, ",")
	if !grouped || len(first) == 0 || len(first) > 3 || len(rest)%4 != 3 {
		return 0, false
	}
	for i := 3; i < len(rest); i += 4 {
		if rest[i] != ',' {
			return 0, false
		}
	}
	return parseInt(first + strings.ReplaceAll(rest, ",", ""))
}
