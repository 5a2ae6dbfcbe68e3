package vm

// What a person wants to see of a parked goroutine: where it is, and what it
// is about to do, in the words of the program.

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Stack returns the activations of a live goroutine, innermost first.
func (m *Machine) Stack(s Slot) []StackFrame {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return nil
	}
	return m.stackOf(m.gs[s])
}

// A Point is where an activation is, in terms of SSA.
type Point struct {
	Fn *ssa.Function
	// Block and Index are of the instruction being executed, From is the lowest
	// index of those of the block that are yet to be executed. Block is -1 if
	// the function has no body.
	Block, Index, From int32
}

// Points appends where the activations of a live goroutine are, innermost
// first: in front of its next operation, and behind calls.
func (m *Machine) Points(s Slot, buf []Point) []Point {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return buf
	}
	g := m.gs[s]
	for i := len(g.frames) - 1; i >= 0; i-- {
		f := &g.frames[i]
		p := Point{Fn: m.prog.function(f.fn.ID), Block: -1}
		if k, ok := f.fn.MarkAt(int(max(f.pc-1, 0))); ok {
			p.Block, p.Index, p.From = k.Block, k.Index, k.Past
			if i == len(g.frames)-1 {
				p.From = k.From
			}
		}
		buf = append(buf, p)
	}
	return buf
}

// Clock appends the vector clock of a goroutine that has begun, by slot. Its own
// component is what others will know by its next release.
func (m *Machine) Clock(s Slot, buf []uint32) []uint32 {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil || m.gs[s].status == Unborn {
		return buf
	}
	g, start := m.gs[s], len(buf)
	buf = m.races.clocks.append(buf, g.vc)
	for len(buf)-start <= int(s) {
		buf = append(buf, 0)
	}
	buf[start+int(s)] = g.sync.own()
	return buf
}

// Partner is what a choice executes of another goroutine as well: the other half of
// a communication.
func (m *Machine) Partner(c Choice) (half Choice, ok bool) {
	var o choosing
	if !m.Lives(c.Slot) || m.gs[c.Slot].sync.taken != 0 || !m.choosingOf(m.gs[c.Slot], &o) {
		return Choice{}, false
	}
	_, i, partner := splitAlternative(c.Alt)
	return Choice{Slot: partner, Alt: int32(i)}, partner != NoSlot
}

// PendingOf appends the events that one goroutine or timer may execute next,
// as [Machine.Pendings] does for all.
func (m *Machine) PendingOf(s Slot, buf []Event) []Event {
	if t := m.timer(s); t != 0 {
		return m.timerFuture(t, buf)
	}
	if m.IsClock(s) {
		return m.clockEvents(buf)
	}
	if m.mayCollectLate() && s == m.collector() {
		return append(buf, m.collectEvent())
	}
	if s >= 0 && int(s) < len(m.gs) && m.gs[s] != nil && m.gs[s].status == Parked {
		return m.futureOf(m.gs[s], buf)
	}
	return buf
}

// GoPos is the position of the go statement that started a goroutine.
func (m *Machine) GoPos(s Slot) token.Pos {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return token.NoPos
	}
	return token.Pos(m.gs[s].goPos)
}

// Describe tells an event of [Machine.Pendings] in a few words: the operation
// and its object.
func (m *Machine) Describe(e Event) string {
	if m.timer(e.Slot) != 0 {
		return "timer fires"
	}
	if int(e.Slot) >= len(m.gs) || m.gs[e.Slot] == nil {
		if e.Kind == KindClock {
			return e.Kind.String()
		}
		return "unreachable objects are found" // by the collector
	}
	g := m.gs[e.Slot]
	var c choosing
	switch e.Kind {
	case KindSend, KindRecv:
		m.choosingOf(g, &c)
		k := m.at(&c, 0)
		return m.describeCase(&k)
	case KindSelect:
		return m.describeSelect(g, &c, e)
	case KindClose:
		return "close of " + m.describeChan(m.arg(g, 0))
	case KindGo:
		return "go"
	case KindSocketReceive, KindSocketSend:
		if e.Alt != 0 && e.Alt != faultNone {
			return e.Kind.String() + ": " + faultNames[e.Alt]
		}
	}
	name := e.Kind.String()
	if e.Kind == KindWaitGroupAdd && int64(m.arg(g, 1)) == -1 {
		name = "sync.WaitGroup.Done"
	}
	if o := m.objectOf(g, e); o != "" {
		return name + " of " + o
	}
	return name
}

// objectOf names the memory that an event is about, "" if there is none.
func (m *Machine) objectOf(g *G, e Event) string {
	if e.N == 0 {
		return ""
	}
	switch a, p, _ := objectParts(e.Accesses[0].Object); p {
	case partMemory, partMutex, partGate, partReaders, partCounter, partOnce, partQueue, partWhole:
		if a >= unmapped {
			return m.describe(g, a)
		}
	}
	return ""
}

func (m *Machine) describeCase(c *chanCase) string {
	if c.send {
		return "send on " + m.describeChan(c.ch)
	}
	return "receive from " + m.describeChan(c.ch)
}

func (m *Machine) describeChan(c Addr) string {
	if c == 0 {
		return "a nil channel"
	}
	name := "a channel of " + typeLabel(m.typeInfo(m.load64(c+chanElem)).typ)
	if m.load64(c+chanClosed) != 0 {
		return name + " (closed)"
	}
	return name
}

// describeSelect names the case that is taken, if the event says which.
func (m *Machine) describeSelect(g *G, c *choosing, e Event) string {
	m.choosingOf(g, c)
	i, _, _ := splitAlternative(e.Alt)
	switch {
	case g.sync.taken != 0:
		k := m.at(c, int(g.sync.taken)-1)
		return "select: " + m.describeCase(&k)
	case i == altDefault:
		return "select: default"
	case c.n == 0:
		return "select without cases"
	case i >= 1 && i <= c.n && len(m.choicesOf(g, nil)) > 0:
		k := m.at(c, i-1)
		return "select: " + m.describeCase(&k)
	}
	return "select"
}
