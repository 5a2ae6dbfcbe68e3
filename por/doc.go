// Package por searches the executions of a concurrent system up to
// Mazurkiewicz equivalence.
//
// The package knows nothing about Go, SSA, virtual machines or files: a
// search sees a [System] and calls it. It imports the standard library only,
// and has no clock, no logger and no state of its own: [Search] with the
// same arguments does the same.
//
// # Systems
//
// A [System] offers choices and executes them; an executed choice is an
// [Event], which lists the objects touched and how. Two events are
// [Dependent] if they touch one object in modes that do not commute, and
// everything rests on that relation: executions that differ in the order of
// independent neighbours only are one trace, and end in the same state. What
// a system can do beyond that is found by assertion:
//
//   - [Pending] tells what would happen next, blocked or not. Without it the
//     DPOR searches have to try everything out that may be blocked.
//   - [Rewinder] goes back without executing from the start.
//   - [Stateful] compares states.
//   - [Spinner] knows who spins, and searches let him wait.
//   - [Lookahead] knows what processes will not do any more, [Heap] of which
//     parts of objects, and who can reach an object.
//   - [Relations] knows how its transitions interfere, whatever the state.
//
// [Check] and [CheckRelations] find faults in systems. Package toy has small ones, for tests.
//
// # Searches
//
// [Algorithms] lists them:
//
//   - all: every interleaving. The reference for tests; it shares no code
//     with the others.
//
//   - sleep: sleep sets. One complete execution per trace, but most of the
//     tree is explored, in executions that end up blocked.
//
//   - dpor: the classic, with persistent sets. For comparison.
//
//   - source-dpor: finds the choices worth exploring from the races of the
//     executions seen. Few executions are blocked as a rule, exponentially
//     many in bad cases. The cheapest in time per step, and its memory is
//     that of one execution.
//
//   - optimal-dpor: remembers how to reverse each race, so that no execution
//     is blocked. Its memory grows with the number of races remembered. The
//     one to use unless there is a reason for another.
//
//   - qpor: looks for what conflicts with all that was explored in an unfolding,
//     the events of all executions so far with their histories. With
//     [Options.Alternatives] it is content with k conflicts, which is faster,
//     and begins a few executions in vain, none as a rule from k = 3. Its
//     memory grows with the events that may still be needed.
//
//   - observers: optimal-dpor that does not order writes which nobody reads. It
//     visits all outcomes, not all traces, and gains where much is written and
//     little read.
//
//   - cdpor: source-dpor that sees when two orders of the same events come to
//     the same state, and explores what follows once. It visits every final
//     state of systems whose executions end, not every trace. The one to use
//     where processes touch the same things all the time and mostly to the
//     same effect, with [Options.Sequences] 4 rather than as the paper has it.
//     It needs fingerprints, and memory for one path.
//
//   - s-por, de-s-por, dl-s-por: match states. They visit every final state
//     and every local state, not every trace; the number of states may be
//     much smaller than that of traces (loops, atomics, channels), or much
//     larger (many independent processes: locks of their own). dl-s-por is
//     the one to use; s-por needs a [Lookahead] to reduce much. They need
//     memory for every state.
//
//   - stateful-dpor: promises the same. It visits a few more states than
//     dl-s-por, in much less time each, and keeps their fingerprints only.
//
//   - heap-por, hybrid-por: match states, and make a choice only where what is
//     about to be done may interfere with what others may still do ([Heap]).
//     heap-por asks who can reach the object and, with [Options.Fields], who may
//     still access such a part of one; hybrid-por takes back what it has not
//     seen any variable point to. They promise the same as dl-s-por.
//
//   - lpor: matches states, and reduces by what the system says in advance
//     about its transitions ([Relations]): which depend on each other, which
//     can enable which, which are necessary for which. It visits every final
//     state, and every value of what visible transitions change. It needs no
//     path and no order of search. For systems written as rules: actors,
//     protocols, Petri nets.
//
// What a detector of data races derives from happens-before is not part of
// a state, unless its fingerprint says so: with state matching, races are to
// be found as conflicting accesses enabled together.
//
// The DPOR searches are written for systems that block: see race.go for
// what a race is then. They find every deadlock.
//
// A [Visitor] sees each execution and may stop the search; [Options] bound it.
// Whatever cuts a search is named in [Result.Bound], and a search that
// was not cut has Complete set: then every trace was visited.
package por
