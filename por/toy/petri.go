package toy

import (
	"fmt"
	"math/rand/v2"

	"github.com/mazurka-go/mazurka/por"
)

// A PetriNet is a place/transition net. Its transitions are those of
// [por.Relations], each a process of its own with one choice.
type PetriNet struct {
	marking []int32
	initial []int32
	saved   []int32
	// take[t][p] and give[t][p] are how many tokens t takes from and puts in p.
	take, give [][]int32
	// observed is the place whose tokens are observed.
	observed int
}

// An Arc says what a transition does: it takes a token from each of the places
// in Take and puts one in each of those in Give.
type Arc struct{ Take, Give []int }

// NewPetriNet makes a net with so many tokens in its places at first. What is
// observed is how many tokens are in a place; -1 observes nothing.
func NewPetriNet(initial []int32, observed int, arcs ...Arc) *PetriNet {
	n := &PetriNet{initial: initial, marking: make([]int32, len(initial)), observed: observed}
	count := func(places []int) []int32 {
		tokens := make([]int32, len(initial))
		for _, p := range places {
			tokens[p]++
		}
		return tokens
	}
	for _, a := range arcs {
		n.take = append(n.take, count(a.Take))
		n.give = append(n.give, count(a.Give))
	}
	n.Reset()
	return n
}

// RandomPetriNet generates a small net from a seed. It may be unbounded.
func RandomPetriNet(seed uint64) *PetriNet {
	rng := rand.New(rand.NewPCG(seed, 0x7065747269))
	places := 3 + rng.IntN(6)
	initial := make([]int32, places)
	for p := range initial {
		initial[p] = int32(rng.IntN(3) & rng.IntN(3))
	}
	initial[rng.IntN(places)]++
	pick := func(most int) (list []int) {
		for range rng.IntN(most + 1) {
			list = append(list, rng.IntN(places))
		}
		return list
	}
	var arcs []Arc
	for range 2 + rng.IntN(7) {
		arcs = append(arcs, Arc{Take: append(pick(1), rng.IntN(places)), Give: pick(2)})
	}
	return NewPetriNet(initial, rng.IntN(places+1)-1, arcs...)
}

// Reset implements [por.System].
func (n *PetriNet) Reset() {
	copy(n.marking, n.initial)
	n.saved = n.saved[:0]
}

// Enabled implements [por.System].
func (n *PetriNet) Enabled(buf []por.Choice) []por.Choice {
	for t := range n.take {
		if n.enabled(t) {
			buf = append(buf, por.Choice{Proc: por.Proc(t)})
		}
	}
	return buf
}

func (n *PetriNet) enabled(t int) bool {
	for p, k := range n.take[t] {
		if n.marking[p] < k {
			return false
		}
	}
	return true
}

// Step implements [por.System].
func (n *PetriNet) Step(c por.Choice) por.Event {
	t := int(c.Proc)
	e := touches{e: por.Event{Choice: c, Peer: -1}}
	for p := range n.marking {
		switch {
		case n.take[t][p] > 0:
			e.add(por.Write, uint64(p))
		case n.give[t][p] > 0:
			e.add(por.Update, uint64(p))
		}
		n.marking[p] += n.give[t][p] - n.take[t][p]
	}
	return e.e
}

// Mark implements [por.Rewinder].
func (n *PetriNet) Mark() int {
	n.saved = append(n.saved, n.marking...)
	return len(n.saved) / len(n.marking)
}

// Rewind implements [por.Rewinder].
func (n *PetriNet) Rewind(mark int) {
	n.saved = n.saved[:mark*len(n.marking)]
	copy(n.marking, n.saved[(mark-1)*len(n.marking):])
}

// Fingerprint implements [por.Stateful].
func (n *PetriNet) Fingerprint() [2]uint64 { return fingerprint(n.marking) }

// Outcome is the marking.
func (n *PetriNet) Outcome() string { return fmt.Sprint(n.marking) }

// Observed is what is observed of the marking.
func (n *PetriNet) Observed() string {
	if n.observed < 0 {
		return ""
	}
	return fmt.Sprint(n.marking[n.observed])
}

// String describes the net.
func (n *PetriNet) String() string {
	return fmt.Sprintf("marking %v, observed %d\ntake %v\ngive %v", n.initial, n.observed, n.take, n.give)
}

// Transitions implements [por.Relations].
func (n *PetriNet) Transitions() int { return len(n.take) }

// TransitionOf implements [por.Relations].
func (n *PetriNet) TransitionOf(c por.Choice) int { return int(c.Proc) }

// DependsOn implements [por.Relations]: one takes away what the other needs.
func (n *PetriNet) DependsOn(t, u int) bool {
	for p := range n.marking {
		if n.take[t][p] > 0 && n.gain(u, p) < 0 || n.take[u][p] > 0 && n.gain(t, p) < 0 {
			return true
		}
	}
	return false
}

// gain is how many tokens place p gets by transition t.
func (n *PetriNet) gain(t, p int) int32 { return n.give[t][p] - n.take[t][p] }

// CanEnable implements [por.Relations]: t gives what u needs.
func (n *PetriNet) CanEnable(t, u int) bool {
	for p := range n.marking {
		if n.take[u][p] > 0 && n.gain(t, p) > 0 {
			return true
		}
	}
	return false
}

// Necessary implements [por.Relations]: t alone gives something that u needs,
// and that is missing at first.
func (n *PetriNet) Necessary(t, u int) (kind por.Necessity) {
	for p, k := range n.take[u] {
		if k == 0 || !n.onlyGiver(t, p) {
			continue
		}
		kind |= por.NecessaryAtTimes
		if n.initial[p] < k {
			kind |= por.NecessaryFirst
		}
	}
	return kind
}

// onlyGiver reports whether t, and no other, adds tokens to p.
func (n *PetriNet) onlyGiver(t, p int) bool {
	for u := range n.take {
		if (n.gain(u, p) > 0) != (u == t) {
			return false
		}
	}
	return true
}

// NecessaryNow implements [por.Relations].
func (n *PetriNet) NecessaryNow(t, u int) bool {
	for p, k := range n.take[u] {
		if n.marking[p] < k && n.onlyGiver(t, p) {
			return true
		}
	}
	return false
}

// Visible implements [por.Relations].
func (n *PetriNet) Visible(t int) bool { return n.observed >= 0 && n.gain(t, n.observed) != 0 }
