package rival

// A time between these is one: a femtosecond and thirty years, in ns. What the tools do with others, with zero, infinity and no
// number, is not a rule; Criterion.rs refuses a zero.
const (
	shortest = 1e-6
	longest  = 1e18
)

// judgeable says whether both series have at least n samples each, all of which are times.
func judgeable(base, other Series, n int) bool {
	return base.times(n) && other.times(n)
}

func (s Series) times(n int) bool {
	for _, v := range s {
		if !(shortest <= v && v <= longest) {
			return false
		}
	}
	return len(s) >= n
}

// means are the means of n consecutive parts of s, of equal length but for one sample; s itself where it has no more than n.
func (s Series) means(n int) Series {
	if len(s) <= n {
		return s
	}
	parts := make(Series, n)
	for i := range parts {
		parts[i] = mean(s[i*len(s)/n : (i+1)*len(s)/n])
	}
	return parts
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// variance is the sample variance about a mean that is known; NaN of fewer than two values.
func variance(x []float64, mean float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return sum / float64(len(x)-1)
}
