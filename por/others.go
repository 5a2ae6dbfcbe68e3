package por

import "slices"

// This file collects, for the searches that look for races, what could have
// happened instead of an event.

// extendWithOthers is extend, and collects in w.others the events that could
// have happened instead, now or later: those of the same processes, if
// their operation has several ways to go, and all if this one ended the
// execution. It sets w.rival if one of the former could have happened now, or
// may at any time.
func (w *walker) extendWithOthers(c Choice) *Event {
	w.others, w.rival = w.others[:0], false
	if c.Alt != 0 && w.pend != nil {
		w.seek(len(w.events))
		w.others = w.pend.Pending(w.others)
		w.enabled = w.sys.Enabled(w.enabled[:0])
		w.keepAlternatives(c)
	}
	e := w.extend(c)
	if e.Wide && w.pend != nil {
		w.seek(len(w.events) - 1)
		w.others = w.pend.Pending(w.others[:0])
		w.seek(len(w.events))
	}
	return e
}

// vague reports whether e, if it is blocked, may come to be possible by
// something that touches none of the objects it lists: a receive from an empty
// channel lists the item it waits for, but a close will do as well.
func vague(e *Event) bool {
	for i := range e.Accesses {
		if e.Accesses[i].Mode == Consume {
			return true
		}
	}
	return e.Accesses[0].Mode == 0
}

// keepAlternatives keeps of w.others what the processes of c could do instead
// of c.
func (w *walker) keepAlternatives(c Choice) {
	peer := Proc(-1)
	for i := range w.others {
		if w.others[i].Choice == c {
			peer = w.others[i].Peer
		}
	}
	kept := w.others[:0]
	for _, e := range w.others {
		if e.Choice == c || !concerns(&e, c.Proc, peer) {
			continue
		}
		w.rival = w.rival || slices.Contains(w.enabled, e.Choice) || vague(&e)
		if e.Proc == c.Proc || e.Proc == peer {
			kept = append(kept, e)
		}
	}
	w.others = kept
}
