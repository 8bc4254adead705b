package library

// CommonPeriod is the least number of calls after which all of the periods end: their least common multiple. They are above zero.
func CommonPeriod(periods ...int) int {
	common := 1
	for _, n := range periods {
		a, b := common, n
		for b > 0 {
			a, b = b, a%b
		}
		common = common / a * n
	}
	return common
}
