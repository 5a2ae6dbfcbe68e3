package vm

import "unsafe"

// Held is roughly how many bytes of the host's memory the machine holds: its
// arena as far as it has been touched, what is needed to go back, and what
// race detection knows. What is shared with other machines of the program does
// not count.
func (m *Machine) Held() uint64 {
	n := m.regions.next - heapBase
	for _, g := range m.gs {
		if g != nil {
			n += uint64(unsafe.Sizeof(*g)) + allOf(g.stack) + allOf(g.frames)
		}
	}
	l := &m.sched.graph
	n += allOf(l.nodes) + allOf(l.refs) + allOf(l.objects)
	return n + m.remembered(true) + m.races.pages*uint64(unsafe.Sizeof(shadowPage{}))
}

// rememberedShare is how many times the limit on memory the machine may remember.
const rememberedShare = 4

// limitRemembered stops the machine if it remembers too much. That is looked at
// whenever there are some more marks, and where something grows without any.
func (m *Machine) limitRemembered() {
	if m.remembered(false) > rememberedShare*m.limits.Memory {
		m.stopWith(stopState{kind: stopLimit, limit: "memory"})
	}
}

// remembered is how many bytes the machine holds that grow with the length of an
// execution; all says whether with room for what follows.
func (m *Machine) remembered(all bool) uint64 {
	r, s := &m.races, &m.sched
	return bytesOf(m.trail[:m.tn:len(m.trail)], all) + bytesOf(m.gtrail, all) + bytesOf(m.strail, all) + bytesOf(m.wtrail, all) +
		bytesOf(m.marks, all) + bytesOf(m.output, all) + bytesOf(m.spans, all) + bytesOf(m.reports, all) +
		bytesOf(s.dirty.words, all) + bytesOf(s.crowd.slept, all) + bytesOf(s.shares.records, all) + bytesOf(s.shares.undo, all) +
		bytesOf(r.clocks.words, all) + bytesOf(r.accesses, all) + bytesOf(r.nodes, all) + bytesOf(r.stacks, all) + bytesOf(r.trail, all)
}

// bytesOf is what a slice takes.
func bytesOf[T any](s []T, all bool) uint64 {
	if all {
		return allOf(s)
	}
	var t T
	return uint64(len(s)) * uint64(unsafe.Sizeof(t))
}

// allOf is what a slice takes, with what it may grow to.
func allOf[T any](s []T) uint64 {
	var t T
	return uint64(cap(s)) * uint64(unsafe.Sizeof(t))
}
