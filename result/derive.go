package result

// Time is the ns of one call, from whatever the result holds; false where it holds nothing that tells. A rate goes before a
// count and its seconds: where a source has both, the rate is its figure, made of seconds that were not rounded yet.
func (r *Result) Time() (ns float64, ok bool) {
	switch {
	case r.NsPerCall > 0:
		return r.NsPerCall, true
	case r.CallsPerSecond > 0:
		return 1e9 / r.CallsPerSecond, true
	case r.BytesPerSecond > 0 && r.SizeBytes != nil && *r.SizeBytes > 0:
		return float64(*r.SizeBytes) / r.BytesPerSecond * 1e9, true
	case r.Calls > 0 && r.Seconds > 0:
		return r.Seconds * 1e9 / float64(r.Calls), true
	}
	return 0, false
}

// Rate is the bytes per second, from whatever the result holds; false where it holds nothing that tells, and for calls
// without input.
func (r *Result) Rate() (bytesPerSecond float64, ok bool) {
	if r.BytesPerSecond > 0 {
		return r.BytesPerSecond, true
	}
	ns, ok := r.Time()
	if !ok || r.SizeBytes == nil || *r.SizeBytes == 0 {
		return 0, false
	}
	return float64(*r.SizeBytes) / ns * 1e9, true
}
