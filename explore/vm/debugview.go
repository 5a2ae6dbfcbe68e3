package vm

// What a debugger shows beside variables: what the next operation touches, locks,
// channels, clocks.

import "go/types"

// Shared are the variables and objects of synchronisation that the next operation of a
// goroutine touches.
func (m *Machine) Shared(s Slot) (list []Variable) {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil || m.gs[s].status != Parked {
		return nil
	}
	g := m.gs[s]
	var c choosing
	switch {
	case m.choosingOf(g, &c):
		for i := range c.n {
			if k := m.at(&c, i); k.ch != 0 {
				list = append(list, m.channelVariable(m.channelName(g, i, k.ch), k.ch))
			}
		}
		return list
	case g.pending.Kind == KindClose:
		if ch := m.arg(g, 0); ch != 0 && m.valid(ch, chanBuffer) {
			list = append(list, m.channelVariable(m.channelName(g, 0, ch), ch))
		}
		return list
	}
	seen := map[Addr]bool{}
	for _, e := range m.futureOf(g, nil) {
		for _, a := range e.Accesses[:e.N] {
			if v, ok := m.sharedAt(g, a.Object); ok && !seen[v.addr] {
				seen[v.addr] = true
				list = append(list, v)
			}
		}
	}
	return list
}

// sharedAt is the variable that an object of an event is a part of.
func (m *Machine) sharedAt(g *G, object uint64) (Variable, bool) {
	a, p, _ := objectParts(object)
	switch p {
	case partMemory, partMutex, partGate, partReaders, partCounter, partOnce, partQueue, partWhole:
		if t, at, ok := m.partAt(a, 1); ok {
			return m.valueAt(m.describe(g, at), t, at), true
		}
	}
	return Variable{}, false
}

// channelVariable is a channel as a variable.
func (m *Machine) channelVariable(name string, ch Addr) Variable {
	t := types.NewChan(types.SendRecv, m.typeInfo(m.load64(ch+chanElem)).typ)
	return m.valueIn(name, m.infoOf(t), []uint64{ch})
}

// HeldLocks are the locks that a goroutine holds. The machine has Config.Lines.
func (m *Machine) HeldLocks(s Slot) (list []Variable) {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return nil
	}
	g := m.gs[s]
	for _, l := range m.order.locks.lists[g.sync.locks] {
		t, at, ok := m.partAt(Addr(l&^exclusive), 1)
		if !ok {
			continue
		}
		v := m.valueAt(m.describe(g, at), t, at)
		if l&exclusive == 0 {
			v.Value += " (shared)"
		}
		list = append(list, v)
	}
	return list
}

// Channels are those that have been used, by the names that a goroutine has for them, or
// else another one, or else by what they are. The machine has Config.Lines.
func (m *Machine) Channels(s Slot) (list []Variable) {
	names := map[Addr]string{}
	for _, slot := range append([]Slot{s}, m.Goroutines(nil)...) {
		if slot >= 0 && int(slot) < len(m.gs) && m.gs[slot] != nil {
			m.nameChannels(m.gs[slot], names)
		}
	}
	for _, ch := range m.order.channels {
		if !m.valid(ch, chanBuffer) {
			continue
		}
		name := names[ch]
		if name == "" {
			name = m.describeChan(ch)
		}
		list = append(list, m.channelVariable(name, ch))
	}
	return list
}

// nameChannels gives names to the channels that variables of a goroutine hold, unless
// they have one.
func (m *Machine) nameChannels(g *G, names map[Addr]string) {
	for i := len(g.frames) - 1; i >= 0; i-- {
		f := &g.frames[i]
		if hiddenFrame(f) {
			continue
		}
		for j := range f.fn.Vars {
			v := &f.fn.Vars[j]
			if v.From > f.pc || f.pc > v.To || m.typeInfo(v.Type).kind != kindChan {
				continue
			}
			ch := g.stack[f.base+int32(v.Word)]
			if v.Indirect && m.valid(ch, 8) {
				ch = m.load64(ch)
			}
			if names[ch] == "" {
				names[ch] = v.Name
			}
		}
	}
}

// A Tick is a component of a vector clock: how many times a goroutine has let others know
// what it had done, as far as somebody knows.
type Tick struct {
	Slot Slot
	Time uint32
}

// VectorClock is that of a goroutine, without the components that are zero.
func (m *Machine) VectorClock(s Slot) (list []Tick) {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return nil
	}
	g := m.gs[s]
	for i, t := range m.races.clocks.append(nil, g.vc) {
		if Slot(i) != s && t != 0 {
			list = append(list, Tick{Slot(i), t})
		}
	}
	return append(list, Tick{s, g.sync.own()})
}

// Local is where a source variable stands in a frame.
func (v Variable) Local() (l Local, ok bool) { return v.local, v.local.Words > 0 }

// WordsOf are the words of a local variable; ok is false if its function is not
// active there.
func (m *Machine) WordsOf(l Local) (words []uint64, ok bool) {
	if l.Slot < 0 || int(l.Slot) >= len(m.gs) || m.gs[l.Slot] == nil || l.Depth < 0 || l.Depth >= len(m.gs[l.Slot].frames) {
		return nil, false
	}
	g := m.gs[l.Slot]
	f := &g.frames[l.Depth]
	if f.fn.ID != l.Func || l.Word < 0 || l.Words < 1 || l.Word+l.Words > f.fn.Words {
		return nil, false
	}
	return g.stack[int(f.base)+l.Word:][:l.Words], true
}
