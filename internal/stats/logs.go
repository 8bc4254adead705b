package stats

import "math"

// Logs has the logarithm of each of x.
func Logs(x []float64) []float64 {
	all := make([]float64, len(x))
	for i, v := range x {
		all[i] = math.Log(v)
	}
	return all
}
