package vm

// What an operation does to values: what it sends or receives, what it finds and
// leaves behind in memory, a lock, a channel.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An Effect is what an operation does to one value.
type Effect struct {
	// What is "send", "receive", "read", "write", or "use" of an object of
	// synchronisation.
	What       string
	Name, Type string
	// Before is what is there before the operation, After what is there when it
	// is done; of what is sent or received, only Before.
	Before, After string
	// Object tells apart what has the same name.
	Object Addr

	t  *typeInfo // of what stands in memory and may change
	ch bool      // it is a channel
}

// Effects are those of executing e, which may be executed now.
func (m *Machine) Effects(e Event) []Effect {
	if e.Slot < 0 || int(e.Slot) >= len(m.gs) || m.gs[e.Slot] == nil || m.gs[e.Slot].status != Parked {
		return nil // a timer, the collector
	}
	g := m.gs[e.Slot]
	var c choosing
	if m.choosingOf(g, &c) {
		return m.communication(&c, e.Alt)
	}
	if e.Kind == KindClose {
		return m.useOfChannel(nil, g, 0, m.arg(g, 0))
	}
	return m.memoryEffects(g, e)
}

// Settle completes effects after the operation.
func (m *Machine) Settle(list []Effect) {
	for i := range list {
		switch e := &list[i]; {
		case e.ch:
			e.After = m.showChan(e.Object)
		case e.t != nil:
			e.After = m.showAt(e.t, e.Object)
		}
	}
}

// memoryEffects are those of an operation on what stands in memory.
func (m *Machine) memoryEffects(g *G, e Event) []Effect {
	if e.N == 0 {
		return nil
	}
	a, p, _ := objectParts(e.Accesses[0].Object)
	size, what := uint64(1), "use"
	switch p {
	case partMemory:
		if g.pending.Kind == KindRead || g.pending.Kind == KindWrite {
			a, size = Addr(g.pending.Aux), uint64(g.pending.Args)
		} else if e.N > 1 {
			size = 8
		}
		if what = "write"; e.Accesses[0].Mode == Read {
			what = "read"
		}
	case partMutex, partGate, partReaders, partCounter, partOnce:
	default:
		return nil
	}
	t, at, ok := m.partAt(a, size)
	if !ok || what == "use" && syncShows[typeLabel(t.typ)] == nil {
		return nil
	}
	effect := Effect{What: what, Name: m.describe(g, at), Type: m.typeName(t.addr), Before: m.showAt(t, at), Object: at}
	if what != "read" {
		effect.t = t
	}
	return []Effect{effect}
}

// communication are the effects of alternative alt of a send, receive or select.
func (m *Machine) communication(c *choosing, alt int32) []Effect {
	name, partnerCase, partner := splitAlternative(alt)
	if c.g.sync.taken != 0 || name == altDefault || c.n == 0 || name > c.n {
		return nil
	}
	k := m.at(c, max(name-1, 0))
	if k.ch == 0 {
		return nil
	}
	e := Effect{What: "receive", Name: m.channelName(c.g, max(name-1, 0), k.ch), Object: k.ch}
	elem := m.typeInfo(m.load64(k.ch + chanElem))
	e.Type = m.typeName(elem.addr)
	switch {
	case k.send:
		e.What = "send"
		e.Before = m.showWords(elem, m.valueOf(c.g, &k))
	case partner != NoSlot:
		var o choosing
		p := m.gs[partner]
		m.choosingOf(p, &o)
		q := m.at(&o, max(partnerCase-1, 0))
		e.Before = m.showWords(elem, m.valueOf(p, &q))
	case m.chanLen(k.ch) > 0:
		e.Before = m.showWords(elem, m.chanItem(k.ch, m.chanPlace(k.ch, m.load64(k.ch+chanReceived))))
	case m.load64(k.ch+chanClosed) != 0:
		e.Before = m.showWords(elem, make([]uint64, max(elem.words(), 1))) + " (closed)"
	default:
		return nil
	}
	if m.load64(k.ch+chanLimit) == 0 {
		return []Effect{e}
	}
	return m.useOfChannel([]Effect{e}, c.g, max(name-1, 0), k.ch)
}

// useOfChannel appends what an operation of g, or its case i, does to a channel.
func (m *Machine) useOfChannel(list []Effect, g *G, i int, ch Addr) []Effect {
	if ch == 0 || !m.valid(ch, chanBuffer) {
		return list
	}
	return append(list, Effect{
		What: "use", Name: m.channelName(g, i, ch), Type: "chan " + m.typeName(m.load64(ch+chanElem)), Before: m.showChan(ch), ch: true, Object: ch,
	})
}

// channelName is the variable or field by which the operation of g, or its case i,
// names a channel, else what it is.
func (m *Machine) channelName(g *G, i int, ch Addr) string {
	f := &g.frames[len(g.frames)-1]
	fn := m.prog.function(f.fn.ID)
	if pos := g.pending.Pos; fn != nil && pos.IsValid() {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v := channelOperand(instr, i); v != nil && instr.Pos() == pos {
					if name, ok := sourceName(v); ok {
						return name
					}
				}
			}
		}
	}
	return m.describeChan(ch)
}

// channelOperand is the channel of an instruction, or of its case i; nil if it has
// none.
func channelOperand(instr ssa.Instruction, i int) ssa.Value {
	switch x := instr.(type) {
	case *ssa.Send:
		return x.Chan
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return x.X
		}
	case *ssa.Select:
		if i < len(x.States) {
			return x.States[i].Chan
		}
	case *ssa.Call:
		if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return x.Call.Args[0]
		}
	}
	return nil
}

// sourceName is the variable, with fields, that a value is loaded from.
func sourceName(v ssa.Value) (string, bool) {
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.MUL {
			return sourceName(x.X)
		}
	case *ssa.ChangeType:
		return sourceName(x.X)
	case *ssa.FieldAddr:
		if base, ok := sourceName(x.X); ok {
			return base + "." + fieldOf(x).Name(), true
		}
	case *ssa.Global:
		return x.Pkg.Pkg.Name() + "." + x.Name(), true
	case *ssa.Alloc:
		return variableBehind(x)
	case *ssa.FreeVar, *ssa.Parameter:
		return x.Name(), true
	}
	return "", false
}

// fieldOf is the field that an instruction takes the address of.
func fieldOf(x *ssa.FieldAddr) *types.Var {
	return x.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(x.Field)
}

// Holder is who has the lock that a goroutine is about to take exclusively or
// shared, NoSlot if nobody has it exclusively, or it is about to do something else.
func (m *Machine) Holder(s Slot) Slot {
	if !m.Lives(s) {
		return NoSlot
	}
	g, owner := m.gs[s], uint32(0)
	switch g.pending.Kind {
	case KindMutexLock:
		if p := m.arg(g, 0); m.valid(p, mutexOwner+4) {
			owner = m.load32(p + mutexOwner)
		}
	case KindRWLock, kindRWAcquire, KindRWRLock:
		if p := m.arg(g, 0); m.valid(p, rwWriter+mutexOwner+4) {
			owner = m.load32(p + rwWriter + mutexOwner)
		}
	}
	return Slot(owner) - 1
}
