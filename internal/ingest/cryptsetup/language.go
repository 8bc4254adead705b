package cryptsetup

import (
	"slices"
	"strings"
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

// isHead reports whether a line is the head of the table of ciphers: "# Algorithm | Key | Encryption | Decryption".
func isHead(text string) bool {
	if strings.Count(text, "|") != 3 || len(text) > 200 {
		return false
	}
	first := strings.ToLower(strings.TrimSpace(strings.TrimLeft(text, "#№")))
	return slices.ContainsFunc(algorithm, func(word string) bool { return strings.HasPrefix(first, word) })
}

// memory are words of the notice that the output begins with, that only memory is used and nothing stored.
var memory = []string{"memory only", "Datenträger zugreifen", "prací s pamětí", "práce s pamětí", "bruger kun hukommelse", "usando memoria", "usando solo la memoria",
	"vain muistia", "uniquement la mémoire", "メモリ上", "geheugen in gebruik", "użyciem pamięci", "apenas memória", "doar memoria", "endast minne",
	"только память", "само меморију", "оперативної пам", "sử dụng bộ nhớ", "仅使用内存"}

// isNotice reports whether a line is that notice.
func isNotice(text string) bool {
	return len(text) < 250 && slices.ContainsFunc(memory, func(words string) bool { return strings.Contains(text, words) })
}
