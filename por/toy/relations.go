package toy

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// This file implements [por.Relations] for programs. A transition is a
// visible operation of a process. One that goes on in two steps has two: a
// Wait, and a send or select that a receiver may take from. It has several
// choices if it is a select or a receive from an unbuffered channel.
//
// What is known about a transition is what its operation may touch, whatever
// the state, in one of three ways: observing, changing, or counting, which is
// changing in a way that commutes with counting. Two transitions of
// different processes are dependent if they touch something in ways that do
// not commute; those of one process are never enabled together. What an
// unbuffered channel offers is changed by all that come to a send on it, or
// leave one in another way: then a receiver has other choices.

// A use is something touched, and how.
type use struct {
	object uint64
	how    uint8
}

const (
	observe = iota
	change
	count
)

const (
	objOffers = objGlobal + 1 + iota
	objReaders
	objStart
	objHalt
	objTried
)

// A transition is what relations are computed from.
type transition struct {
	proc, pc int
	second   bool // the second step of its operation
	uses     []use
	guards   []uint64 // objects that may have to change for it to be enabled
	frees    []uint64 // objects that others wait for, and touch only then
	next     []int    // transitions of the process that may follow
	taken    int      // the second step, if somebody else may take the first; or -1
	visible  bool
}

// relations are the transitions of a program.
type relations struct {
	list  []transition
	index [][][2]int // by process, operation and step
	entry [][]int    // by process: the transitions it may begin with
	fails []bool     // by process: it may fail at its beginning
	// mutexes says which are given back only by who has them.
	mutexes discipline
	// starts are, by process, the transitions that start it.
	starts [][]int
	// without[t][x] are the transitions of its process that t may not be
	// needed for when the process is at x: those it can come to without t.
	without [][][]bool
}

// transitions computes the relations when they are first asked for.
func (s *System) transitions() *relations {
	if s.rel == nil {
		s.rel = &relations{}
		s.rel.build(s)
	}
	return s.rel
}

func (r *relations) build(s *System) {
	r.number(s)
	r.mutexes = s.discipline()
	r.entry, r.fails, r.starts = make([][]int, len(s.procs)), make([]bool, len(s.procs)), make([][]int, len(s.procs))
	for p := range s.procs {
		r.entry[p], r.fails[p] = r.follow(s, p, 0)
	}
	for t := range r.list {
		r.connect(s, t)
	}
	for t := range r.list {
		r.describe(s, t)
	}
	r.without = make([][][]bool, len(r.list))
	for t := range r.list {
		r.without[t] = r.reachWithout(t)
	}
}

// number names the transitions.
func (r *relations) number(s *System) {
	r.index = make([][][2]int, len(s.procs))
	for p := range s.procs {
		r.index[p] = make([][2]int, len(s.procs[p].ops))
		for pc := range s.procs[p].ops {
			o := &s.procs[p].ops[pc]
			if o.kind >= opVisible {
				continue
			}
			r.index[p][pc] = [2]int{len(r.list), -1}
			r.list = append(r.list, transition{proc: p, pc: pc, taken: -1})
			if o.kind == opWait || len(s.offers(o)) > 0 {
				r.index[p][pc][1] = len(r.list)
				r.list = append(r.list, transition{proc: p, pc: pc, second: true, taken: -1})
			}
		}
	}
}

// offers are the unbuffered channels that o may send on.
func (s *System) offers(o *op) (channels []int32) {
	cases := []op{*o}
	if o.kind == opSelect {
		cases = o.cases
	}
	for i := range cases {
		if cases[i].kind == opSend && s.caps[cases[i].obj] == 0 {
			channels = append(channels, cases[i].obj)
		}
	}
	return channels
}

// follow finds the transitions that p may be at after running on from pc by
// local operations, and whether it may fail on the way.
func (r *relations) follow(s *System, p, pc int) (at []int, fails bool) {
	const onPath, done = 1, 2
	ops := s.procs[p].ops
	seen := make([]int, len(ops)+1)
	var walk func(pc int)
	walk = func(pc int) {
		switch {
		case pc >= len(ops):
			return
		case seen[pc] != 0:
			fails = fails || seen[pc] == onPath
			return
		case ops[pc].kind < opVisible:
			at = append(at, r.index[p][pc][0])
			seen[pc] = done
			return
		}
		seen[pc] = onPath
		fails = fails || ops[pc].kind == opAssert || ops[pc].kind == opNew
		for _, next := range s.successors(p, pc) {
			walk(next)
		}
		seen[pc] = done
	}
	walk(pc)
	return at, fails
}

// connect finds what may follow transition t.
func (r *relations) connect(s *System, t int) {
	tr := &r.list[t]
	o := &s.procs[tr.proc].ops[tr.pc]
	second := r.index[tr.proc][tr.pc][1]
	if o.kind == opWait && !tr.second {
		tr.next = []int{second}
		tr.visible = !r.mutexes.locks[o.a] // it may not be locked
		return
	}
	tr.next, tr.visible = r.follow(s, tr.proc, tr.pc+1)
	if !tr.second {
		tr.taken = second
		tr.visible = tr.visible || r.mayFail(s, tr, o)
	}
	if o.kind == opGo {
		r.starts[o.obj] = append(r.starts[o.obj], t)
		tr.visible = tr.visible || r.fails[o.obj]
	}
}

// mayFail reports whether o, which is tr, may itself fail.
func (r *relations) mayFail(s *System, tr *transition, o *op) bool {
	switch o.kind {
	case opUnlock, opRUnlock:
		return !r.gives(tr, o)
	case opWgDone, opClose, opGet, opPut, opBump, opLoad, opStore, opHold, opDrop:
		return true
	case opSend:
		return s.closes(o.obj)
	case opSelect:
		return slices.ContainsFunc(o.cases, func(c op) bool { return c.kind == opSend && s.closes(c.obj) })
	}
	return false
}

// gives reports whether o, an unlock, gives back what the process of tr has
// for sure.
func (r *relations) gives(tr *transition, o *op) bool {
	switch {
	case o.array:
		return false
	case o.kind == opUnlock:
		return r.mutexes.locks[o.obj]
	}
	return r.mutexes.held[o.obj][tr.proc].share[tr.pc]
}

// closes reports whether the program closes channel c.
func (s *System) closes(c int32) bool {
	for p := range s.procs {
		for i := range s.procs[p].ops {
			if o := &s.procs[p].ops[i]; o.kind == opClose && o.obj == c {
				return true
			}
		}
	}
	return false
}

// reachWithout finds, for every transition x of t's process, which ones the
// process can come to from x without executing t.
func (r *relations) reachWithout(t int) [][]bool {
	reach := make([][]bool, len(r.list))
	for x := range r.list {
		if r.list[x].proc != r.list[t].proc {
			continue
		}
		seen := make([]bool, len(r.list))
		var walk func(y int)
		walk = func(y int) {
			if seen[y] {
				return
			}
			seen[y] = true
			if second := r.list[y].taken; second >= 0 {
				walk(second)
			}
			if y != t {
				for _, z := range r.list[y].next {
					walk(z)
				}
			}
		}
		walk(x)
		reach[x] = seen
	}
	return reach
}

// Transitions implements [por.Relations].
func (s *System) Transitions() int { return len(s.transitions().list) }

// TransitionOf implements [por.Relations].
func (s *System) TransitionOf(c por.Choice) int { return s.transitionAt(int(c.Proc)) }

// transitionAt is the transition that p, which is running, is at.
func (s *System) transitionAt(p int) int {
	w := s.word(p)
	steps := s.transitions().index[p][w[pPC]]
	if w[pTaken] != 0 || w[pAux] != 0 && s.at(p).kind == opWait {
		return steps[1]
	}
	return steps[0]
}

// DependsOn implements [por.Relations].
func (s *System) DependsOn(t, u int) bool {
	list := s.transitions().list
	if list[t].proc == list[u].proc {
		return false
	}
	for _, x := range list[t].uses {
		for _, y := range list[u].uses {
			if x.object == y.object && (x.how != y.how || x.how == change) {
				return true
			}
		}
	}
	return false
}

// CanEnable implements [por.Relations].
func (s *System) CanEnable(t, u int) bool {
	r := s.transitions()
	a, b := &r.list[t], &r.list[u]
	o := &s.procs[b.proc].ops[b.pc]
	if a.proc == b.proc {
		return slices.Contains(a.next, u)
	}
	if slices.Contains(r.starts[b.proc], t) && slices.Contains(r.entry[b.proc], u) || o.kind == opSleep {
		return true // a sleep is enabled by whatever lets nothing else be
	}
	if slices.ContainsFunc(a.frees, func(x uint64) bool { return slices.Contains(b.guards, x) }) {
		return true
	}
	for _, x := range a.uses {
		if x.how != observe && slices.Contains(b.guards, x.object) {
			return true
		}
	}
	return false
}

// Necessary implements [por.Relations].
func (s *System) Necessary(t, u int) por.Necessity {
	r := s.transitions()
	q := r.list[u].proc
	switch {
	case t == u:
		return 0
	case r.list[t].proc == q:
		if s.beginsAfter(t, u) {
			return por.NecessaryFirst | por.NecessaryAtTimes
		}
		return por.NecessaryAtTimes
	case !s.procs[q].started && len(r.starts[q]) == 1 && r.starts[q][0] == t:
		return por.NecessaryFirst | por.NecessaryAtTimes
	}
	return 0
}

// beginsAfter reports whether the process of t and u comes to u only after t.
func (s *System) beginsAfter(t, u int) bool {
	r := s.transitions()
	for _, x := range r.entry[r.list[u].proc] {
		if r.without[t][x][u] {
			return false
		}
	}
	return true
}

// NecessaryNow implements [por.Relations].
func (s *System) NecessaryNow(t, u int) bool {
	r := s.transitions()
	q := r.list[u].proc
	switch s.word(q)[pStatus] {
	case idle:
		return r.list[t].proc != q || s.beginsAfter(t, u)
	case running:
		return r.list[t].proc == q && !r.without[t][s.transitionAt(q)][u]
	}
	return false
}

// Visible implements [por.Relations]: what is observed is which processes
// have failed.
func (s *System) Visible(t int) bool { return s.transitions().list[t].visible }
