package vm

// Outcome says how the execution ended; it is [Ongoing] while something is
// enabled.
func (m *Machine) Outcome() Outcome {
	switch m.stop.kind {
	case stopMain:
		return Done
	case stopCrash:
		return Crashed
	case stopExit:
		return Exited
	case stopLimit:
		return Limited
	case stopUnsupported:
		return Stuck
	case stopEndless:
		return m.endlessOutcome()
	}
	m.sched.enabled = m.Enabled(m.sched.enabled[:0])
	if len(m.sched.enabled) > 0 {
		return Ongoing
	}
	if m.sched.mainEnds {
		return Deadlock // main has called Goexit, or is blocked
	}
	if len(m.liveGoroutines()) == 0 {
		return Done
	}
	if g := m.gs[mainSlot]; g != nil && g.status == Parked {
		return Deadlock
	}
	if len(m.Leaked()) > 0 {
		return Leak
	}
	return Done
}
