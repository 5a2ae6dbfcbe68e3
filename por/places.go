package por

// A Placed system is a [Relations] system of processes that go from place to place. A
// transition belongs to one place, or to two if it takes two processes: it can be
// executed only while a process is there, or at both. What else it takes are resources,
// which other transitions give.
//
// From that lpor knows more than relations tell that are the same in every state
// (lporplaces.go). What transitions, moves and gives there are is the same in every
// state; Here and Lack are about the present one.
type Placed interface {
	Relations
	// Places is how many places there are, numbered from 0. Each is one of one process,
	// though a process may come there more than once.
	Places() int
	// At are the places that t belongs to, the second of them -1 if there is one only;
	// both are -1 if nothing is known of t. Then whatever is executed instead of it and
	// while it is enabled depends on it. Transitions at one place depend on each other.
	At(t int) (own, partner int)
	// Moves appends the places that some process may come to by t.
	Moves(t int, buf []int32) []int32
	// Resources is how many there are, numbered from 0.
	Resources() int
	// Needs appends the resources that t waits for: as long as one of them is lacking,
	// t is disabled.
	Needs(t int, buf []int32) []int32
	// Gives is how often t may give of resource r, 0 if never, -1 if that is not known.
	// Nothing else makes less of it lack.
	Gives(t, r int) int32
	// Idle reports whether t is enabled only when nothing else is.
	Idle(t int) bool
	// Here appends the places that processes are at.
	Here(buf []int32) []int32
	// Lack is how often resource r must be given before a transition that waits for it
	// can be enabled; 0 if perhaps it need not be.
	Lack(r int) int32
}
