package cryptsetup

import (
	"slices"
	"strings"

	"cpb/catalog"
)

// What is printed in the language of the user. There are translations into some twenty languages.

// notAvailable are the translations of "N/A".
var notAvailable = []string{"N/A", "–", "-", ".", "/N/A", "N/D", "(nicht zutreffend)", "Ei käytössä", "計測値なし", "(neaplicabil)", "nedisponibil",
	"Н/Д", "н/д", "Недоступно", "不可用"}

func isNotAvailable(s string) bool { return slices.Contains(notAvailable, s) }

// perSecond are the translations of "iterations per second".
var perSecond = []string{"iterations per second", "iterací za sekundu", "iterationer per sekund", "Iterationen pro Sekunde", "iteraciones por segundo",
	"itérations par seconde", "iterazioni per secondo", "回/秒", "iteracji/sekundę", "iterações por segundo", "iterații pe secundă",
	"итераций в секунду", "понављања у секунди", "ітерацій за секунду"}

// isPerSecond reports whether a text begins with "iterations per second".
func isPerSecond(s string) bool {
	return slices.ContainsFunc(perSecond, func(words string) bool { return strings.HasPrefix(s, words) })
}

// algorithm are how the translations of "Algorithm" begin, in lower case.
var algorithm = []string{"algor", "алгор", "ალგორ", "thuật toán"}

// both are the columns of the table as it is printed.
var both = []catalog.Operation{catalog.Encrypt, catalog.Decrypt}

// waysOf are the columns of a line that is the head of the table of ciphers: "# Algorithm | Key | Encryption | Decryption". People take
// one of the two out, in English; which it is in another language is not known then: "".
func waysOf(text string) (ways []catalog.Operation, ok bool) {
	text = strings.Trim(text, "#№| ")
	bars := strings.Count(text, "|")
	if bars != 2 && bars != 3 || len(text) > 200 {
		return nil, false
	}
	words := strings.Split(strings.ToLower(text), "|")
	if !slices.ContainsFunc(algorithm, func(word string) bool { return strings.HasPrefix(words[0], word) }) {
		return nil, false
	}
	for _, word := range words[2:] {
		switch strings.TrimSpace(word) {
		case "encryption":
			ways = append(ways, catalog.Encrypt)
		case "decryption":
			ways = append(ways, catalog.Decrypt)
		default:
			ways = append(ways, "")
		}
	}
	if bars == 3 && slices.Contains(ways, "") {
		return both, true
	}
	return ways, true
}

// memory are words of the notice that the output begins with, that only memory is used and nothing stored.
var memory = []string{"memory only", "Datenträger zugreifen", "prací s pamětí", "práce s pamětí", "bruger kun hukommelse", "usando memoria", "usando solo la memoria",
	"vain muistia", "uniquement la mémoire", "メモリ上", "geheugen in gebruik", "użyciem pamięci", "apenas memória", "doar memoria", "endast minne",
	"только память", "само меморију", "оперативної пам", "sử dụng bộ nhớ", "仅使用内存"}

// isNotice reports whether a line is that notice.
func isNotice(text string) bool {
	return len(text) < 250 && slices.ContainsFunc(memory, func(words string) bool { return strings.Contains(text, words) })
}
