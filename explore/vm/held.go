package vm

import "unsafe"

// Held is roughly how many bytes of the host's memory the machine holds: its
// arena as far as it has been touched, what is needed to go back, and what
// race detection knows. What is shared with other machines of the program does
// not count.
func (m *Machine) Held() uint64 {
	n := m.regions.next - heapBase
	n += sizeOf(m.trail) + sizeOf(m.gtrail) + sizeOf(m.strail) + sizeOf(m.wtrail) + sizeOf(m.output)
	for _, g := range m.gs {
		if g != nil {
			n += uint64(unsafe.Sizeof(*g)) + sizeOf(g.stack) + sizeOf(g.frames)
		}
	}
	l := &m.sched.graph
	n += sizeOf(l.nodes) + sizeOf(l.refs) + sizeOf(l.objects)
	r := &m.races
	n += sizeOf(r.clocks.words) + sizeOf(r.accesses) + sizeOf(r.nodes) + sizeOf(r.stacks) + sizeOf(r.trail)
	return n + r.pages*uint64(unsafe.Sizeof(shadowPage{}))
}

// sizeOf is what a slice takes, with what it may grow to.
func sizeOf[T any](s []T) uint64 {
	var t T
	return uint64(cap(s)) * uint64(unsafe.Sizeof(t))
}
