package rival

import (
	"math"
	"math/rand/v2"
)

var meansRule = Rule{
	Name:   "openssl speed",
	Says:   "the means of one run each: the tool has no rule; that more than 1 % is called different is ours, for a reader who compares two figures",
	Source: "OpenSSL 3, apps/speed.c (print_result: calls ÷ seconds)",
	Judge:  judgeMeans,
}

const meansNoise = 0.01

// judgeMeans compares two figures. Nothing says how far either could be off.
func judgeMeans(base, other Series, _ *rand.Rand) Judgement {
	if !judgeable(base, other, 1) {
		return Judgement{}
	}
	ratio := mean(other) / mean(base)
	return Judgement{Ratio: ratio, Different: math.Abs(ratio-1) > meansNoise}
}
