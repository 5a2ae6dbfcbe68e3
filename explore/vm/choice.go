package vm

import (
	"strconv"
	"strings"
)

// AltName returns a name of an alternative that is the same in all machines:
// in an alternative's number a partner stands by its slot, which another
// machine may have given to another goroutine. The name of alternative 0 is
// empty.
func (m *Machine) AltName(c Choice) string {
	if c.Alt == 0 {
		return ""
	}
	i, partnerCase, partner := splitAlternative(c.Alt)
	name := strconv.Itoa(i)
	if i == altDefault {
		name = "default"
	}
	if partner != NoSlot {
		name += "@" + m.SlotName(partner)
	}
	if partnerCase != 0 {
		name += ":" + strconv.Itoa(partnerCase)
	}
	return name
}

// AltByName is the inverse of AltName.
func (m *Machine) AltByName(name string) (alt int32, ok bool) {
	if name == "" {
		return 0, true
	}
	number := func(s string, limit int) int {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n >= limit {
			ok = false
		}
		return n
	}
	ok = true
	rest, partnerCase, hasCase := strings.Cut(name, ":")
	own, partner, hasPartner := strings.Cut(rest, "@")
	i, k, slot := altDefault, 0, NoSlot
	if own != "default" {
		i = number(own, altDefault)
	}
	if hasCase {
		k = number(partnerCase, maxCases+1)
	}
	if hasPartner {
		var known bool
		if slot, known = m.SlotByName(partner); !known || slot >= maxPartners {
			ok = false
		}
	}
	if !ok {
		return 0, false
	}
	return alternative(i, k, slot), true
}

// IsTimer reports whether a slot is that of a timer.
func (m *Machine) IsTimer(s Slot) bool {
	return s >= 0 && int(s) < len(m.names.entries) && m.names.entries[s].tag == timerNameTag
}

// Early reports whether c, one of the enabled choices, ends a sleep or fires
// a timer before time has come to it: something else could be done, or
// another one is due sooner.
func (m *Machine) Early(c Choice) bool {
	if !m.sched.early {
		return false
	}
	due, ok := m.dueOf(c.Slot)
	if !ok || due <= m.sched.clock {
		return false
	}
	for _, d := range m.Enabled(nil) {
		if other, timed := m.dueOf(d.Slot); !timed || other < due {
			return true
		}
	}
	// A ticker that is due sooner fires at quiescence only, which there is not
	// as long as others may be early.
	sooner := false
	m.eachDeadline(func(_ Choice, _ uint64, at int64) { sooner = sooner || at < due })
	return sooner
}

// dueOf is the time for which a timer or a sleeping goroutine waits.
func (m *Machine) dueOf(s Slot) (due int64, ok bool) {
	if t := m.timer(s); t != 0 {
		return m.timerDeadline(t), true
	}
	if int(s) < len(m.gs) && m.gs[s] != nil && m.gs[s].pending.Kind == KindSleep {
		return m.gs[s].sync.until, true
	}
	return 0, false
}

// Timed reports whether events of the kind have to do with time: a program
// without them behaves the same with and without early timers.
func (k Kind) Timed() bool {
	switch k {
	case KindSleep, KindNewTimer, KindResetTimer, KindTimer, KindClock:
		return true
	}
	return false
}
