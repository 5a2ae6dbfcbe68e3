package toy

import "slices"

// This file finds the mutexes that every process gives back only while it
// has them: a forward analysis of what a process must have at each of its
// operations. Such an unlock never fails, and is never enabled together with
// a lock.

// held says what a process must have before each of its operations, of one
// mutex.
type held struct{ lock, share []bool }

// discipline is what is known about the mutexes of a program.
type discipline struct {
	held [][]held // by mutex and process
	// locks[m] says that m is only unlocked, or waited with, by its owner.
	locks []bool
}

func (s *System) discipline() discipline {
	var d discipline
	for m := range s.mutexCount() {
		var procs []held
		owned := true
		for p := range s.procs {
			h := s.mustHold(p, m)
			procs = append(procs, h)
			for pc := range s.procs[p].ops {
				o := &s.procs[p].ops[pc]
				if o.kind == opUnlock && (o.obj == m || o.array) || o.kind == opWait && o.a == m {
					owned = owned && h.lock[pc]
				}
			}
		}
		d.held = append(d.held, procs)
		d.locks = append(d.locks, owned)
	}
	return d
}

// mustHold follows process p from its beginning. What it has is lost where
// ways meet on one of which it does not have it; an operation on an unknown
// mutex may be about any.
func (s *System) mustHold(p int, m int32) held {
	ops := s.procs[p].ops
	h := held{make([]bool, len(ops)+1), make([]bool, len(ops)+1)}
	met := make([]bool, len(ops)+1)
	met[0] = true
	for todo := []int{0}; len(todo) > 0; {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if pc >= len(ops) {
			continue
		}
		lock, share := ops[pc].after(m, h.lock[pc], h.share[pc])
		for _, next := range s.successors(p, pc) {
			switch {
			case !met[next]:
				h.lock[next], h.share[next] = lock, share
			case h.lock[next] && !lock || h.share[next] && !share:
				h.lock[next], h.share[next] = h.lock[next] && lock, h.share[next] && share
			default:
				continue
			}
			met[next] = true
			todo = append(todo, next)
		}
	}
	for pc := range met {
		if !met[pc] { // cannot be executed
			h.lock[pc], h.share[pc] = true, true
		}
	}
	return h
}

// after is what a process must have of mutex m after o, by what it had before.
func (o *op) after(m int32, lock, share bool) (bool, bool) {
	about := o.obj == m && !o.array
	switch o.kind {
	case opLock:
		return lock || about, share
	case opUnlock:
		return lock && !about && !o.array, share
	case opRLock:
		return lock, share || about
	case opRUnlock:
		return lock, share && !about && !o.array
	}
	return lock, share // a Wait gives back what it has, and has it again
}

// successors are the operations that may follow the one of p at pc, be they
// local or not; len(ops) is the end.
func (s *System) successors(p, pc int) []int {
	ops := s.procs[p].ops
	next := []int{pc + 1}
	switch o := &ops[pc]; o.kind {
	case opJmp:
		next[0] += int(o.a)
	case opJz, opJnz, opJnil:
		next = append(next, pc+1+int(o.a))
	case opJeq, opRep:
		next = append(next, pc+1+int(o.b))
	}
	for i, n := range next {
		if n >= len(ops) {
			next[i] = len(ops)
			if last := len(ops) - 1; last > pc && ops[last].kind == opEnd {
				next[i] = last
			}
		}
	}
	return slices.Compact(next)
}
