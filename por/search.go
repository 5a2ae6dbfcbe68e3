package por

import (
	"fmt"
	"sort"
)

// Options bound and steer a search. The zero value explores everything in
// the order of the choices.
type Options struct {
	// Seed, if not 0, permutes the order in which a search tries choices. The
	// same seed gives the same search.
	Seed uint64
	// MaxExecutions stops the search after that many complete executions,
	// MaxSteps after that many calls of [System.Step], replays included, and
	// those few more that lead to where the search was going. 0 means no limit.
	MaxExecutions int64
	MaxSteps      int64
	// MaxDepth cuts executions after that many events. A cut execution is
	// handed to the visitor like a complete one, with Cut set, and the
	// result is not Complete. 0 means no limit.
	MaxDepth int
	// Stop, if not nil, is asked every 1024 steps or sooner whether to give up.
	Stop func() bool

	// Depth is the depth of the bugs that pct looks for, 3 if 0; Length how
	// many events executions have, learned from earlier ones if 0.
	Depth  int
	Length int
	// Unobserved tells the search observers that nobody looks at what is left in
	// memory at the end.
	Unobserved bool
	// Interesting says which events surw shuffles uniformly; nil means all.
	Interesting func(e Event) bool
	// Preemptions and Delays are the bounds of preemption-bounding and
	// delay-bounding: 2 if 0, none at all if negative.
	Preemptions int
	Delays      int
	// Alternatives is k of qpor: how many of the events to be avoided an
	// alternative must conflict with, all if 0. Switches, if not 0, is how often
	// the executions of qpor may change process.
	Alternatives int
	Switches     int

	// NET is what lpor knows about necessary enabling transitions. With
	// BreadthFirst it explores the states nearest first; with Deadlocks it
	// keeps final states, but not what visible transitions do; with
	// AllIfVisible no set smaller than all contains a visible one; with Online
	// it precomputes no forward-enable sets, which is better for short searches.
	NET          NETForm
	BreadthFirst bool
	Deadlocks    bool
	AllIfVisible bool
	Online       bool

	// Fields lets heap-por ask which parts of objects processes may still
	// access.
	Fields bool

	// Order is for s-por, de-s-por and dl-s-por, and their stateless variants:
	// the processes in the order in which to explore them; those that are not in
	// it come last. With KnownFirst they explore what leads to known states
	// first, at the cost of a step to find out. MaxMemory bounds what they keep
	// of states, in bytes: they forget states when there is no more room, and
	// stop if that does not help. Failed, if not nil, tells whether the system is
	// in a state that is a failure: they show the execution to the first one they
	// come to, and stop.
	Order      []Proc
	KnownFirst bool
	MaxMemory  int64
	Failed     func() bool

	// Sequences says what cdpor does with sleep sequences: 1 is to follow
	// them where the search happens to come by, 2 to anticipate cuts as well,
	// 3 to be guided by them, too: CDPOR1 to CDPOR3 of [AAGGS17]. 4 is to
	// collect more of them. 0 means 3.
	Sequences int
}

// An Execution is what a [Visitor] is shown: one maximal execution, or one
// cut at [Options.MaxDepth]. The system is in the state after its last event;
// the visitor may look at it, but not move it. Everything in an Execution
// is valid during the call only.
type Execution struct {
	// Events are the steps in the order executed; their Choices are the
	// schedule.
	Events []Event
	// Cut says that the execution goes on beyond Options.MaxDepth.
	Cut bool
	// Result is what the search has done so far, this execution included. Its
	// Estimate and Memory may be some executions old; it is not Complete.
	Result *Result
}

// A Visitor is called once for each execution explored. Returning false ends
// the search.
type Visitor func(x *Execution) (more bool)

// A Result says what a search has done.
type Result struct {
	// Executions counts the executions shown to the visitor, Blocked those
	// given up because all that could go on was asleep.
	Executions int64
	Blocked    int64
	// Matched counts the executions given up because they came to a state
	// that is known.
	Matched int64
	// States counts the nodes of the search tree or, with state matching,
	// the different states; Transitions the steps into them. Steps counts
	// all calls of System.Step, Transitions and repetitions alike.
	States      int64
	Transitions int64
	Steps       int64
	// Endless says that an execution came back to a state of its own: it can go on
	// forever. Only searches that match states notice.
	Endless bool
	// Choices counts the states in which more than one choice was explored.
	Choices int64
	// MaxDepth is the length of the longest execution.
	MaxDepth int
	// Common is the length of the prefix that all executions so far have in common.
	Common int
	// Memory is what the search itself has allocated, in bytes.
	Memory int64
	// Estimate is the expected number of executions of the whole search, from
	// the part of the tree explored, in the manner of [K75]; Executions if
	// Complete, 0 if there was none.
	Estimate float64
	// Complete says that nothing was left out. Otherwise Bound names what
	// cut the search: "executions", "steps", "depth", "memory", "stop", "visitor",
	// "failure", "preemptions", "delays" or "switches".
	Complete bool
	Bound    string
}

// An Algorithm is a search that can be chosen by name.
type Algorithm struct {
	Name string
	// Doc is one line on what the search promises.
	Doc string
	// Needs reports what sys lacks for this search, "" if nothing.
	Needs func(sys System) string
	run   func(sys System, opts Options, visit Visitor) Result
}

// Search explores the executions of sys with the algorithm called name. A
// nil visitor sees nothing. Search panics if there is no such algorithm or
// if sys lacks what it needs: ask [Lookup] first.
func Search(name string, sys System, opts Options, visit Visitor) Result {
	a, ok := Lookup(name)
	if !ok {
		panic(fmt.Sprintf("por: no search called %q", name))
	}
	if lack := a.Needs(sys); lack != "" {
		panic(fmt.Sprintf("por: %s needs a system with %s", name, lack))
	}
	if visit == nil {
		visit = func(*Execution) bool { return true }
	}
	return a.run(sys, opts, visit).concluded()
}

// MatchesStates reports whether the algorithm takes executions for equal that come
// to equal states.
func (a Algorithm) MatchesStates() bool { return a.Needs(struct{ pendingOnly }{}) != "" }

// pendingOnly is another name for Pending: a field of that name would hide the
// method.
type pendingOnly = Pending

// concluded is the result of a search that is over.
func (r Result) concluded() Result {
	r.Complete = r.Bound == ""
	if r.Complete || r.Executions == 0 {
		r.Estimate = float64(r.Executions)
	}
	return r
}

// Lookup finds an algorithm by name.
func Lookup(name string) (Algorithm, bool) {
	for _, a := range algorithms() {
		if a.Name == name {
			return a, true
		}
	}
	return Algorithm{}, false
}

// Algorithms lists all searches, ordered by name.
func Algorithms() []Algorithm {
	list := algorithms()
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// algorithms is the registry: the one place that names all searches.
func algorithms() []Algorithm {
	return append([]Algorithm{
		{"all", "every interleaving; the reference the others are tested against", needsSystem, all},
		{"sleep", "sleep sets: one complete execution per trace", needsSystem, sleepSets},
		{"cdpor", "source sets, and states reached in another order: all final states of systems that end", needsState, contextSensitive},
		{"de-s-por", "states, by source sets found eagerly: all final states", needsState, deSPOR},
		{"dl-s-por", "states, by source sets found lazily: all final states", needsState, dlSPOR},
		{"dpor", "persistent sets found on the way: one complete execution per trace, some blocked ones", needsSystem, dpor},
		{"heap-por", "states, by objects that others can reach: all final states", needsHeap, heapPOR},
		{"heap-por-fields", "states, by what others may still access of objects that they can reach: all final states", needsHeap, heapPORFields},
		{"hybrid-por", "states, by what others may still access of the objects seen: all final states", needsHeap, hybridPOR},
		{"lpor", "states, by stubborn sets from relations between transitions: all final states and what visible transitions do", needsRelations, lpor},
		{"lpor-breadth-first", "lpor, the states nearest first", needsRelations, lporBreadthFirst},
		{"lpor-without-net", "lpor that knows nothing of what is necessary for others to go on", needsRelations, lporWithoutNET},
		{"observers", "wakeup trees, blind writes ordered only if observed: all outcomes, no blocked executions", needsSystem, observers},
		{"optimal-dpor", "wakeup trees: one complete execution per trace, none blocked", needsSystem, optimalDPOR},
		{"qpor", "unfoldings, with k-partial alternatives: one complete execution per trace, none blocked if k is not limited", needsSystem, qpor},
		{"s-por", "states, by safe sets: all final states", needsState, sPOR},
		{"source-dpor", "source sets: one complete execution per trace, few blocked ones", needsSystem, sourceDPOR},
		{"states", "every state: the reference for searches that match states", needsState, states},
		{"stateless-de-s-por", "source sets found eagerly: all traces, some of them often", needsPending, statelessDESPOR},
		{"stateless-dl-s-por", "source sets found lazily: all traces, some of them often", needsPending, statelessDLSPOR},
		{"stateless-s-por", "safe sets: all traces, most of them often", needsPending, statelessSPOR},
		{"stateful-dpor", "states, by persistent sets found on the way: all final states", needsState, statefulDPOR},
	}, partial()...)
}

func needsSystem(System) string { return "" }

func needsRelations(sys System) string {
	if _, ok := sys.(Relations); !ok {
		return "Relations"
	}
	if _, ok := sys.(Spinner); ok {
		return "processes that do not spin" // what ends a spin is no relation
	}
	return ""
}

func needsHeap(sys System) string {
	if _, ok := sys.(Heap); !ok {
		return "Future"
	}
	return needsState(sys)
}

func needsState(sys System) string {
	if _, ok := sys.(Stateful); !ok {
		return "Fingerprint"
	}
	return needsPending(sys)
}

func needsPending(sys System) string {
	if _, ok := sys.(Pending); !ok {
		return "Pending"
	}
	return ""
}
