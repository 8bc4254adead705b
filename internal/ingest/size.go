package ingest

// A LastSize has results of one size share it: in a table most have.
type LastSize struct{ bytes *int }

// Of is size as results have it.
func (l *LastSize) Of(size int) *int {
	if l.bytes == nil || *l.bytes != size {
		kept := size // so that only a new one is allocated
		l.bytes = &kept
	}
	return l.bytes
}
