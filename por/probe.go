package por

import "fmt"

// A prober finds, for an event p of an execution, what could have been
// executed instead of p once events not after p have moved others on: rule 3
// of race.go. It leaves the path: the search has to seek its way back.
type prober struct {
	w *walker
	h *history

	rest    []int32 // positions after p not after p, in order
	dropped []bool  // scratch, by position
	choices []Choice
	pending []Event
	tried   []Event // events of the enabled choices at one place
	// found is called with p, how many events of rest come first, and the
	// event that could follow.
	found func(p, first int, q *Event)
}

// probe tries event p of the path.
func (b *prober) probe(p int) {
	n := len(b.w.events)
	b.rest = b.rest[:0]
	for k := p + 1; k < n; k++ {
		if !b.h.before(p, k) {
			b.rest = append(b.rest, int32(k))
		}
	}
	b.run(p)
	if b.dropRivals(p) {
		b.run(p)
	}
}

// dropRivals removes from b.rest the events that take what p takes a share
// of, or update what p updates, and those after them. It reports whether
// there were any.
func (b *prober) dropRivals(p int) bool {
	e := &b.w.events[p]
	b.dropped = append(b.dropped[:0], make([]bool, len(b.w.events))...)
	kept, any := b.rest[:0], false
	for _, k := range b.rest {
		drop := rivals(e, &b.w.events[k])
		for d := p + 1; !drop && any && d < int(k); d++ {
			drop = b.dropped[d] && b.h.before(d, int(k))
		}
		if drop {
			b.dropped[k], any = true, true
		} else {
			kept = append(kept, k)
		}
	}
	b.rest = kept
	return any
}

func rivals(e, f *Event) bool {
	for i := range e.Accesses {
		x := &e.Accesses[i]
		if x.Mode != Share && x.Mode != Update {
			continue
		}
		for j := range f.Accesses {
			if y := &f.Accesses[j]; y.Object == x.Object && y.Mode == x.Mode {
				return true
			}
		}
	}
	return false
}

// run executes b.rest from before p and looks around at every place.
func (b *prober) run(p int) {
	w := b.w
	w.seek(p)
	w.astray = true
	for t := 0; !w.halt; t++ {
		b.around(p, t)
		for i := range b.tried {
			q := &b.tried[i]
			if t == len(b.rest) || Dependent(q, &w.events[b.rest[t]]) {
				b.found(p, t, q)
			}
		}
		if t == len(b.rest) {
			return
		}
		next := &w.events[b.rest[t]]
		if got := w.step(next.Choice); got != *next {
			panic(notIndependent(next, &got))
		}
	}
}

// around collects in b.tried the events that could be executed now, after
// the first t events of b.rest, and are dependent with the one at p.
func (b *prober) around(p, t int) {
	b.tried = b.tried[:0]
	b.choices = b.w.sys.Enabled(b.choices[:0])
	e := &b.w.events[p]
	if b.w.pend != nil {
		b.pending = b.w.pend.Pending(b.pending[:0])
	}
	for _, c := range b.choices {
		if c == e.Choice {
			continue
		}
		q := b.attempt(c, p, t)
		if Dependent(e, &q) {
			b.tried = append(b.tried, q)
		}
	}
}

// attempt finds out what c would do now.
func (b *prober) attempt(c Choice, p, t int) Event {
	w := b.w
	switch {
	case w.pend != nil:
		for i := range b.pending {
			if b.pending[i].Choice == c {
				return b.pending[i]
			}
		}
		panic(fmt.Sprintf("por: choice %v is enabled but not pending", c))
	case w.rew != nil:
		m := w.rew.Mark()
		q := w.step(c)
		w.rew.Rewind(m)
		return q
	}
	q := w.step(c)
	w.sys.Reset()
	for i := range p {
		w.step(w.events[i].Choice)
	}
	for _, k := range b.rest[:t] {
		w.step(w.events[k].Choice)
	}
	return q
}

func notIndependent(want, got *Event) string {
	return fmt.Sprintf("por: the system breaks its contract: %+v commutes with all that was left out, but became %+v", want, got)
}

// extendWithOthers is extend, and collects in w.others the events that could
// have happened instead, now or later: those of the same processes, if
// their operation has several ways to go, and all if this one ended the
// execution.
func (w *walker) extendWithOthers(c Choice) *Event {
	w.others = w.others[:0]
	if c.Alt != 0 && w.pend != nil {
		w.seek(len(w.events))
		w.others = waysNotTaken(c, w.pend.Pending(w.others))
	}
	e := w.extend(c)
	if e.Wide && w.pend != nil {
		w.seek(len(w.events) - 1)
		w.others = w.pend.Pending(w.others[:0])
		w.seek(len(w.events))
	}
	return e
}

// waysNotTaken keeps of what is pending the alternatives to c.
func waysNotTaken(c Choice, pending []Event) []Event {
	peer := Proc(-1)
	for i := range pending {
		if pending[i].Choice == c {
			peer = pending[i].Peer
		}
	}
	kept := pending[:0]
	for _, e := range pending {
		if (e.Proc == c.Proc || e.Proc == peer) && e.Choice != c {
			kept = append(kept, e)
		}
	}
	return kept
}

// flagged says which events of a complete execution are to be probed, given
// that races were looked for in the first searched ones before.
func (w *walker) flagged(h *history, flags []bool, searched int) []bool {
	n := len(w.events)
	flags = append(flags[:0], make([]bool, n)...)
	if w.pend == nil {
		for p := range flags {
			flags[p] = true
		}
		return flags
	}
	w.blockedEvents = w.pend.Pending(w.blockedEvents[:0])
	for i := range w.blockedEvents {
		h.blocked(&w.blockedEvents[i], n)
	}
	for p := range flags {
		flags[p] = w.events[p].Alt != 0
	}
	if n > 0 && w.events[n-1].Wide {
		// It may have ended everything.
		flags[n-1] = true
	}
	for j := searched; j < n; j++ {
		for _, p := range h.probesOf(j) {
			flags[p] = true
		}
	}
	return flags
}
