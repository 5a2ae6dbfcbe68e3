package por

// A Relations system is made of transitions, known in advance, and knows how
// they may interfere. It is what lpor reduces by.
//
// Transitions are numbered from 0. What is enabled in a state are choices;
// each belongs to a transition, and a transition is enabled if one of its
// choices is. A transition with several choices is a nondeterministic one.
// "Executing t in s leads to s'" means: one of its choices does.
//
// All answers but those of TransitionOf and NecessaryNow are the same in
// every state. For DependsOn, CanEnable and Visible, true is always sound;
// for Necessary and NecessaryNow, none is. [CheckRelations] finds answers
// that are not.
type Relations interface {
	Stateful
	// Transitions is how many there are.
	Transitions() int
	// TransitionOf is the transition that c, which is enabled now, belongs to.
	TransitionOf(c Choice) int
	// DependsOn reports whether t depends on u, another transition: whether
	// there is a reachable state in which both are enabled and executing u
	// may disable t, or executing u, then t, may lead to a state that t, then u,
	// cannot lead to. It need not be symmetric.
	DependsOn(t, u int) bool
	// CanEnable reports whether t can enable u: whether there is a reachable
	// state in which u is disabled, but enabled after t was executed.
	CanEnable(t, u int) bool
	// Necessary says whether t is a necessary enabling transition for u.
	Necessary(t, u int) Necessity
	// NecessaryNow reports whether u, which is disabled now, cannot be
	// enabled from here on before t is executed. Only pairs that are
	// NecessaryAtTimes are asked for.
	NecessaryNow(t, u int) bool
	// Visible reports whether executing t may change something that is to be
	// observed in every reachable state, such as whether an invariant holds.
	Visible(t int) bool
}

// A Necessity says when one transition is necessary for another to be
// enabled: never for sure, or a union of the others.
type Necessity uint8

const (
	// NecessaryFirst: on every path from the initial state, the one is
	// executed before the other is enabled for the first time.
	NecessaryFirst Necessity = 1 << iota
	// NecessaryAtTimes: there are states in which the other is disabled until
	// the one is executed, and [Relations].NecessaryNow tells which.
	NecessaryAtTimes
)

// A NETForm says what lpor knows about necessary enabling transitions.
type NETForm uint8

const (
	// NETState asks in each state. It works in any order of search.
	NETState NETForm = iota
	// NETPath uses those necessary from the start that are not on the path
	// on which the search came.
	NETPath
	// NETBoth is the union of the two, NETNone uses none at all.
	NETBoth
	NETNone
)

func (f NETForm) String() string {
	return [...]string{"state", "path", "both", "none"}[f]
}

// wants reports whether a pair with necessity n is of use.
func (f NETForm) wants(n Necessity) bool {
	return f.path() && n&NecessaryFirst != 0 || f.state() && n&NecessaryAtTimes != 0
}

func (f NETForm) path() bool  { return f == NETPath || f == NETBoth }
func (f NETForm) state() bool { return f == NETState || f == NETBoth }

// A bitset is a set of small numbers, of a size fixed when it is made.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int32) bool { return b[i>>6]&(1<<(i&63)) != 0 }
func (b bitset) add(i int32)      { b[i>>6] |= 1 << (i & 63) }

// meets reports whether b and c have an element in common.
func (b bitset) meets(c bitset) bool {
	for i, w := range b {
		if w&c[i] != 0 {
			return true
		}
	}
	return false
}

// within reports whether all of b is in c.
func (b bitset) within(c bitset) bool {
	for i, w := range b {
		if w&^c[i] != 0 {
			return false
		}
	}
	return true
}
