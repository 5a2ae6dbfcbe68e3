package explore

import (
	"encoding/binary"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/explore/vm"
	"github.com/mazurka-go/mazurka/por"
)

// This file answers what goroutines may still do: it is [por.Heap] for a
// machine.
//
// The static half is package analysis: which classes of objects may still be
// accessed, and how, from a point of a function on, by what it starts as well.
// Here it is merged over the stack of a goroutine, once for each stack
// (stackFacts), and compared with the classes of the object in question: those
// of the instructions that were seen to access it.
//
// The dynamic half are the points-to sets that hybrid-por keeps by site. A site
// is a goroutine together with the classes of what it accesses: the variables
// and points of the program by which a goroutine comes by objects of one class are not told apart, but
// its objects are, one by one.
//
// What is not known conflicts with everything: operations inside the standard
// library that package analysis has no class for, timers and their channels, network.
//
// Discipline. Whoever unlocks a mutex holds it, as a rule, and locks it again before unlocking it again;
// so an unlock and the operations of others on the mutex are never possible together.
// That is assumed until an operation is seen, executed or pending, that breaks
// the rule: an unlock by somebody else, or a TryLock, which does not wait. Then the search begins anew
// without the assumption ([world.unordered]). Up to the first such
// operation of an execution the assumption holds for what comes before, so the
// search comes to a state in which it is pending.

// A farWorld is a world that looks ahead.
type farWorld struct {
	*fairWorld
	s      *system
	future *analysis.Future

	stacks map[[2]uint64]*stackFacts
	points []vm.Point // scratch
	// objects has the classes of the objects that were accessed.
	objects map[uint64]*objectFacts
	last    []lastNoted // by process
	// groups numbers lists of classes.
	groups    map[string]int32
	classes   [][]analysis.Class // by group
	sites     int32              // how many there are
	processes []processSites

	nothing *stackFacts // of who has not begun or has ended

	wild   bool // an operation has broken the discipline
	late   bool // it did when that was not known
	strict bool
}

// stackFacts are what is known of goroutines with one stack.
type stackFacts struct {
	// ahead is what may follow; anything says that it may be everything.
	ahead    analysis.Set
	anything bool
	// modes is how objects of a group of classes may be accessed, as far as it was
	// asked for, plus 1.
	modes []analysis.Modes
	// classes are those of what it accesses next, in a group; known is false if
	// it may be anything, private true if no other goroutine can know it yet.
	group          int32
	known, private bool
	classes        []analysis.Class
}

// objectFacts are the classes of an object, in a group; vague says that it may be of
// others.
type objectFacts struct {
	classes []analysis.Class
	group   int32
	vague   bool
}

// lastNoted is what was noted last for a process.
type lastNoted struct {
	facts  *stackFacts
	object uint64
}

// processSites are the sites of a process. Children are the processes that it
// has started, in any execution.
type processSites struct {
	sites  []site
	parent por.Proc // -1 if unknown
	known  bool
}

// A site is where a process accesses objects of a group of classes.
type site struct{ id, group int32 }

// lookAhead is the world with what package analysis knows of the test, if it is
// one of a machine.
func lookAhead(w world) por.System {
	fair, s := machineOf(w)
	if s == nil {
		return w
	}
	return &farWorld{
		fairWorld: fair, s: s, future: s.future(), strict: s.strict,
		stacks: map[[2]uint64]*stackFacts{}, objects: map[uint64]*objectFacts{},
		groups: map[string]int32{}, nothing: &stackFacts{ahead: s.future().Nothing()},
	}
}

// An assuming world answers as far as it knows. When it turns out that it did not know
// enough, the search has to begin anew.
type assuming interface {
	// begin is to be called before each search.
	begin()
	// outgrown reports whether, since it was last asked, something came up that answers
	// have not taken into account. While the search goes on it may wait for more.
	outgrown(over bool) bool
}

func begin(sys por.System) {
	if w, ok := sys.(assuming); ok {
		w.begin()
	}
}

func outgrown(sys por.System, over bool) bool {
	w, ok := sys.(assuming)
	return ok && w.outgrown(over)
}

// shown is what an algorithm is shown of a world: as much as it needs.
func shown(w world, a por.Algorithm) por.System {
	fair, s := machineOf(w)
	switch {
	case s == nil, !a.MatchesStates():
		return w
	case a.Needs((*farWorld)(nil)) != "":
		return relate(fair, s)
	}
	return lookAhead(w)
}

// machineOf is what a world of a machine is made of; nil if it is another one.
func machineOf(w world) (*fairWorld, *system) {
	fair, ok := w.(*fairWorld)
	if !ok {
		return nil, nil
	}
	s, _ := fair.spinner.(*system)
	return fair, s
}

func (w *farWorld) begin() {}

// outgrown: the discipline was broken.
func (w *farWorld) outgrown(bool) bool {
	late := w.late
	w.late = false
	return late
}

func (w *farWorld) Pending(buf []por.Event) []por.Event {
	start := len(buf)
	buf = w.fairWorld.Pending(buf)
	for i := start; i < len(buf); i++ {
		w.note(&buf[i])
	}
	return buf
}

// note notes what a pending event accesses.
func (w *farWorld) note(e *por.Event) {
	if e.Accesses[0].Mode == 0 || w.s.m.IsTimer(vm.Slot(e.Proc)) {
		return
	}
	w.disciplined(e)
	f := w.at(e.Proc)
	if kind := vm.Kind(e.Op); f.private && (kind == vm.KindRead || kind == vm.KindWrite) {
		return
	}
	for int(e.Proc) >= len(w.last) {
		w.last = append(w.last, lastNoted{})
	}
	// Alternatives of a select follow one another and have objects of their own.
	if l := &w.last[e.Proc]; l.facts == f && l.object == e.Accesses[0].Object && e.Alt == 0 {
		return
	}
	w.last[e.Proc] = lastNoted{f, e.Accesses[0].Object}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Mode == 0 {
			break
		}
		w.addClasses(w.object(a.Object), f)
	}
}

// disciplined looks for operations that break the discipline.
func (w *farWorld) disciplined(e *por.Event) {
	if w.wild {
		return
	}
	switch vm.Kind(e.Op) {
	case vm.KindMutexTryLock, vm.KindRWTryLock, vm.KindRWTryRLock:
	case vm.KindMutexUnlock, vm.KindRWUnlock:
		if e.Accesses[0].Mode != por.Write {
			return
		}
	default:
		return
	}
	w.wild, w.late = true, true
}

// object is what is known of the object that is named.
func (w *farWorld) object(name uint64) *objectFacts {
	a := vm.ObjectOf(name)
	o := w.objects[a]
	if o == nil {
		o = &objectFacts{}
		w.objects[a] = o
	}
	return o
}

// addClasses notes that an object was accessed where f is what is known.
func (w *farWorld) addClasses(o *objectFacts, f *stackFacts) {
	o.vague = o.vague || !f.known
	n := len(o.classes)
	for _, c := range f.classes {
		if !slices.Contains(o.classes, c) {
			o.classes = append(o.classes, c)
		}
	}
	if len(o.classes) > n {
		o.group = w.groupOf(slices.Clone(o.classes))
	}
}

// at is what is known of the stack of a goroutine.
func (w *farWorld) at(p por.Proc) *stackFacts {
	key := w.s.m.StackHash(vm.Slot(p))
	f := w.stacks[key]
	if f == nil {
		f = w.look(p)
		w.stacks[key] = f
	}
	return f
}

// look finds out what is to be known of the stack of a goroutine.
func (w *farWorld) look(p por.Proc) *stackFacts {
	w.points = w.s.m.Points(vm.Slot(p), w.points[:0])
	f := &stackFacts{ahead: ahead(w.future, w.points)}
	f.anything = f.ahead.Everything()
	f.classes, f.known = accessed(w.future, w.points)
	f.private = f.known && len(f.classes) == 0
	f.known = f.known && len(f.classes) > 0 && !timed(w.points)
	if !f.known {
		f.classes = nil
	}
	f.group = w.groupOf(f.classes)
	return f
}

// timed reports whether a goroutine is at an operation on a channel that may be
// a timer's.
func timed(points []vm.Point) bool {
	if len(points) == 0 {
		return true
	}
	instr := instruction(&points[0])
	if instr == nil {
		return false
	}
	return slices.ContainsFunc(instr.Operands(nil), func(v *ssa.Value) bool {
		if *v == nil {
			return false
		}
		c, ok := (*v).Type().Underlying().(*types.Chan)
		return ok && types.TypeString(c.Elem(), nil) == "time.Time"
	})
}

// groupOf is the number of a list of classes.
func (w *farWorld) groupOf(classes []analysis.Class) int32 {
	var key []byte
	for _, c := range classes {
		key = binary.AppendVarint(key, int64(c))
	}
	n, ok := w.groups[string(key)]
	if !ok {
		n = int32(len(w.classes))
		w.groups[string(key)] = n
		w.classes = append(w.classes, classes)
	}
	return n
}

// MayConflict implements [por.Lookahead].
func (w *farWorld) MayConflict(p por.Proc, e por.Event) bool { return w.may(p, &e, &dependent) }

// MayPrecede implements [por.Foresight].
func (w *farWorld) MayPrecede(p por.Proc, e por.Event) bool {
	if w.wild {
		return w.may(p, &e, &dependent)
	}
	return w.may(p, &e, &reversible)
}

// may reports whether p may still do what stands in a table by mode.
func (w *farWorld) may(p por.Proc, e *por.Event, table *[por.Await + 1]analysis.Modes) bool {
	if e.Wide || e.Alt != 0 {
		return true
	}
	f, ok := w.aheadOf(p)
	if !ok {
		return e.Accesses[0].Mode != 0
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Mode == 0 {
			break
		}
		mode := a.Mode
		if w.strict && (mode == por.Share || mode == por.Unshare) {
			mode = por.Write // giving shares back may be one
		}
		if w.modes(f, a)&table[mode] != 0 {
			return true
		}
	}
	return false
}

// aheadOf is what is known of what a process may still do; ok is false if that is not
// known.
func (w *farWorld) aheadOf(p por.Proc) (f *stackFacts, ok bool) {
	if w.s.m.IsTimer(vm.Slot(p)) {
		return nil, false
	}
	if !w.s.m.Lives(vm.Slot(p)) {
		return w.nothing, true // who starts it answers for it
	}
	f = w.at(p)
	return f, !f.anything
}

// modes is how the object of an access may be accessed.
func (w *farWorld) modes(f *stackFacts, a *por.Access) analysis.Modes {
	o := w.objects[vm.ObjectOf(a.Object)]
	if o == nil || o.vague {
		return analysis.AnyMode
	}
	if len(o.classes) == 0 {
		return 0
	}
	return w.groupModes(f, o.group)
}

// groupModes is how objects of a group of classes may be accessed.
func (w *farWorld) groupModes(f *stackFacts, group int32) analysis.Modes {
	for int(group) >= len(f.modes) {
		f.modes = append(f.modes, 0)
	}
	if f.modes[group] == 0 {
		m := analysis.Modes(0)
		for _, c := range w.classes[group] {
			m |= f.ahead.Modes(c)
		}
		f.modes[group] = m + 1
	}
	return f.modes[group] - 1
}

// dependent has for each mode of an access what may be dependent with it.
var dependent = func() (t [por.Await + 1]analysis.Modes) {
	for m := range t {
		t[m] = analysis.AnyMode
	}
	t[por.Read] &^= analysis.Read | analysis.Observe
	t[por.Share] &^= analysis.RLock | analysis.RUnlock | analysis.Add
	t[por.Unshare] &^= analysis.RLock | analysis.RUnlock | analysis.Add
	t[por.Await] &^= analysis.Wait
	return t
}()

// reversible has for each mode of an access that is possible what could come before
// it as well as after it, with discipline: who has taken something keeps the
// others from taking it, and who gives back a share the others from waiting until there is none.
var reversible = func() (t [por.Await + 1]analysis.Modes) {
	t = dependent
	t[por.Release], t[por.Unshare] = 0, 0
	t[por.Acquire] &^= analysis.Unlock | analysis.RUnlock
	t[por.Share] &^= analysis.Unlock
	return t
}()

// Site implements [por.Heap].
func (w *farWorld) Site(p por.Proc) int32 {
	if !w.s.m.Lives(vm.Slot(p)) {
		return -1
	}
	group, s := w.at(p).group, w.process(p)
	for i := range s.sites {
		if s.sites[i].group == group {
			return s.sites[i].id
		}
	}
	w.sites++
	s.sites = append(s.sites, site{w.sites - 1, group})
	return w.sites - 1
}

// process has the sites of p.
func (w *farWorld) process(p por.Proc) *processSites {
	for int(p) >= len(w.processes) {
		w.processes = append(w.processes, processSites{})
	}
	s := &w.processes[p]
	if !s.known {
		s.known, s.parent = true, por.Proc(w.s.m.Creator(vm.Slot(p)))
	}
	return s
}

// Future implements [por.Heap].
func (w *farWorld) Future(p por.Proc, x por.Access, buf []por.FutureAccess) []por.FutureAccess {
	f, ok := w.aheadOf(p)
	if !ok {
		return append(buf, por.FutureAccess{Site: -1, Mode: por.Write})
	}
	all := w.modes(f, &x)
	if all == 0 {
		return buf
	}
	part := vm.ObjectPart(x.Object)
	start := len(buf)
	if buf = w.accesses(part, all, w.Site(p), buf); len(buf) == start {
		return buf
	}
	for q := range w.processes {
		if !w.within(por.Proc(q), p) {
			continue
		}
		for _, s := range w.processes[q].sites {
			m := analysis.AnyMode
			if len(w.classes[s.group]) > 0 {
				m = w.groupModes(f, s.group)
			}
			buf = w.accesses(part, m, s.id, buf)
		}
	}
	return buf
}

// within reports whether q is p or was started by it, or by one that was.
func (w *farWorld) within(q, p por.Proc) bool {
	for q >= 0 && q != p {
		q = w.process(q).parent
	}
	return q == p
}

// accesses appends how an operation of one of the modes may access such a part
// of an object.
func (w *farWorld) accesses(part vm.Part, m analysis.Modes, at int32, buf []por.FutureAccess) []por.FutureAccess {
	add := func(when analysis.Modes, modes ...por.Mode) {
		if m&when == 0 {
			return
		}
		for _, mode := range modes {
			buf = append(buf, por.FutureAccess{Site: at, Mode: mode})
		}
	}
	const channel = analysis.Send | analysis.Receive | analysis.Close
	switch part {
	case vm.PartMemory:
		add(analysis.Read|analysis.Observe, por.Read)
		add(analysis.Write|analysis.Modify, por.Write)
	case vm.PartMutex, vm.PartGate, vm.PartReaders:
		add(analysis.Lock, por.Acquire)
		add(analysis.RLock, por.Share)
		add(analysis.Unlock, por.Release)
		add(analysis.RUnlock, por.Unshare)
		if w.strict {
			add(analysis.RUnlock, por.Write)
		}
		if w.wild {
			add(analysis.Lock|analysis.Unlock|analysis.RLock|analysis.RUnlock, por.Write)
		}
	case vm.PartCounter:
		add(analysis.Add, por.Share, por.Unshare)
		add(analysis.Wait, por.Await)
		if w.strict {
			add(analysis.Add, por.Write)
		}
	case vm.PartOnce:
		add(analysis.AnyMode, por.Acquire, por.Share, por.Release)
	case vm.PartItem:
		add(analysis.Send, por.Produce)
		add(analysis.Receive, por.Consume)
		add(analysis.AnyMode&^channel, por.Write)
	case vm.PartRoom:
		add(analysis.Send, por.Consume)
		add(analysis.Receive, por.Produce)
		add(analysis.AnyMode&^channel, por.Write)
	default:
		add(analysis.Observe, por.Read)
		add(analysis.AnyMode&^analysis.Observe, por.Write)
	}
	return buf
}

// Shared implements [por.Heap].
func (w *farWorld) Shared(p por.Proc, object uint64) bool {
	return w.s.m.ReachedByOthers(vm.Slot(p), vm.ObjectOf(object))
}
