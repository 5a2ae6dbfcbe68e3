package vm

import "slices"

// Undo of everything that is not in the arena. A mark remembers how long each
// trail was; rewinding undoes the trails down to there.
//
// Goroutines are saved when they are first touched after a mark: their
// scalar state whole, and of their stack the top frame only. A deeper frame
// can change only after it has become the top, so it is saved then
// ([Machine.saveFrame]).

type mark struct {
	trail, gtrail, states, words int
	past                         trailPast
	live, mallocs                uint64
	coros                        int
	steps                        int64
	output, reports              int
	stop                         stopState
	sched                        schedMark
	races                        raceMark
	channels                     int // see orderState
}

// A savedG is an entry of the goroutine trail.
type savedG struct {
	g     *G
	what  savedWhat
	state int32 // where it is in the trail of states, if what is savedState
	// The frame with this index, and its window at words in the word trail.
	index int32
	frame Frame
	words int
}

type savedWhat uint8

const (
	savedState savedWhat = iota // the scalar state and the top frame
	savedFrame                  // a frame below
	savedBirth                  // the goroutine did not exist
)

// Mark remembers the present state and returns its number. Marks are
// a stack: [Machine.Rewind] to a mark forgets the later ones.
func (m *Machine) Mark() int {
	m.sched.graph.marked(m)
	if m.compacted {
		// Entries of the trail that nobody has looked at may have moved down.
		m.compacted = false
		m.sched.dirty.at = min(m.sched.dirty.at, m.marked)
	}
	m.marks = append(m.marks, mark{
		trail: m.tn, gtrail: len(m.gtrail), states: len(m.strail), words: len(m.wtrail),
		past: m.trailPast, live: m.live, mallocs: m.mallocs, coros: m.coros, steps: m.steps,
		output: len(m.output), reports: len(m.reports),
		stop:  m.stop,
		sched: m.sched.mark(), races: m.races.mark(),
		channels: len(m.order.channels),
	})
	m.marked, m.thinned = m.tn, false
	m.newborn.grown()
	m.epoch++
	return len(m.marks) - 1
}

// Rewind goes back to the state at a mark, which stays valid.
func (m *Machine) Rewind(n int) {
	k := &m.marks[n]
	m.sched.graph.went(m, k.trail, k.gtrail)
	m.rewindTrail(k.trail)
	m.trailPast = k.past
	m.rewindGoroutines(k)
	m.live, m.mallocs, m.coros = k.live, k.mallocs, k.coros
	m.steps, m.stop = k.steps, k.stop
	m.output, m.reports = m.output[:k.output], m.reports[:k.reports]
	m.sched.rewind(k.sched)
	m.races.rewind(k.races)
	m.order.rewind(k.channels)
	m.marks = m.marks[:n+1]
	m.epoch++
}

func (m *Machine) rewindGoroutines(k *mark) {
	for i := len(m.gtrail) - 1; i >= k.gtrail; i-- {
		s := &m.gtrail[i]
		g := s.g
		switch s.what {
		case savedBirth:
			g.status = Unborn
			m.sched.stale = true
			g.frames = g.frames[:0]
			continue
		case savedState:
			state := &m.strail[s.state]
			m.sched.stale = m.sched.stale || g.status != state.status
			m.sched.crowd.rouse(g.Slot)
			g.gstate = *state
			g.frames = slices.Grow(g.frames[:0], int(state.depth))[:state.depth]
		}
		if s.index >= 0 {
			if int(s.index) >= len(g.frames) {
				g.frames = slices.Grow(g.frames, int(s.index)+1-len(g.frames))[:s.index+1]
			}
			g.frames[s.index] = s.frame
			n := s.frame.fn.Words + s.frame.fn.Out
			copy(g.stack[s.frame.base:], m.wtrail[s.words:s.words+n])
		}
	}
	for i := range m.gtrail[k.gtrail:] {
		if g := m.gtrail[k.gtrail+i].g; len(g.stack) >= shrinkFrom {
			g.shrink()
		}
	}
	m.gtrail = m.gtrail[:k.gtrail]
	m.strail = m.strail[:k.states]
	m.wtrail = m.wtrail[:k.words]
}

// shrinkFrom is the size in words of stacks that are worth giving back.
const shrinkFrom = 1 << 16

// shrink gives back what a large stack does not use any more.
func (g *G) shrink() {
	used := 0
	if n := len(g.frames); n > 0 {
		f := &g.frames[n-1]
		used = int(f.base) + f.fn.Words + f.fn.Out
	}
	if used > len(g.stack)/4 {
		return
	}
	stack := make([]uint64, max(2*used, 64))
	copy(stack, g.stack[:used])
	g.stack = stack
	g.frames = append(make([]Frame, 0, len(g.frames)+8), g.frames...)
}

// touch must be called before anything of g changes.
func (m *Machine) touch(g *G) {
	if g.epoch != m.epoch {
		m.saveG(g)
	}
}

func (m *Machine) saveG(g *G) {
	g.epoch = m.epoch
	g.depth = int32(len(g.frames))
	m.gtrail = append(m.gtrail, savedG{g: g, what: savedState, state: int32(len(m.strail)), index: -1})
	m.strail = append(m.strail, g.gstate)
	g.low = len(g.frames)
	if g.low > 0 {
		g.low--
		m.saveWindow(g, g.low, &m.gtrail[len(m.gtrail)-1])
	}
}

// saveFrame saves the frame that has just become g's top, if it lies below
// what has been saved since the last mark.
func (m *Machine) saveFrame(g *G) {
	top := len(g.frames) - 1
	if top >= g.low || top < 0 {
		return
	}
	g.low = top
	m.gtrail = append(m.gtrail, savedG{g: g, what: savedFrame})
	m.saveWindow(g, top, &m.gtrail[len(m.gtrail)-1])
}

func (m *Machine) saveWindow(g *G, i int, s *savedG) {
	s.index, s.frame, s.words = int32(i), g.frames[i], len(m.wtrail)
	// An intrinsic that is parked in front of an access has its arguments in the
	// outgoing area.
	n := s.frame.fn.Words + s.frame.fn.Out
	m.wtrail = append(m.wtrail, g.stack[s.frame.base:][:n]...)
}

// newG makes the next child of parent. The caller gives it its first frame.
func (m *Machine) newG(parent *G) *G {
	m.touch(parent)
	slot := m.names.slot(parent.Slot, 0, parent.spawned)
	parent.spawned++
	return m.bear(slot, parent.Slot)
}

// bear brings the goroutine of a slot to life.
func (m *Machine) bear(slot, parent Slot) *G {
	for int(slot) >= len(m.gs) {
		m.gs = append(m.gs, nil)
	}
	g := m.gs[slot]
	if g == nil {
		g = &G{stack: make([]uint64, 64)}
		m.gs[slot] = g
	}
	g.Slot, g.Parent = slot, parent
	g.gstate = gstate{region: region{slot: slot}}
	g.frames = g.frames[:0]
	g.epoch, g.low = m.epoch, 0
	m.gtrail = append(m.gtrail, savedG{g: g, what: savedBirth})
	m.enlist(g)
	return g
}
