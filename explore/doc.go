// Package explore takes Go tests to verdicts: it runs a test under every
// schedule that matters and says what it found.
//
// A [Session] is long-lived and keeps what the next question can use: types
// and SSA of unchanged packages, compiled programs, base images, results. Its
// questions are
//
//	Load        which packages and tests are there?
//	Check       what is the verdict of these tests?
//	Compare     what do several searches make of a test, and do they agree?
//	Replay      what happens under this schedule?
//	Debug       go back and forth in what happens
//	RunProgram  run a main package once, as go run would
//
// The command and the language server call the same methods.
//
// # From a test to a verdict
//
//	hunt      a few schedules with few preemptions, then random ones
//	search    one execution per trace, by a search of package por
//	phases    first timers fire only when nothing else can run; then also early
//	races     only synchronisation is visible until a race is found; then the
//	          racing accesses are, and the search starts again to show what
//	          the race breaks
//
// A test gets [Verified] only if the searches of both phases completed with
// nothing cut. Every finding is minimised, executed once more in a fresh
// machine, and published as soon as that is done.
//
// # Architecture
//
// The files system.go and lookahead.go are the only ones of the module that name both the
// searches (por) and the machine (explore/vm): it adapts one to the other.
// Everything that decides (world.go, job.go, hunt.go, minimize.go) works on
// the interface world and is tested on toy systems.
//
// # Errors
//
// An error returned by a method is the user's (a pattern that matches
// nothing, an unreadable schedule) or the environment's. What is wrong with
// the code under test is a [Finding]; code that does not compile is listed in
// [Package].Errors; a feature that the machine lacks is the verdict
// [Unsupported]; a broken invariant of ours is recovered per test and
// reported as [Result].Internal.
package explore
