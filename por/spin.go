package por

// This file lets processes that spin wait: all searches but the reference
// explore a [Spinner] as if the operations that spin were blocked.
//
//	[KRV21] Kokologiannakis, Ren, Vafeiadis. Dynamic partial order reductions
//	for spinloops. FMCAD 2021.
//
// As there, a loop without effect that reads until it finds what it waits for
// is taken for its last round. In each round before, the process would come back
// to where it was, and nobody could tell; so executions that differ in the
// number of such rounds are as good as one, and there are infinitely many. Left
// out, the loop is an operation that waits, whose event is that of its last
// round, and that is all that searches need to know. A process that spins
// when nothing can go on is blocked for good, as in front of a lock: what was a
// livelock is an execution that ends, and Spins tells who is to blame.
//
// Difference: the paper finds such loops in the program and turns them into
// assumptions, which the search gives up on where they do not hold. Here the
// system finds them, and nothing is given up: the operation waits until it
// holds.
//
// This is for loops with one visible operation in each round. Where a round has
// several, a process must be able to go on in the middle of it, since what it
// saw first may change before it comes to the next. To find out that it has come
// back by a round that nobody disturbed is left to the system then.

// A patient system lets processes that spin wait.
type patient struct {
	System
	spinner Spinner
}

// patience is sys, patient if it is a Spinner.
func patience(sys System) System {
	if spinner, ok := sys.(Spinner); ok {
		return patient{sys, spinner}
	}
	return sys
}

func (s patient) Enabled(buf []Choice) []Choice {
	start := len(buf)
	buf = s.System.Enabled(buf)
	kept := buf[:start]
	for _, c := range buf[start:] {
		if !s.spinner.Spins(c.Proc) {
			kept = append(kept, c)
		}
	}
	if len(kept) == start && len(buf) > start {
		return s.spinner.Quiescent(kept)
	}
	return kept
}
