// Package size reads and writes message sizes: bytes, in powers of 1024 where they have a suffix.
package size

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseList reads a list such as "16,64,1Ki..16Ki,1Mi". A..B is every power of two from A to B, both included where they
// are powers of two, which they must be. The sizes come sorted, each once. No size is above most.
func ParseList(text string, most int) ([]int, error) {
	var sizes []int
	for _, item := range strings.Split(text, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(item), "..")
		low, err := parse(from, most)
		if err != nil {
			return nil, err
		}
		if !isRange {
			sizes = append(sizes, low)
			continue
		}
		high, err := parse(to, most)
		if err != nil {
			return nil, err
		}
		if low > high || !powerOfTwo(low) || !powerOfTwo(high) {
			return nil, fmt.Errorf("size range %q does not go up from one power of two to another", item)
		}
		for n := low; n <= high; n *= 2 {
			sizes = append(sizes, n)
		}
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}

func powerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }

var suffixes = []struct {
	text  string
	shift int
}{{"Ki", 10}, {"Mi", 20}, {"Gi", 30}}

func parse(text string, most int) (int, error) {
	digits, shift := text, 0
	for _, s := range suffixes {
		if d, ok := strings.CutSuffix(text, s.text); ok {
			digits, shift = d, s.shift
		}
	}
	n, err := strconv.ParseUint(digits, 10, 62)
	switch {
	case strings.HasPrefix(digits, "-"):
		return 0, fmt.Errorf("size %q is negative", text)
	case err != nil && strings.Trim(digits, "0123456789") != "" || digits == "":
		return 0, fmt.Errorf("size %q is not a number of bytes", text)
	case err != nil || n > uint64(most)>>shift:
		return 0, fmt.Errorf("size %q is above the most that is measured, %s", text, Format(most))
	}
	return int(n << shift), nil
}

// Format writes n with the largest suffix that divides it: 1536, 16Ki, 1Mi.
func Format(n int) string {
	for _, s := range slices.Backward(suffixes) {
		if n != 0 && n%(1<<s.shift) == 0 {
			return strconv.Itoa(n>>s.shift) + s.text
		}
	}
	return strconv.Itoa(n)
}

// FormatList writes sizes as ParseList reads them.
func FormatList(sizes []int) string {
	items := make([]string, len(sizes))
	for i, n := range sizes {
		items[i] = Format(n)
	}
	return strings.Join(items, ",")
}
