package vm

// Finalizers, cleanups and weak pointers.
//
// Memory is never freed within an execution, so nothing has to be collected;
// but a program can tell what a collection finds. The machine looks for
// unreachable objects when the program calls runtime.GC, and when a test has
// returned and nothing can go on any more: a goroutine that waits for a
// finalizer to stop it does not leak. At other moments, where gc's collector
// could run as well, nothing happens.
//
// What is a pointer is told conservatively, and what package initialisers have
// made counts as reachable, so finalizers may run later than with gc, never
// too early.
//
// A special is a record in the arena, on a list of all; it holds the address
// of its object complemented, so that it does not keep it alive. What a
// finalizer or cleanup refers to is kept alive by it, as in gc.

import "slices"

// The layout of a special; it is mirrored by the model of package runtime.
const (
	specialNext  = 0
	specialPrev  = 8
	specialObj   = 16 // complement of the address; 0 if the object is gone
	specialKind  = 24
	specialFunc  = 32 // closure
	specialBytes = 40
)

// Kinds of specials.
const (
	finalizer uint64 = iota
	cleanup
	weakPointer
)

// specialTag stands in the place of the element type in the header of
// specials.
const specialTag = 24

// lastTag is the greatest of the tags of the machine's own objects.
const lastTag = specialTag

// maxLateCollections is how often unreachable objects are looked for when
// nothing can go on: finalizers may set finalizers again.
const maxLateCollections = 4

// collectorTag is the tag in the name of the collector, and of those who run
// what it finds.
const collectorTag = 'g'

func init() {
	operations[KindWorld] = operation{
		name:  "observation of all goroutines",
		touch: func(_ *Machine, _ *G, _ int32, e *Event) { e.Wide = true },
		exec:  func(*Machine, *G, int32) bool { return false },
	}
	operations[KindCollect] = operation{
		name: "runtime.GC",
		touch: func(m *Machine, _ *G, _ int32, e *Event) {
			e.Wide = true
			if m.sched.specials != 0 {
				e.Peer = m.names.slot(m.collector(), 0, m.sched.collections)
			}
		},
		exec: func(m *Machine, _ *G, _ int32) bool {
			if m.sched.specials != 0 {
				m.collect()
			} else {
				m.unreachable()
				m.countGarbage()
			}
			return false
		},
	}
	registerVisible(map[string]Kind{
		"runtime.observe": KindWorld,
		"runtime.GC":      KindCollect,
	})
	register(map[string]Intrinsic{
		"runtime.addSpecial":  addSpecial,
		"runtime.dropSpecial": dropSpecial,
		"runtime.findSpecial": findSpecial,
		"runtime.blockOf":     blockOf,
		// getitab(inter *interfacetype, typ *_type) *itab
		"runtime.getitab": func(m *Machine, _ *G, w []uint64) trap {
			tab, ok := m.itabFor(w[0], w[1])
			if w[0] = tab; !ok {
				w[0] = 0
			}
			return trapNone
		},
	})
}

// addSpecial is func addSpecial(p unsafe.Pointer, kind uintptr, run
// unsafe.Pointer) *special.
func addSpecial(m *Machine, g *G, w []uint64) trap {
	s, ok := m.allocRaw(&g.region, specialBytes, specialTag)
	if !ok {
		return m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
	m.store64(s+specialObj, ^w[0])
	m.store64(s+specialKind, w[1])
	m.store64(s+specialFunc, w[2])
	m.linkSpecial(s)
	w[0] = s
	return trapNone
}

func (m *Machine) linkSpecial(s Addr) {
	first := m.sched.specials
	m.store64(s+specialNext, first)
	m.store64(s+specialPrev, 0)
	if first != 0 {
		m.store64(first+specialPrev, s)
	}
	m.sched.specials = s
}

func (m *Machine) unlinkSpecial(s Addr) {
	next, prev := m.load64(s+specialNext), m.load64(s+specialPrev)
	if prev != 0 {
		m.store64(prev+specialNext, next)
	} else {
		m.sched.specials = next
	}
	if next != 0 {
		m.store64(next+specialPrev, prev)
	}
}

// specialObject is the address of the object of s, 0 if it is gone.
func (m *Machine) specialObject(s Addr) Addr {
	if w := m.load64(s + specialObj); w != 0 {
		return ^w
	}
	return 0
}

// dropSpecial is func dropSpecial(s *special): it takes a finalizer or cleanup
// back that has not been found unreachable.
func dropSpecial(m *Machine, _ *G, w []uint64) trap {
	s := w[0]
	if start, _, elem, ok := m.object(s); !ok || start != s || elem != specialTag || m.load64(s+specialObj) == 0 {
		return trapNone
	}
	m.unlinkSpecial(s)
	m.store64(s+specialObj, 0)
	return trapNone
}

// findSpecial is func findSpecial(p unsafe.Pointer, kind uintptr) *special: the
// special of a kind that p has, or nil.
func findSpecial(m *Machine, _ *G, w []uint64) trap {
	found := Addr(0)
	for s := m.sched.specials; s != 0 && found == 0; s = m.load64(s + specialNext) {
		if m.load64(s+specialObj) == ^w[0] && m.load64(s+specialKind) == w[1] {
			found = s
		}
	}
	w[0] = found
	return trapNone
}

// blockOf is func blockOf(p unsafe.Pointer) (base unsafe.Pointer, heap bool):
// the beginning of the object of the heap that p points into.
func blockOf(m *Machine, _ *G, w []uint64) trap {
	start, _, _, ok := m.object(w[0])
	ok = ok && start >= heapBase
	if !ok {
		start = 0
	}
	w[0], w[1] = start, boolWord(ok)
	return trapNone
}

// collector is the slot that stands for the collector.
func (m *Machine) collector() Slot { return m.names.slot(mainSlot, collectorTag, 0) }

// unreachable traces what can be reached and returns the specials whose object
// cannot, in the order of their addresses. As in gc, what an object with a
// finalizer refers to is kept for it, and a cleanup waits until there is no
// finalizer.
func (m *Machine) unreachable() []Addr {
	t := &m.sched.tracer
	t.fromImage(m)
	for _, s := range m.liveGoroutines() {
		t.goroutine(m.gs[s])
	}
	for a := m.sched.timers; a != 0; a = m.load64(a + timerNext) {
		t.word(a)
	}
	for s := m.sched.specials; s != 0; s = m.load64(s + specialNext) {
		t.special(s)
	}
	t.drain()
	var list []Addr
	finalized := map[Addr]bool{}
	for s := m.sched.specials; s != 0; s = m.load64(s + specialNext) {
		if obj := m.specialObject(s); !t.visited(obj) {
			list = append(list, s)
			if m.load64(s+specialKind) == finalizer {
				finalized[obj] = true
			}
		}
	}
	slices.Sort(list)
	return slices.DeleteFunc(list, func(s Addr) bool {
		return m.load64(s+specialKind) == cleanup && finalized[m.specialObject(s)]
	})
}

// special visits what is kept alive by s, and if it is a finalizer, by its object,
// but for the object itself.
func (t *tracer) special(s Addr) {
	m := t.m
	t.word(m.load64(s + specialFunc))
	if m.load64(s+specialKind) != finalizer {
		return
	}
	if start, size, elem, ok := m.object(m.specialObject(s)); ok && elem >= unmapped {
		for _, w := range m.words(start, (size+7)/8) {
			if from, _, _, ok := m.object(w); !ok || from != start {
				t.word(w)
			}
		}
	}
}

// countGarbage notes how much has been found unreachable just now, for
// runtime.ReadMemStats.
func (m *Machine) countGarbage() {
	reached := uint64(0)
	for _, a := range m.sched.tracer.list {
		reached += objectBytes(m.load64(a - headerSize + 8))
	}
	m.sched.garbage = m.live - min(reached, m.live)
	m.sched.cycles++
}

// collect finds what cannot be reached: weak pointers to it are cleared, and a
// goroutine is started that runs the rest.
func (m *Machine) collect() {
	queue, list := Addr(0), m.unreachable()
	m.countGarbage()
	for _, s := range slices.Backward(list) {
		m.unlinkSpecial(s)
		if m.load64(s+specialKind) == weakPointer {
			m.store64(s+specialObj, 0)
			continue
		}
		m.store64(s+specialNext, queue)
		queue = s
	}
	slot := m.names.slot(m.collector(), 0, m.sched.collections)
	m.sched.collections++
	if m.sched.alive >= m.limits.Goroutines {
		m.stopWith(stopState{kind: stopLimit, limit: "goroutines"})
		return
	}
	live := slices.Clone(m.liveGoroutines())
	h := m.bear(slot, m.collector())
	// All that made the objects unreachable happens before.
	for _, s := range live {
		m.touch(m.gs[s])
		m.acquire(h, m.publish(m.gs[s]))
	}
	run := m.prog.runtimeFunc("runSpecials")
	m.syncStatic()
	m.newFrameG(h, run, []uint64{queue})
	m.proceed(h)
}

// collectLate appends the choice of collecting when nothing else can happen.
func (m *Machine) collectLate(buf []Choice) []Choice {
	if !m.mayCollectLate() {
		return buf
	}
	for _, s := range m.unreachable() {
		if m.load64(s+specialKind) != weakPointer {
			return append(buf, Choice{Slot: m.collector()})
		}
	}
	return buf
}

// mayCollectLate reports whether that may still come.
func (m *Machine) mayCollectLate() bool {
	if m.sched.specials == 0 || m.sched.mainEnds || m.sched.collections >= maxLateCollections {
		return false
	}
	live := m.liveGoroutines()
	return len(live) > 0 && !slices.Contains(live, mainSlot)
}

// collectEvent is the event of that choice.
func (m *Machine) collectEvent() Event {
	e := Event{
		Choice: Choice{Slot: m.collector()}, Kind: KindCollect,
		Peer: m.names.slot(m.collector(), 0, m.sched.collections),
	}
	e.touch(0, Quiesce)
	return e
}

// Collects reports whether a slot is the collector, or a goroutine that runs
// the finalizers and cleanups of what it has found.
func (m *Machine) Collects(s Slot) (collector, runs bool) {
	if s < 0 || int(s) >= len(m.names.entries) {
		return false, false
	}
	e := &m.names.entries[s]
	return e.tag == collectorTag, e.parent >= 0 && e.tag == 0 && m.names.entries[e.parent].tag == collectorTag
}
