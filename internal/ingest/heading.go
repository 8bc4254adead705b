package ingest

import (
	"slices"
	"strings"
)

// A remark is a line that no format took.
type remark struct {
	line    Line
	blank   bool // whether the line before it is blank, or it is the first
	tabular bool // whether the line before it is one that a format took
	ends    bool // whether the line after it is blank
}

// kept is the most remarks that are kept for the next table: a heading is near it.
const kept = 24

// A component is one part of a run's name.
type component struct {
	text string
	rank int // of two, the one with the lower rank stands above
	line int
}

// Ranks of headings below those of Markdown, which have their depth, 1 to 6.
const (
	rankFile    = 0  // a file's name in a prefix
	rankHeading = 10 // a machine, a library, an algorithm
	rankSide    = 20 // before, after, old, new
	rankCommand = 30
)

var (
	markdown = NewPattern(`^(#{1,6})\s+(.*?)\s*#*$`)
	bullet   = NewPattern(`^(?:[-*+o•]|\d+[.)])\s+`)
	// What a shell prints before a command.
	prompt = NewPattern(`^(?:[^\s$#%>]*[$#%>]|\([\w.-]+\)\s*[^\s$#%>]*[$#%>]|[^\s]*[@:][^$#%>]*[$#%])\s+`)
	// A command, behind variables and whatever runs it.
	command = NewPattern(`^(?:[A-Za-z_]\w*=\S*\s+)*(?:(?:sudo|time|taskset|nice|env|chrt|numactl)\s+(?:-\S+\s+|0x\S+\s+|\d+\s+|[A-Za-z_]\w*=\S*\s+)*)*(?:\S*/)?(?:(openssl|libressl|bssl[\w.-]*|botan\d?|cryptsetup|bench-slope[\w-]*|benchmark|gnutls-cli|nettle-benchmark|crypto_bench|wolfcrypt\w*|speed_kem|speed_sig|go|benchstat|benchcmp)(?:\.exe)?\s+\S|(?:nettle-benchmark|crypto_bench|speed_kem|speed_sig)$)`)
	// Words that name one side of a comparison.
	side = NewPattern(`(?i)^(?:before|after|old|new|baseline|base|original|unpatched|patched|vs|versus|with|without|master|main|head|current|previous|now|then|this patch|default)\b`)
)

// headings finds what names the next figures among the lines before them. A line between rows is a heading only where it says so
// itself; begins says that a table or a program's output begins behind the lines.
func headings(remarks []remark, begins bool) (found []component) {
	var texts []string // those that can be headings; "" for signs
	for _, r := range remarks {
		text := strings.TrimSpace(r.line.Text)
		if isRuler(text) {
			text = ""
		}
		texts = append(texts, text)
	}
	paragraph := titleLines(remarks, texts)
	named := false // whether the line behind is a heading, a ruler, or the table
	for i := len(remarks) - 1; i >= 0; i-- {
		r := remarks[i]
		if texts[i] == "" {
			named = true
			continue
		}
		starts := r.blank || r.tabular && (begins || named) || i > 0 && texts[i-1] == ""
		alone := starts && (r.ends || named || i == len(remarks)-1) || i >= paragraph
		c, ok := headingOf(texts[i], alone, i == len(remarks)-1)
		if named = ok; ok {
			c.line = r.line.Number
			found = append(found, c)
		}
	}
	slices.Reverse(found)
	if len(found) > 3 {
		found = found[len(found)-3:]
	}
	return found
}

// programs are parts of the names of those that command has.
var programs = []string{"openssl", "libressl", "bssl", "botan", "cryptsetup", "bench", "gnutls-cli", "wolfcrypt", "speed_", "go "}

// namesProgram reports whether a line may be a command: most are none.
func namesProgram(text string) bool {
	for _, p := range programs {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

// isRuler reports whether a line is nothing but signs.
func isRuler(text string) bool {
	return strings.Trim(text, " \t=_~.*+|-") == "" || strings.HasPrefix(text, "```")
}

// titleLines finds the lines that a paragraph of nothing but titles begins with, right before the figures: a machine, its system and
// its compiler in a line each. Without one it is behind the last.
func titleLines(remarks []remark, texts []string) int {
	const mostLines, longestTitle = 3, 60
	first := len(texts) - 1
	for ; first >= 0 && len(texts)-first <= mostLines; first-- {
		text := texts[first]
		if text == "" || len(text) > longestTitle || strings.IndexByte(".,;:!?", text[len(text)-1]) >= 0 {
			break
		}
		if remarks[first].blank {
			return first
		}
	}
	return len(texts)
}

// headingOf is what a line names, where it does: alone where it stands by itself, last where the figures follow.
func headingOf(text string, alone, last bool) (component, bool) {
	if namesProgram(text) {
		bare := coded(text)
		if p := prompt.FindString(bare); p != "" {
			bare = bare[len(p):]
		}
		if len(bare) <= 300 && command.MatchString(strings.TrimSuffix(bare, ":")) {
			return component{text: commandText(bare), rank: rankCommand}, true
		}
	}
	if text[0] == '#' {
		if m := markdown.FindStringSubmatch(text); m != nil && m[2] != "" {
			return component{text: title(m[2]), rank: len(m[1])}, true
		}
	}
	if !isLetter(rune(text[0])) || len(text) > 1 && text[1] == ' ' {
		text = text[len(bullet.FindString(text)):]
	}
	if text == "" || len(text) > 160 || !strings.ContainsFunc(text, isLetter) || strings.IndexByte("{}[]<>/\\", text[0]) >= 0 {
		return component{}, false
	}
	rank := rankHeading
	if side.MatchString(text) {
		rank = rankSide
	}
	ends := text[len(text)-1]
	switch {
	case ends == ':':
	case strings.IndexByte(".,;!?|", ends) >= 0: // a bar ends a row
		return component{}, false
	case alone && len(text) <= 80, isFramed(text):
	case last && rank == rankSide && len(text) <= 60:
	default:
		return component{}, false
	}
	return component{text: title(text), rank: rank}, true
}

// coded is the code that a line of Markdown begins with: `openssl speed` says. Other lines are as they are.
func coded(text string) string {
	if code, ok := strings.CutPrefix(text, "`"); ok {
		if code, _, ok = strings.Cut(code, "`"); ok {
			return code
		}
	}
	return text
}

// isFramed reports whether a line is made a title by signs on both sides: "== core 4 ==".
func isFramed(text string) bool {
	if len(text) < 5 || len(text) > 80 {
		return false
	}
	c := text[0]
	return strings.IndexByte("=-*#~+", c) >= 0 && text[1] == c && text[len(text)-1] == c && text[len(text)-2] == c
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r > 0x7f }

// title is a heading without the signs around it.
func title(text string) string {
	bare := strings.TrimLeft(text, "*_`= \t")
	lead := text[:len(text)-len(bare)] // what it begins with may stand at its end too
	return strings.TrimRight(bare, "=: \t"+lead)
}

// commandText is a command without what the shell does with its output.
func commandText(text string) string {
	text = strings.TrimSuffix(strings.TrimSpace(text), ":")
	depth := 0 // of commands within the command
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '(' && i > 0 && (text[i-1] == '$' || depth > 0):
			depth++
		case c == ')' && depth > 0:
			depth--
		case depth == 0 && i > 0 && (c == ';' || c == ' ' && endsCommand(text[i+1:])):
			return strings.Join(strings.Fields(text[:i]), " ")
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// endsCommand reports whether a shell takes what follows for no argument.
func endsCommand(text string) bool {
	for _, end := range []string{"2>", "|", ">", "&&", ";"} {
		if strings.HasPrefix(text, end) {
			return true
		}
	}
	return false
}

// follow is the path to the next table: the headings found take the place of those that are not above all of them.
func follow(path, found []component) []component {
	if len(found) == 0 {
		return path
	}
	least := found[0].rank
	for _, c := range found {
		least = min(least, c.rank)
	}
	var next []component
	for _, c := range path {
		// "Without SSE2" stands beside "SSE2", not below it.
		if c.rank < least && !strings.Contains(found[0].text, c.text) {
			next = append(next, c)
		}
	}
	return append(next, found...)
}

// versions finds the version of a library in a heading or a file's name: "openssl 1.0.1t", "openssl-1.0.2g-native",
// "the 1.1.0d version".
var versions = []struct {
	*Pattern
	near []string // words one of which stands there too: most headings have none
}{
	{NewPattern(`(?i)\b(openssl|libressl|boringssl|aws-?lc|libgcrypt|gcrypt|botan|nettle|gnutls|wolfssl|wolfcrypt|libtomcrypt|liboqs|go)[ _/-]?v?(\d+[._]\d+(?:[._]\d+)*[a-z]{0,2}(?:-(?:dev|alpha\d*|beta\d*|rc\d*|pre\d*|stable))?)(?:\b|_)`), []string{"ssl", "crypt", "botan", "nettle", "gnutls", "aws", "oqs", "go"}},
	{NewPattern(`(?i)\b()v?(\d+\.\d+(?:\.\d+)*[a-z]{0,2}) version\b`), []string{"version"}},
	{NewPattern(`(?i)\bversion ()v?(\d+\.\d+(?:\.\d+)*[a-z]{0,2})\b`), []string{"version"}},
}

// versionIn is the version that a text names; "" where it names none, or several.
func versionIn(text string) string {
	lower := strings.ToLower(text)
	for _, v := range versions {
		if !slices.ContainsFunc(v.near, func(word string) bool { return strings.Contains(lower, word) }) {
			continue
		}
		if all := v.FindAllStringSubmatch(text, 2); len(all) == 1 {
			return strings.ReplaceAll(all[0][2], "_", ".")
		}
	}
	return ""
}

// multi is openssl speed's number of processes.
var multi = NewPattern(`\s-multi[ =](\d{1,4})\b`)
