// Package por searches the executions of a concurrent system for those that
// differ in more than the order of events that have nothing to do with each
// other: partial order reduction.
//
// It knows nothing about Go, SSA, virtual machines or files: a search sees a
// [System] and calls it. It imports the standard library only, and has no
// clock, no logger and no state of its own: [Search] with the same arguments
// does the same.
//
// # Systems
//
// A [System] offers choices and executes them; an executed choice is an
// [Event], which lists the objects touched and how. Two events are [Dependent]
// if they touch one object in modes that do not commute, and everything rests
// on that relation: executions that differ in the order of independent
// neighbours only are one trace, in the sense of Mazurkiewicz, and end in the
// same state. What a system can do beyond that is found by assertion:
// [Pending] tells what would happen next, blocked or not; [Rewinder] goes back
// without executing from the start; [Stateful] compares states; [Spinner]
// knows who spins, and searches let him wait; [Lookahead] knows what processes
// will not do any more; [Heap] of which parts of objects, and who can reach an
// object; [Relations] knows how transitions interfere, whatever the state. A
// search makes use of what there is; [Algorithm.Needs] says what it cannot do
// without. [Check] and [CheckRelations] find faults in systems; package toy has
// small ones.
//
// # One execution for each trace
//
// All these visit every trace, each exactly once, and so every deadlock and
// every failure. They differ in how many executions they begin in vain, which
// end up blocked as all that could go on was explored elsewhere.
//
//   - sleep remembers, at each state, what was explored from there and is still
//     independent of all that happened since. It explores most of the tree, and
//     gives up late.
//   - dpor, the classic, looks at an execution that is over for races, events
//     that could have happened the other way round, and explores only choices
//     that reverse one: persistent sets. Here for comparison.
//   - source-dpor needs fewer of them: source sets. Few executions are blocked as
//     a rule, exponentially many in bad cases. It is the cheapest by the step, and
//     its memory is that of one execution.
//   - optimal-dpor remembers whole sequences that reverse a race, in wakeup trees,
//     and blocks none. Its memory grows with the races not yet reversed.
//   - qpor asks the other way round, what conflicts with all that was explored,
//     in an unfolding: the events of all executions with their histories. It
//     blocks none either, unless [Options.Alternatives] makes it content with k
//     conflicts, which is faster; from k = 3 there are hardly any. Its memory
//     grows with the events that may still be needed.
//
// stateless-s-por, stateless-de-s-por and stateless-dl-s-por visit every trace,
// too, but some of them often. They are here for comparison: see s-por below.
//
// # Less than every trace
//
//   - observers is optimal-dpor that does not order writes which nobody reads. It
//     visits every outcome, and gains where much is written and little read.
//   - cdpor is source-dpor that sees when two orders of the same events come to
//     the same state, and explores what follows once. It visits every final state
//     of systems whose executions end, and gains where processes touch the same
//     things mostly to the same effect; more so with [Options.Sequences] 4 than
//     as in the paper. It needs fingerprints, and memory for one path.
//
// # States
//
// These match states: they visit every final state, not every trace, and end
// even if executions do not. There may be far fewer states than traces (loops,
// atomics, channels), or far more (many processes with locks of their own). What
// a detector of data races derives from happens-before is not part of a state
// unless the fingerprint says so. [Result.Endless] tells of executions that come
// back to a state of their own.
//
//   - stateful-dpor is dpor that stops at states it knows, having noted which
//     operations may follow them. It keeps their fingerprints only.
//   - s-por expands states by safe sets, of what interferes with nobody. It needs
//     a Lookahead to reduce much. de-s-por adds source sets, found eagerly, and
//     dl-s-por finds them only when a state is left, which is better. They visit
//     somewhat fewer states than stateful-dpor. They keep what may follow each
//     state, within [Options.MaxMemory]. [Recommended] makes a [Portfolio] of
//     them, with different orders, to look for the first failure.
//   - heap-por and hybrid-por make a choice only where what is about to be done
//     may interfere with what others may still do, as [Heap] tells: heap-por asks
//     who can reach the object or, as heap-por-fields, access such a part of
//     one; hybrid-por leaves out what no variable was seen to point to, and comes
//     back when one does.
//   - lpor computes stubborn sets from Relations, state by state, with no path
//     and no order of search. It is for systems written as rules: actors,
//     protocols, Petri nets.
//
// # A part by design
//
//   - preemption-bounding and delay-bounding show all executions with few
//     preemptions, or few delays of a round-robin scheduler, fewest first: bugs
//     need few as a rule, and those are the schedules easy to read.
//   - pct, pos and surw sample. pct finds a bug that needs d events in order among
//     k of n processes with probability at least 1/(n k^(d-1)) each time; pos
//     draws priorities for events, anew after races, and comes by every trace some
//     day; surw makes all orders of the interesting events equally likely.
//
// # Which one
//
// To explore everything, optimal-dpor, which several workers can share
// ([SearchParallel]); source-dpor if memory is short, qpor if wakeup trees grow
// too large. If there are too many traces and few states, or
// executions that do not end, stateful-dpor or dl-s-por. To find a bug soon,
// preemption-bounding, then pct and pos. [Estimate] tells beforehand how many
// traces there are, with an error bar. The search all, every interleaving, is
// what the others are tested against; it shares no code with them.
//
// A [Visitor] sees each execution and may stop the search; [Options] bound it.
// Whatever cuts a search is named in [Result.Bound]. One that nothing cut has
// Complete set, and has kept its promise.
package por
