package vm

// Sends, receives and selects, of the language and of reflect, as one: a list
// of cases, with or without a default.
//
// An unbuffered communication is executed by one of the two, usually the
// receiver, while the other is parked in front of an operation that waits; it
// takes the value from the partner, and the partner completes later by a step
// of its own. A partner that is parked may still be about to begin, so a
// select with a default may take the default although a partner is parked;
// unless it is known to wait, see queue.go.

import "github.com/mazurka-go/mazurka/explore/vm/compile"

// An alternative names the case (plus one; 0 for a plain send or receive, or
// the completion of one that a partner has executed), the partner's slot (plus
// one) and the partner's case.
const (
	altDefault  = 127
	maxCases    = 126
	maxPartners = 1 << 17
)

func alternative(i, partnerCase int, partner Slot) int32 {
	return int32(i | partnerCase<<7 | int(partner+1)<<14)
}

func splitAlternative(alt int32) (i, partnerCase int, partner Slot) {
	return int(alt & 127), int(alt >> 7 & 127), Slot(alt>>14) - 1
}

// A choosing is the operation of a goroutine seen as a list of cases.
type choosing struct {
	g        *G
	kind     Kind
	n        int
	blocking bool
	table    []compile.SelectCase
	base     int32 // of the frame
	list     Addr  // of the cases of reflect.rselect
	ch       Addr  // of a plain send or receive
}

// The layout of a reflect.runtimeSelect.
const (
	rselectSize = 32
	rselectDir  = 0 // 1 send, 2 receive, 3 default
	rselectChan = 16
	rselectVal  = 24
)

// choosingOf is the operation of g, if it is one on channels.
func (m *Machine) choosingOf(g *G, c *choosing) bool {
	*c = choosing{g: g, kind: g.pending.Kind, n: 1, blocking: true}
	switch c.kind {
	case KindSend, KindRecv:
		c.ch = m.arg(g, 0)
	case KindSelect:
		f := &g.frames[len(g.frames)-1]
		t := &f.fn.Selects[g.pending.Aux]
		c.table, c.n, c.blocking, c.base = t.Cases, len(t.Cases), t.Blocking, f.base
	case KindReflectSend:
		c.ch, c.blocking = m.arg(g, 0), m.arg(g, 2)&1 == 0
	case KindReflectRecv:
		c.ch, c.blocking = m.arg(g, 0), m.arg(g, 1)&1 == 0
	case KindReflectSelect:
		c.list, c.n = m.arg(g, 0), int(m.arg(g, 1))
		for i := range c.n {
			if m.load64(c.list+uint64(i)*rselectSize+rselectDir) == 3 {
				c.blocking = false
			}
		}
	default:
		return false
	}
	return true
}

// at is case i.
func (m *Machine) at(c *choosing, i int) chanCase {
	switch c.kind {
	case KindSend:
		return chanCase{ch: c.ch, send: true, value: c.g.pending.Args + 1}
	case KindRecv:
		return chanCase{ch: c.ch, value: c.g.pending.Res}
	case KindSelect:
		s := &c.table[i]
		return chanCase{ch: c.g.stack[c.base+int32(s.Chan)], send: s.Send, value: c.base + int32(s.Value)}
	case KindReflectSend:
		return chanCase{ch: c.ch, send: true, mem: m.arg(c.g, 1), value: inMemory}
	case KindReflectRecv:
		return chanCase{ch: c.ch, mem: m.arg(c.g, 2), value: inMemory}
	}
	p := c.list + uint64(i)*rselectSize
	r := chanCase{send: m.load64(p+rselectDir) == 1, mem: m.load64(p + rselectVal), value: inMemory}
	if m.load64(p+rselectDir) != 3 {
		r.ch = m.load64(p + rselectChan)
	}
	return r
}

// plain reports whether the operation has one case and no table.
func (c *choosing) plain() bool { return c.kind != KindSelect && c.kind != KindReflectSelect }

// caseName is what stands for case i in an alternative.
func (c *choosing) caseName(i int) int {
	if c.plain() {
		return 0
	}
	return i + 1
}

// someReady reports whether a case can go on without a partner.
func (m *Machine) someReady(c *choosing) bool {
	for i := range c.n {
		if k := m.at(c, i); m.readyAlone(&k) {
			return true
		}
	}
	return false
}

// waysOfChoosing appends the enabled choices of a send, receive or select.
func waysOfChoosing(m *Machine, g *G, buf []Choice) []Choice {
	if g.sync.taken != 0 {
		return append(buf, Choice{Slot: g.Slot})
	}
	var c choosing
	m.choosingOf(g, &c)
	some, start := false, len(buf)
	met := false // a partner waits
	for i := range c.n {
		k := m.at(&c, i)
		if m.readyAlone(&k) {
			if !m.behind(g, &k) {
				some = true
				buf = append(buf, Choice{g.Slot, int32(c.caseName(i))})
			}
		} else if m.unbuffered(&k) && (!k.send || !c.blocking) && !m.behind(g, &k) {
			n := len(buf)
			kept, settled := m.firstInLine(m.partners(&c, i, &k, buf)[n:])
			buf = append(buf[:n], kept...)
			met = met || settled
		}
	}
	if !c.blocking && !some && !met && !m.handingAny(&c) {
		buf = append(buf, Choice{g.Slot, altDefault})
	}
	sortChoices(buf[start:])
	return buf
}

// sortChoices sorts a few choices by slot, then alternative.
func sortChoices(c []Choice) {
	for i := 1; i < len(c); i++ {
		for j := i; j > 0 && (c[j].Slot < c[j-1].Slot || c[j].Slot == c[j-1].Slot && c[j].Alt < c[j-1].Alt); j-- {
			c[j], c[j-1] = c[j-1], c[j]
		}
	}
}

// partners appends the choices of executing case i with a parked partner.
func (m *Machine) partners(c *choosing, i int, k *chanCase, buf []Choice) []Choice {
	var o choosing
	var candidates []Slot
	if k.send {
		candidates = m.with(m.awakeGoroutines(), k.ch)
	} else {
		candidates = m.with(m.offering(), sending(k.ch))
	}
	for _, s := range candidates {
		p := m.gs[s]
		if p == c.g || p.status != Parked || p.sync.taken != 0 || !m.choosingOf(p, &o) || !o.blocking {
			continue
		}
		looked := false
		for j := range o.n {
			q := m.at(&o, j)
			if q.ch != k.ch || q.send == k.send {
				continue
			}
			// A select that finds a case ready never comes to wait, so somebody
			// who does not wait either cannot meet it.
			if !c.blocking && !looked && m.someReady(&o) {
				break
			}
			looked = true
			buf = append(buf, Choice{c.g.Slot, alternative(c.caseName(i), o.caseName(j), s)})
		}
	}
	return buf
}

// offering are the goroutines, awake, parked in front of a send, or a select with
// one, that needs a partner: few, as a rule, while many may wait to receive.
func (m *Machine) offering() []Slot {
	d := &m.sched
	if d.offersKnown {
		return d.offers
	}
	d.offers = d.offers[:0]
	var o choosing
	for _, s := range m.awakeGoroutines() {
		g := m.gs[s]
		if g.status != Parked || g.sync.taken != 0 || !m.choosingOf(g, &o) || !o.blocking {
			continue
		}
		for i := range o.n {
			if k := m.at(&o, i); k.send && m.unbuffered(&k) {
				d.offers = append(d.offers, s)
				break
			}
		}
	}
	d.offersKnown = true
	return d.offers
}

// futureOfChoosing appends what g may execute next. A case that needs a
// partner and has none appears without one.
func futureOfChoosing(m *Machine, g *G, buf []Event) []Event {
	if g.sync.taken != 0 {
		return m.appendEvent(buf, g, 0)
	}
	var c choosing
	m.choosingOf(g, &c)
	var ways [16]Choice
	for i := range c.n {
		k := m.at(&c, i)
		if m.unbuffered(&k) && (!k.send || !c.blocking) {
			with := m.partners(&c, i, &k, ways[:0])
			for _, w := range with {
				buf = m.appendEvent(buf, g, w.Alt)
			}
			if len(with) > 0 {
				continue
			}
		}
		buf = m.appendEvent(buf, g, int32(c.caseName(i)))
	}
	if !c.blocking {
		buf = m.appendEvent(buf, g, altDefault)
	}
	if c.n == 0 && c.blocking {
		buf = m.appendEvent(buf, g, 0)
	}
	return buf
}

// touchChoosing: beside what the chosen case touches, a select reads the ends
// of the others: had the other side been there earlier, or later, it could
// have gone another way. The default reads all ends.
func touchChoosing(m *Machine, g *G, alt int32, e *Event) {
	if g.sync.taken != 0 {
		return // ordered with the partner's step by its Peer
	}
	var c choosing
	m.choosingOf(g, &c)
	name, partnerCase, partner := splitAlternative(alt)
	chosen := name - 1
	switch {
	case name == altDefault:
		chosen = -1
		m.touchEnds(&c, chosen, e, true)
		return
	case c.plain():
		chosen = 0
	}
	if chosen >= 0 && chosen < c.n {
		k := m.at(&c, chosen)
		if partner != NoSlot {
			e.Peer = partner
			e.touch(object(k.ch, partHead), Write)
			e.touch(object(k.ch, partTail), Write)
			if !c.blocking {
				var o choosing
				m.choosingOf(m.gs[partner], &o)
				m.touchEnds(&o, max(partnerCase-1, 0), e, false)
			}
		} else {
			m.touchCase(&k, e)
		}
	}
	m.touchEnds(&c, chosen, e, false)
}

// touchEnds reads the ends of all cases but one: those that could make the
// case ready or, if all is set, also unready. Whether it is ready now does not
// matter: what an event touches must not depend on what others do that are
// independent of it.
func (m *Machine) touchEnds(c *choosing, but int, e *Event, all bool) {
	for i := range c.n {
		k := m.at(c, i)
		if i == but || k.ch == 0 {
			continue
		}
		buffered := m.load64(k.ch+chanLimit) > 0
		if !k.send || all && buffered {
			e.touch(object(k.ch, partTail), Read)
		}
		if k.send || all && buffered {
			e.touch(object(k.ch, partHead), Read)
		}
		if k.send && !(all && buffered) {
			e.touch(object(k.ch, partClosed), Read)
		}
	}
}

// execChoosing executes the alternative.
func execChoosing(m *Machine, g *G, alt int32) bool {
	var c choosing
	m.choosingOf(g, &c)
	if g.sync.taken != 0 {
		m.acquire(g, g.sync.wake)
		m.finish(&c, int(g.sync.taken)-1, true)
		g.sync.taken, g.sync.wake = 0, 0
		return false
	}
	m.served(&c)
	name, partnerCase, partner := splitAlternative(alt)
	if name == altDefault {
		m.finish(&c, -1, false)
		return false
	}
	chosen := max(name-1, 0)
	k := m.at(&c, chosen)
	if partner == NoSlot {
		depth := len(g.frames)
		ok := m.execCase(g, &k)
		if len(g.frames) == depth && m.stop.kind == running {
			m.finish(&c, chosen, ok)
		}
		return false
	}
	p := m.gs[partner]
	m.touch(p)
	var o choosing
	m.choosingOf(p, &o)
	m.served(&o)
	theirs := max(partnerCase-1, 0)
	q := m.at(&o, theirs)
	if k.send {
		m.exchange(g, &k, p, &q)
	} else {
		m.exchange(p, &q, g, &k)
	}
	m.meet(g, p)
	p.sync.taken = int32(theirs) + 1
	m.finish(&c, chosen, true)
	return false
}

// finish sets the results that say which case was executed (-1: the
// default).
func (m *Machine) finish(c *choosing, chosen int, ok bool) {
	g := c.g
	switch c.kind {
	case KindRecv:
		m.setResult(g, int32(m.load64(c.ch+chanWords)), boolWord(ok))
	case KindSelect:
		received := chosen >= 0 && !c.table[chosen].Send && ok
		m.setResult(g, 0, uint64(int64(chosen)))
		m.setResult(g, 1, boolWord(received))
	case KindReflectSend:
		m.setResult(g, 0, boolWord(chosen >= 0))
	case KindReflectRecv:
		m.setResult(g, 0, boolWord(chosen >= 0))
		m.setResult(g, 1, boolWord(ok))
	case KindReflectSelect:
		m.finishReflect(c, chosen, ok)
	}
}

// finishReflect sets the results of reflect.rselect, where the default is one
// of the cases.
func (m *Machine) finishReflect(c *choosing, chosen int, ok bool) {
	if chosen >= 0 {
		k := m.at(c, chosen)
		ok = ok && !k.send
	} else {
		for i := range c.n {
			if m.load64(c.list+uint64(i)*rselectSize+rselectDir) == 3 {
				chosen = i
			}
		}
	}
	m.setResult(c.g, 0, uint64(int64(chosen)))
	m.setResult(c.g, 1, boolWord(ok))
}

func init() {
	for k, name := range map[Kind]string{
		KindSend: "send", KindRecv: "receive", KindSelect: "select",
		KindReflectSend: "send", KindReflectRecv: "receive", KindReflectSelect: "select",
	} {
		operations[k] = operation{
			name: name, ways: waysOfChoosing, future: futureOfChoosing,
			touch: touchChoosing, exec: execChoosing,
		}
	}
	registerVisible(map[string]Kind{
		"reflect.chansend0": KindReflectSend,
		"reflect.chanrecv":  KindReflectRecv,
		"reflect.rselect":   KindReflectSelect,
		"reflect.chanclose": KindClose,
		"reflect.chanlen":   KindLen,
	})
}
