// Package analysis computes static facts about Go programs for those who run
// them under every schedule.
//
//   - [Index] and [View] answer from declarations alone, without SSA and in microseconds
//     per package: which tests use concurrency at all ([View.Concurrent]), and
//     which tests an edit can affect, nearest first ([View.Affected]).
//   - [Locality] says of loads, stores and allocations whether the memory is
//     provably known to one goroutine only, so that the machine needs no hook
//     there.
//   - [Future] says what may still be accessed from a point of a program on, to
//     the return of its function: by it, what it calls, deferred calls, and
//     what these start ([Future.After]). It knows the mutexes that are
//     held at accesses ([Future.Guards], [Future.Guarded]).
//   - [Effects.Hints] lists accesses that lack the mutex that others hold.
//
// All answers but hints are over-approximations on the safe side, stated with each of
// them, and depend on the program only: never on the order of questions.
// The package knows neither the machine nor the searches.
package analysis
