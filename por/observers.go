package por

// This file implements Optimal-DPOR with observers.
//
//	[AJLS18] Aronis, Jonsson, Lång, Sagonas. Optimal dynamic partial order
//	reduction with observers. TACAS 2018.
//
// Two blind Writes of one object are ordered in an execution only if somebody
// observes the later one: if what happens to the object next is no blind Write.
// What is left at the end is observed, unless Options.Unobserved says that
// nobody looks. Executions with the same events and the same order in this
// sense are one class. In all of them everybody reads the same values and ends
// in the same state, and the same is left in memory, if that is observed.
// What memory held in between, and nobody read, may differ: invariants over
// memory that are looked at from outside after each step are not preserved.
//
// Promises: of each class at least one execution is visited, so all outcomes
// are; none ends up blocked; and there are never more than optimal-dpor visits,
// because the sequences inserted are still compared as traces: each execution
// visited is a different trace. Few classes are visited twice. The paper's
// algorithm is optimal; this one is not.
//
// Notation: as in optimaldpor.go. The paper's observers are what look finds.
//
// How it differs from optimal-dpor, and so from the paper:
//
//   - When an execution is over, its history is made again, with the modes
//     unseen and sighted for blind Writes: [observer.revise]. Races and notdep
//     are meant in that sense.
//   - A race of two blind Writes i and j, where j is observed, is reversed by
//     notdep(i).j.i and what leads to the observer. Without the latter nothing
//     would tell that i is observed then. If everything is ended by an event, i
//     might not have happened at all: notdep(i).j is inserted as well.
//   - A sleeping Write stays asleep, in a way, when another one happens to its
//     object: sleepState. It may happen, but a sequence in which it is then
//     overwritten by another Write begins executions of a class explored before.
//     In the same way a sequence is found in a wakeup tree.
//   - For that only those events count that are needed for the race: what else
//     is in notdep(i), by accident of the execution looked at, may be elsewhere in
//     the executions that the sequence stands for.
//   - Where a sequence goes on beyond a leaf of a wakeup tree, the leaf is
//     extended: the rest of it may be found from an execution of the class that
//     is explored before the leaf only.
//
// That no class is lost is argued as in race.go, with classes for traces: let
// w be a continuation of E of which the class was not explored, and p what was
// explored after E such that the part of w independent of p is the longest. If
// w goes on with a blind Write q, p is one too, and w has p observed later, then
// w with q and p exchanged up to the observer is a continuation of E.p; some
// execution of its class has the race of p and q, which is reversed as above.
// That needs an observer who can go on whatever it observes, which is part of
// the promise of Blind. The random systems of the tests are there to doubt it.

func observers(sys System, opts Options, visit Visitor) Result {
	s := newOptimal(sys, opts, visit)
	s.observer, s.tree.observers, s.sleep.observers, s.history.observers = &observer{}, true, true, true
	return s.search()
}

// An observer finds out what nobody observes.
type observer struct {
	// others are what could have happened instead of the events of the path,
	// by position in marks.
	others []Event
	marks  []othersMark
	next   []sight // scratch: by object, what happens to it next
	unseen []uint8 // scratch
}

// An othersMark says that others[lo:hi] belong to an event.
type othersMark struct {
	lo, hi int
	rival  bool
}

type sight uint8

const (
	atEnd sight = iota
	observed
	overwritten
)

// keep notes what could have happened instead of the event just added to the
// path.
func (o *observer) keep(others []Event, rival bool) {
	n := len(o.others)
	o.others = append(o.others, others...)
	o.marks = append(o.marks, othersMark{n, len(o.others), rival})
}

// cut forgets all but the first d events.
func (o *observer) cut(d int) {
	if len(o.marks) > d {
		o.others, o.marks = o.others[:o.marks[d].lo], o.marks[:d]
	}
}

// revise looks at an execution that is over and makes its history as it is
// when Writes that nobody observes are not ordered. It returns for how many
// events it is as before.
func (o *observer) revise(w *walker, h *history) int {
	o.look(w, h)
	d := 0
	for d < len(h.steps) && h.unseenAt(d) == o.unseen[d] {
		d++
	}
	h.unseen = append(h.unseen[:0], o.unseen...)
	n := len(h.steps)
	h.cut(d)
	for k := d; k < n; k++ {
		m := o.marks[k]
		h.add(&w.events[k], o.others[m.lo:m.hi], m.rival)
	}
	h.unseen = h.unseen[:0]
	return d
}

// look finds, in o.unseen, the Writes of an execution that nobody observes:
// what they touch is overwritten by another one before anything else happens to
// it, or is not touched again.
func (o *observer) look(w *walker, h *history) {
	o.next = append(o.next[:0], make([]sight, len(h.objects.names))...)
	if !w.opts.Unobserved || w.deep() {
		o.observeAll()
	}
	o.unseen = append(o.unseen[:0], make([]uint8, len(h.steps))...)
	for k := len(h.steps) - 1; k >= 0; k-- {
		e, s := &w.events[k], &h.steps[k]
		if e.Wide || quiesces(e) {
			o.observeAll()
		}
		for a, object := range s.object[:s.accesses] {
			if !e.Blind || e.Accesses[a].Mode != Write {
				o.next[object] = observed
				continue
			}
			if o.next[object] != observed {
				o.unseen[k] |= 1 << a
			}
			o.next[object] = overwritten
		}
	}
}

func (o *observer) observeAll() {
	for i := range o.next {
		o.next[i] = observed
	}
}

// reverseObserved inserts what reverses the race between events i and j, both
// blind Writes, where somebody observes j: notdep(i).j, then i, what else the
// one who observes needs, and that one.
func (s *optimalSearch) reverseObserved(i, j int) {
	h, last := &s.history, s.observerOf(i, j)
	needed := func(k int) bool { return last == len(s.events) || h.before(k, last) }
	s.v = s.v[:0]
	for k := i + 1; k < len(s.events); k++ {
		if !h.before(i, k) {
			s.then(k, h.before(k, j) || needed(k))
		}
	}
	s.then(j, true)
	s.then(i, true)
	for k := i + 1; k < last; k++ {
		if k != j && h.before(i, k) && needed(k) {
			s.then(k, true)
		}
	}
	if last < len(s.events) && s.events[last].Firm {
		s.then(last, true)
	}
	s.insert(i)
}

// observerOf is the first event to observe what blind events i and j both
// write, after j. If it is what is left at the end, that is all the events.
func (s *optimalSearch) observerOf(i, j int) int {
	h := &s.history
	for k := j + 1; k < len(s.events); k++ {
		for _, object := range h.steps[k].object[:h.steps[k].accesses] {
			if h.writes(i, object) && h.writes(j, object) {
				return k
			}
		}
	}
	return len(s.events)
}

// writes reports whether event k, a blind one, writes an object.
func (h *history) writes(k int, object int32) bool {
	s := &h.steps[k]
	for a, o := range s.object[:s.accesses] {
		if o == object && (s.mode[a] == sighted || s.mode[a] == unseen) {
			return true
		}
	}
	return false
}

// dependentIfUnseen is Dependent if nobody observes what a and b write.
func dependentIfUnseen(a, b *Event) bool {
	if !a.Blind || !b.Blind {
		return Dependent(a, b)
	}
	c, d := *a, *b
	for i := range c.Accesses {
		if c.Accesses[i].Mode == Write {
			c.Accesses[i].Mode = unseen
		}
		if d.Accesses[i].Mode == Write {
			d.Accesses[i].Mode = sighted
		}
	}
	return Dependent(&c, &d)
}

// overwritten reports whether v[k] is needed, and all that it writes is
// overwritten in v before anybody can observe it.
func (t *wakeupTree) overwritten(v []wakeupEvent, k int) bool {
	return v[k].needed && t.overwrites(t.event(&v[k]), v[k+1:])
}

// overwrites reports whether all that e, a blind event, writes is overwritten in
// v before anybody can observe it.
func (t *wakeupTree) overwrites(e *Event, v []wakeupEvent) bool {
	for i := range e.Accesses {
		if e.Accesses[i].Mode == Write && !t.overwritesObject(e.Accesses[i].Object, v) {
			return false
		}
	}
	return true
}

// overwritesObject reports whether the first event of v that touches an object
// overwrites it, and is needed.
func (t *wakeupTree) overwritesObject(object uint64, v []wakeupEvent) bool {
	for i := range v {
		e := t.event(&v[i])
		for _, access := range e.Accesses {
			if access.Object == object && access.Mode != 0 {
				return v[i].needed && e.Blind && access.Mode == Write
			}
		}
	}
	return false
}
