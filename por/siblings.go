package por

// This file keeps the events of an unfolding in trees of processes and of
// objects: [NRSCP18], Section 5.1. They serve to find immediate conflicts.

// A place is where an event is in the trees of its processes and its objects:
// the last event of [e) that involves the process, and the last one that
// touches the object in a mode that conflicts with all; 0 for none.
type place struct {
	proc, peer int32
	objects    [MaxAccesses]int32
}

// Kids are the events that come next after one in the trees of its processes
// and its objects: siblings, as first branches. If two events that both touch
// an object are in immediate conflict, they are siblings there: the last
// access to the object before both that conflicts with all is before each. This
// is the tree of [NRSCP18], Section 5.1, for modes other than locking.
type kids struct {
	proc, peer [2]int32 // variously and plainly
	objects    [MaxAccesses]int32
}

// A root is that of the tree of an object or, variously or plainly, of a process.
type root struct {
	of   uint64
	kind int
}

// Events of one process, and of none but that, are in immediate conflict only
// if their choices differ, since after both histories each choice has one
// outcome. Those that have one way to go are in a tree of their own.
const (
	variously = iota
	plainly
	ofObject
)

// plain reports whether x concerns one process, which has one way to go.
func (x *unfolded) plain() bool { return x.Alt == 0 && x.Peer < 0 }

// A branch is the siblings of one choice: the twigs from first on. The next
// branch is of another choice.
type branch struct {
	choice      Choice
	first, next int32
}

// A twig is an event in a list of siblings, with what is looked at first.
type twig struct {
	event, next, index, pred int32
}

// enlist makes n a sibling in its trees.
func (u *unfolding) enlist(n int32) {
	x, where := &u.events[n], &u.places[n]
	kind := variously
	if x.plain() {
		kind = plainly
	}
	u.branch(u.ofProcess(x.Proc, where.proc, kind), n)
	if x.Peer >= 0 {
		u.branch(u.ofProcess(x.Peer, where.peer, kind), n)
	}
	if x.Wide || quiesces(&x.Event) {
		u.everywhere = append(u.everywhere, n)
		return
	}
	for i := range x.Accesses {
		a := &x.Accesses[i]
		if a.Mode == 0 {
			break
		}
		u.branch(u.ofObject(a.Object, where.objects[i]), n)
	}
}

// ofProcess is where the siblings after an event in the tree of a process are.
func (u *unfolding) ofProcess(p Proc, after int32, kind int) *int32 {
	switch {
	case after == 0:
		return u.root(root{uint64(p), kind})
	case u.events[after].Proc == p:
		return &u.kids[after].proc[kind]
	}
	return &u.kids[after].peer[kind]
}

// ofObject is where the siblings after an event in the tree of an object are.
func (u *unfolding) ofObject(object uint64, after int32) *int32 {
	if after == 0 {
		return u.root(root{object, ofObject})
	}
	i := 0
	for x := &u.events[after]; x.Accesses[i].Object != object; i++ {
	}
	return &u.kids[after].objects[i]
}

func (u *unfolding) root(r root) *int32 {
	n, ok := u.rootOf[r]
	if !ok {
		n = int32(len(u.roots))
		u.rootOf[r] = n
		u.roots = append(u.roots, 0)
	}
	return &u.roots[n]
}

// branch adds n to siblings.
func (u *unfolding) branch(head *int32, n int32) {
	x := &u.events[n]
	b := *head
	for b != 0 && u.branches[b].choice != x.Choice {
		b = u.branches[b].next
	}
	if b == 0 {
		b = int32(len(u.branches))
		u.branches = append(u.branches, branch{choice: x.Choice, next: *head})
		*head = b
	}
	u.twigs = append(u.twigs, twig{n, u.branches[b].first, x.index, x.pred})
	u.branches[b].first = int32(len(u.twigs)) - 1
}

// A frontier is the last event of a process in a configuration, and its index.
type frontier struct{ event, index int32 }

// admits reports whether w may come after last, as far as its process tells.
func (u *unfolding) admits(last frontier, w *twig) bool {
	switch {
	case w.index <= last.index:
		return false
	case w.index == last.index+1:
		return w.pred == last.event
	}
	return u.ancestor(w.pred, last.index) == last.event
}

// rivals calls f for all events that may be in immediate conflict with e,
// some of them more than once: its siblings in the trees, until f says that
// it is enough. Those that cannot come after the front are left out, as far as
// that is told by their process alone.
func (u *unfolding) rivals(e int32, front []frontier, f func(int32) (more bool)) {
	x, where := &u.events[e], &u.places[e]
	if x.Wide || quiesces(&x.Event) {
		for n := int32(1); n < int32(len(u.events)); n++ {
			if y := &u.events[n]; y.index > front[y.Proc].index && !f(n) {
				return
			}
		}
		return
	}
	for _, n := range u.everywhere {
		if y := &u.events[n]; y.index > front[y.Proc].index && !f(n) {
			return
		}
	}
	if !u.rivalsOf(x, x.Proc, where.proc, front, f) || x.Peer >= 0 && !u.rivalsOf(x, x.Peer, where.peer, front, f) {
		return
	}
	for i := range x.Accesses {
		a := &x.Accesses[i]
		if a.Mode == 0 || !u.each(*u.ofObject(a.Object, where.objects[i]), x.Choice, front, f) {
			return
		}
	}
}

// rivalsOf does so for x as an event of process p, as each does.
func (u *unfolding) rivalsOf(x *unfolded, p Proc, after int32, front []frontier, f func(int32) (more bool)) bool {
	return u.each(*u.ofProcess(p, after, variously), x.Choice, front, f) &&
		(x.plain() || u.each(*u.ofProcess(p, after, plainly), x.Choice, front, f))
}

// each calls f for siblings that the front admits and that are another choice:
// the same one has one outcome after both histories. It reports whether f has
// seen them all.
func (u *unfolding) each(b int32, but Choice, front []frontier, f func(int32) (more bool)) bool {
	for ; b != 0; b = u.branches[b].next {
		list := &u.branches[b]
		if list.choice == but {
			continue
		}
		last := front[list.choice.Proc]
		for t := list.first; t != 0; {
			w := &u.twigs[t]
			if u.admits(last, w) && !f(w.event) {
				return false
			}
			t = w.next
		}
	}
	return true
}
