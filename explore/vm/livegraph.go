package vm

// Fingerprints that follow the changes.
//
// A liveGraph is what a fingerprint was the sum of: the roots (goroutines, written
// words of the base image, armed timers) and the objects that can be reached,
// each with its digest, and the references between them. The next fingerprint
// looks only at what has changed since, be it by steps or by going back.
//
// Whether an object that is referred to less than before can still be reached
// is decided as in dynamic graph algorithms: each object has a parent,
// through which it was reached. As long as the parent refers to it, nothing happens.
// Otherwise another one that is reached, but not through it, becomes its parent; if there
// is none, all that was reached through it is looked at: what others
// refer to is reached through them, the rest is garbage.
//
// The result is that of [tracer.trace], but for an integer that happens to be
// the address of an object made later: then states that are equal may look
// different, which is sound.

import "slices"

type nodeKind uint8

const (
	nodeFree    nodeKind = iota
	nodePlain            // an object, kept word by word
	nodeWhole            // an object that is looked at as a whole
	nodeVar              // a word of the base image
	nodeRoutine          // a goroutine
	nodeTimers           // what is armed
)

// A liveNode is a root or an object.
type liveNode struct {
	kind   nodeKind
	due    bool // it is to be looked at as a whole
	orphan bool // its parent does not refer to it any more
	loose  bool // it is not known whether it can be reached
	parent int32
	in     int32 // the first reference to it
	out    int32 // the first reference from it, unless it is plain
	at     Addr  // of an object or word; the slot of a goroutine
	digest digest
	// words are what stands for each word of a plain object, refs the
	// references from there; words[0] of a variable is its value in the image.
	words []uint64
	refs  []int32
}

// A liveRef is a reference.
type liveRef struct{ from, to, nextIn, prevIn, nextOut int32 }

// A madeObject is an object that was made. It may have been undone since, and other
// objects made in its place, so its size stands here.
type madeObject struct {
	at   Addr
	size uint64
}

// noParent is the parent of roots.
const noParent = -1

type liveGraph struct {
	m     *Machine
	valid bool
	// worth grows with each time the graph has been of use, and shrinks with each time
	// it was made.
	worth int
	nodes []liveNode
	refs  []liveRef
	free  []int32 // nodes
	freed int32   // the first free reference
	sum   digest

	objects  []int32        // by granule of the heap behind the image
	vars     map[Addr]int32 // by address
	routines []int32        // by slot
	timers   int32
	armed    []Addr
	hidden   bool // something depends on hidden memory
	clock    int64
	bubbles  uint64

	// What has changed, as far as the trails behind these positions do not tell.
	trail, gtrail int
	words         []Addr
	slots         []Slot
	made          []madeObject

	t       tracer
	current int32   // being looked at
	found   []int32 // references found in it
	secret  bool    // hidden memory was found in it
	todo    []int32 // nodes that are due
	orphans []int32
	set     []int32 // scratch
}

// A graph is kept of states with some objects, if the caller keeps asking for
// fingerprints.
const (
	graphObjects = 64
	graphCost    = 8
	graphWorth   = 16 * graphCost
	graphMade    = 1 << 14
)

// Fingerprint is a hash of all that can influence what happens from here
// on.
func (m *Machine) Fingerprint() [2]uint64 {
	g := &m.sched.graph
	g.worth = min(g.worth+1, graphWorth)
	if g.valid && g.update() {
		return m.conclude(g.sum, traceAll)
	}
	g.valid = false
	t := &m.sched.tracer
	f := t.trace(m, traceAll)
	if g.worth >= graphCost && len(t.list) >= graphObjects {
		g.worth -= graphCost
		g.build(m)
	}
	return f
}

// went is called before the machine goes back to where its trails had these lengths.
func (g *liveGraph) went(m *Machine, trail, gtrail int) {
	if g.valid = g.valid && !m.thinned; !g.valid {
		return
	}
	for i := trail; i < min(g.trail, m.tn); i++ {
		g.words = append(g.words, m.trail[i].addr)
	}
	for i := gtrail; i < min(g.gtrail, len(m.gtrail)); i++ {
		g.slots = append(g.slots, m.gtrail[i].g.Slot)
	}
	g.trail, g.gtrail = min(g.trail, trail), min(g.gtrail, gtrail)
}

// marked is called before the machine takes a mark.
func (g *liveGraph) marked(m *Machine) {
	if g.valid = g.valid && !m.thinned; g.valid {
		g.moved(m)
		g.gtrail = len(m.gtrail)
		if m.compacted {
			for _, e := range m.trail[min(g.trail, m.marked):m.tn] {
				g.words = append(g.words, e.addr)
			}
			g.trail = m.tn
		}
	}
}

// moved notes the goroutines that may have changed since the last mark: each is saved
// once behind it, and may have moved on.
func (g *liveGraph) moved(m *Machine) {
	from := g.gtrail
	if n := len(m.marks); n > 0 {
		from = min(from, m.marks[n-1].gtrail)
	}
	for i := from; i < len(m.gtrail); i++ {
		g.slots = append(g.slots, m.gtrail[i].g.Slot)
	}
}

// allocated is called when an object has been made.
func (g *liveGraph) allocated(a Addr, size uint64) {
	if g.made = append(g.made, madeObject{a, size}); len(g.made) > graphMade {
		g.valid = false
	}
}

// forgetChanges notes that the graph is up to date.
func (g *liveGraph) forgetChanges() {
	g.trail, g.gtrail = g.m.tn, len(g.m.gtrail)
	g.words, g.slots, g.made = g.words[:0], g.slots[:0], g.made[:0]
	g.clock, g.bubbles = g.m.sched.clock, g.m.sched.bubbles
}

// build makes the graph of the present state.
func (g *liveGraph) build(m *Machine) {
	g.m, g.valid, g.hidden, g.sum = m, true, false, digest{}
	g.t = tracer{m: m, graph: g}
	g.nodes, g.free = append(g.nodes[:0], liveNode{}), g.free[:0]
	g.refs, g.freed = append(g.refs[:0], liveRef{}), 0
	clear(g.objects)
	clear(g.routines)
	g.vars = map[Addr]int32{}
	g.timers, g.armed = 0, g.armed[:0]
	g.orphans = g.orphans[:0]
	g.forgetChanges()
	for _, s := range m.liveGoroutines() {
		g.routine(s)
	}
	g.lookAtTimers()
	for i := range m.sched.dirty.words {
		g.variable(m.sched.dirty.words[i].addr)
	}
	g.work()
}

// update brings the graph up to date. It reports false if that is not worth it.
func (g *liveGraph) update() bool {
	m := g.m
	if g.clock != m.sched.clock || g.bubbles != m.sched.bubbles || m.thinned {
		return false
	}
	m.collectDirty()
	for _, o := range g.made {
		g.remake(o)
	}
	for _, a := range g.words {
		g.changed(a)
	}
	// Behind the last mark the trail may have been compacted since.
	for _, e := range m.trail[min(g.trail, m.marked):m.tn] {
		g.changed(e.addr)
	}
	g.moved(m)
	for _, s := range g.slots {
		g.routine(s)
	}
	g.lookAtTimers()
	g.work()
	g.settle()
	g.forgetChanges()
	return g.valid
}

// changed looks at a word that may have changed.
func (g *liveGraph) changed(a Addr) {
	m := g.m
	if a < m.sched.dirty.base {
		if a >= dataBase {
			g.variable(a)
		}
		return
	}
	start, _, _, ok := m.object(a)
	if !ok {
		return
	}
	if m.isHidden(start) && g.hidden {
		g.valid = false
		return
	}
	id := g.object(start)
	if id == 0 {
		return
	}
	n := &g.nodes[id]
	switch k := (a - start) / 8; {
	case n.due:
	case n.kind != nodePlain || k >= uint64(len(n.words)):
		g.dueNow(id)
	default:
		g.word(id, int(k))
	}
}

// object is the node of the object at start, 0 if there is none.
func (g *liveGraph) object(start Addr) int32 {
	if i := g.granule(start); i < uint64(len(g.objects)) {
		return g.objects[i]
	}
	return 0
}

// granule is the number of the granule at start, counted from where the image ends.
func (g *liveGraph) granule(start Addr) uint64 { return start/granule - g.m.sched.dirty.base/granule }

// dueNow makes a node due.
func (g *liveGraph) dueNow(id int32) {
	if n := &g.nodes[id]; !n.due {
		n.due = true
		g.todo = append(g.todo, id)
	}
}

// remake looks at the memory of an object that has been made: what was known of
// it is out of date.
func (g *liveGraph) remake(o madeObject) {
	for at := o.at - headerSize; at < o.at+o.size; at += granule {
		id := g.object(at)
		if id == 0 {
			continue
		}
		g.dueNow(id)
		if at == o.at {
			continue
		}
		for r := g.nodes[id].in; r != 0; r = g.refs[r].nextIn {
			g.dueNow(g.refs[r].from)
		}
	}
}

// routine makes a goroutine due, if it lives.
func (g *liveGraph) routine(s Slot) {
	for int(s) >= len(g.routines) {
		g.routines = append(g.routines, 0)
	}
	r, id := g.m.gs[s], g.routines[s]
	if lives := r != nil && (r.status == Parked || r.status == Running); !lives {
		if id != 0 {
			g.routines[s] = 0
			g.drop(id)
		}
		return
	}
	if id == 0 {
		id = g.add(nodeRoutine, Addr(s), noParent)
		g.routines[s] = id
	}
	g.dueNow(id)
}

// variable makes a written word of the base image due.
func (g *liveGraph) variable(a Addr) {
	id, known := g.vars[a]
	if !known {
		words := g.m.sched.dirty.words
		i := slices.IndexFunc(words, func(w dirtyWord) bool { return w.addr == a })
		if i < 0 {
			return
		}
		if words[i].hidden {
			g.vars[a] = 0
			return
		}
		id = g.add(nodeVar, a, noParent)
		g.nodes[id].words = append(g.nodes[id].words[:0], words[i].old)
		g.vars[a] = id
	}
	if id != 0 {
		g.dueNow(id)
	}
}

// lookAtTimers makes the armed timers due if they are others.
func (g *liveGraph) lookAtTimers() {
	m, k := g.m, 0
	a := m.sched.timers
	for ; a != 0 && k < len(g.armed) && g.armed[k] == a; k++ {
		a = m.load64(a + timerNext)
	}
	if a == 0 && k == len(g.armed) {
		return
	}
	for g.armed = g.armed[:k]; a != 0; a = m.load64(a + timerNext) {
		g.armed = append(g.armed, a)
	}
	if g.timers == 0 {
		g.timers = g.add(nodeTimers, 0, noParent)
	}
	g.dueNow(g.timers)
}
