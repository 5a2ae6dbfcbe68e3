package toy

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// This file implements [por.Relations] for actors, as [BKSS11] does for
// message passing (Section IV): can-enable is can-remote-enable together with
// can-local-enable, a rule depends on those of its own process and those that
// can remotely enable it, and NET is about senders that cannot be done
// without. In addition, a rule and one that observes what it changes depend
// on each other.

// Transitions implements [por.Relations].
func (s *Actors) Transitions() int { return len(s.rules) }

// TransitionOf implements [por.Relations].
func (s *Actors) TransitionOf(c por.Choice) int { return int(s.inputs[c.Alt-1].rule) }

// canRemoteEnable reports whether t may send what u may receive.
func canRemoteEnable(t, u *Rule) bool {
	return t.Proc != u.Proc && u.Quorum > 0 && slices.Contains(u.From, t.Proc) &&
		slices.ContainsFunc(t.Sends, func(a Address) bool { return a.Kind == u.Kind && slices.Contains(a.To, u.Proc) })
}

// canLocalEnable reports whether t may change a variable of their process so
// that the guard of u becomes true.
func canLocalEnable(t, u *Rule) bool {
	return t.Proc == u.Proc && slices.ContainsFunc(t.Writes, func(x int) bool {
		return slices.Contains(u.Reads, x) && !(slices.Contains(t.Grows, x) && slices.Contains(u.Stamps, x))
	})
}

// DependsOn implements [por.Relations].
func (s *Actors) DependsOn(t, u int) bool {
	a, b := &s.rules[t], &s.rules[u]
	return a.Proc == b.Proc && !apart(a, b) || canRemoteEnable(b, a) || slices.ContainsFunc(a.Observes, b.changes) || slices.ContainsFunc(b.Observes, a.changes)
}

// apart reports whether two rules of one process have nothing in common. It is
// the refinement that [BKSS11] mentions, but does not use.
func apart(a, b *Rule) bool {
	return a.Uses != nil && b.Uses != nil && (a.Kind != b.Kind || a.Quorum == 0) &&
		!slices.ContainsFunc(a.Uses, func(x int) bool { return slices.Contains(b.Uses, x) })
}

// CanEnable implements [por.Relations].
func (s *Actors) CanEnable(t, u int) bool {
	a, b := &s.rules[t], &s.rules[u]
	return canRemoteEnable(a, b) || canLocalEnable(a, b)
}

// Necessary implements [por.Relations]: u needs a message from the process of
// t, and only t sends it.
func (s *Actors) Necessary(t, u int) por.Necessity {
	a, b := &s.rules[t], &s.rules[u]
	if b.Quorum != len(b.From) || !canRemoteEnable(a, b) {
		return 0
	}
	for i := range s.rules {
		if c := &s.rules[i]; i != t && c.Proc == a.Proc && canRemoteEnable(c, b) {
			return 0
		}
	}
	return por.NecessaryFirst | por.NecessaryAtTimes
}

// NecessaryNow implements [por.Relations]: none of the messages that u needs
// from the process of t is on its way.
func (s *Actors) NecessaryNow(t, u int) bool {
	a, b := &s.rules[t], &s.rules[u]
	first := Message{To: uint8(b.Proc), Kind: b.Kind, From: uint8(a.Proc)}.word()
	i, _ := slices.BinarySearch(s.net, first)
	return i == len(s.net) || s.net[i]>>24 != first>>24
}

// Visible implements [por.Relations].
func (s *Actors) Visible(t int) bool { return s.rules[t].Visible }
