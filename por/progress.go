package por

// This file tells how far a search has come.

// A share is the part of a search tree that was explored, if all choices known
// at a level weigh the same; it is that of Knuth's estimate ([K75], see
// estimate.go) for trees that are explored depth first.
type share struct{ left, weight float64 }

func newShare() share { return share{0, 1} }

// descend goes down one level of the path, of whose known choices so many are
// explored, the one of the path included.
func (s *share) descend(explored, known int) {
	if known > 0 {
		s.weight /= float64(known)
		s.left += s.weight * float64(max(explored-1, 0))
	}
}

// part is what is left of the path, and its end.
func (s *share) part() float64 { return s.left + s.weight }

// leastPart is small enough for any search, and large enough to divide by.
const leastPart = 1e-280

// A progress is a search that tells what part of it is done, and how many bytes
// it has allocated.
type progress interface {
	measure() (part float64, memory int64)
}

// assessIfDue assesses now and then.
func (w *walker) assessIfDue() {
	if w.progress != nil && w.res.Steps >= w.assessAt {
		w.assess()
		w.assessAt = w.res.Steps + stopEvery + 4*int64(len(w.events)) // it takes time in the length
	}
}

// assess brings the estimate up to date, and the memory.
func (w *walker) assess() {
	part, memory := w.progress.measure()
	w.res.Estimate = float64(w.res.Executions) / min(max(part, leastPart), 1)
	w.res.Memory = memory
}

// finish returns what the search has come to.
func (w *walker) finish() Result {
	w.assess()
	return w.res
}
