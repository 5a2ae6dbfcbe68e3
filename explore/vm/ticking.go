package vm

// Time in an execution that is not one of many ([Config.Ticking]): it also passes while
// something can go on, a nanosecond with every instruction and a few with every
// look at the clock. So a program that measures itself, or is busy until some
// time has come, behaves as it does on a host.

// lookTime is how long a look at the clock takes, in nanoseconds.
const lookTime = 50

// passTime lets time pass for what has been executed since the last time.
func (m *Machine) passTime() {
	if m.cfg.Ticking {
		m.sched.clock += m.steps - m.sched.passed
		m.sched.passed = m.steps
	}
}

// due adds to the choices from start on those of the timers and sleepers whose
// time has come although others can still go on. There are none unless time
// passes.
func (m *Machine) due(buf []Choice, start int) []Choice {
	if !m.cfg.Ticking {
		return buf
	}
	able := len(buf)
	m.eachDeadline(func(c Choice, bubble uint64, at int64) {
		if bubble == 0 && at <= m.sched.clock {
			buf = append(buf, c)
		}
	})
	if len(buf) > able {
		sortChoices(buf[start:])
	}
	return buf
}
