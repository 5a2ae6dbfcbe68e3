package vm

// What it takes to notice that a goroutine goes round in circles without
// effect: it is where it was, and what it has written in between it has
// written back.

import "slices"

// Local is a hash of what a goroutine itself is: its frames and what it waits
// for, but neither the memory it refers to nor the time.
func (m *Machine) Local(s Slot) [2]uint64 {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil || m.gs[s].status != Parked {
		return [2]uint64{}
	}
	g := m.gs[s]
	p := &g.pending
	d := digest{uint64(p.Kind), uint64(p.Aux)}
	d.add(uint64(uint32(p.Args)) | uint64(p.Res)<<32)
	d.add(uint64(uint32(g.sync.taken)) | uint64(g.sync.ticket)<<32)
	d.add(g.sync.cond)
	d.add(g.panics)
	d.add(uint64(g.randCount))
	for i := range g.frames {
		f := &g.frames[i]
		d.add(funcPC(f.fn.ID, f.pc))
		d.add(uint64(uint32(f.base)) | uint64(f.flags)<<32)
		d.add(f.defers)
		for _, w := range g.stack[f.base : int(f.base)+f.fn.Words] {
			d.add(w)
		}
	}
	return [2]uint64{d.a, d.b}
}

// Depth is the number of frames of a goroutine.
func (m *Machine) Depth(s Slot) int {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return 0
	}
	return len(m.gs[s].frames)
}

// Looks is how often a goroutine has looked at the clock.
func (m *Machine) Looks(s Slot) int {
	if s < 0 || int(s) >= len(m.gs) || m.gs[s] == nil {
		return 0
	}
	return int(m.gs[s].sync.looks)
}

// Logged is how many entries the log of writes has had, for [Machine.Unchanged].
func (m *Machine) Logged() int { return m.tn + m.dropped }

// Unchanged reports whether every word written in parts of the log, in order
// and given by the lengths at their beginning and end, has the value that it
// had before the first one. There must have been no rewind to before them
// since. What was written before the log was compacted counts as changed.
func (m *Machine) Unchanged(parts [][2]int) bool {
	restored := &m.sched.restored
	restored.few, restored.many = restored.few[:0], nil
	for _, p := range parts {
		if p[0] < m.moved || p[0] > p[1] || p[1] > m.Logged() {
			return false
		}
		for _, e := range m.trail[p[0]-m.dropped : p[1]-m.dropped] {
			// Only what a word held first counts.
			switch now := m.load64(e.addr); {
			case now == e.old:
				restored.add(e.addr)
			case !restored.has(e.addr):
				return false
			}
		}
	}
	return true
}

// fewWords is how long a list may be that is looked through again and again.
const fewWords = 32

// restoredWords is a set of addresses: a list as long as it is short.
type restoredWords struct {
	few  []Addr
	many map[Addr]bool
}

func (r *restoredWords) has(a Addr) bool { return slices.Contains(r.few, a) || r.many[a] }

func (r *restoredWords) add(a Addr) {
	switch {
	case r.has(a):
	case len(r.few) < fewWords:
		r.few = append(r.few, a)
	default:
		if r.many == nil {
			r.many = map[Addr]bool{}
		}
		r.many[a] = true
	}
}

// Quiescent appends the choices that there would be if no goroutine could go
// on: those of the timers and sleepers that are due first.
func (m *Machine) Quiescent(buf []Choice) []Choice {
	if m.stop.kind != running {
		return buf
	}
	return m.quiescent(buf)
}
