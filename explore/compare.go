package explore

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

// This file runs several searches on one test and says where they disagree.

// CompareOptions say how searches are compared.
type CompareOptions struct {
	// Options are those of each search; its Algorithm, Jobs, Workers and NoCache
	// make no difference.
	Options
	// Algorithms are the searches, in the order in which they run.
	Algorithms []string
	// First ends each search at the first fault, to compare how soon one is found.
	First bool
}

// A Comparison is what several searches make of one test.
type Comparison struct {
	Test *Test
	Runs []*Run // in the order of CompareOptions.Algorithms
	// Disagreements are what a complete search has not seen of what another
	// has.
	Disagreements []*Disagreement
}

// A Run is one search on one test: all its rounds and phases together.
type Run struct {
	Algorithm string
	// Complete says that the search left nothing out. Otherwise Bound says what
	// cut it, Missing what the machine cannot run, Internal what is wrong with us.
	Complete bool
	Bound    string
	Missing  *Missing
	Internal string

	Executions  int64 // maximal ones
	Blocked     int64 // given up because all that could go on was asleep
	Matched     int64 // given up at a known state
	States      int64
	Transitions int64
	Choices     int64 // states in which more than one choice was explored
	Rounds      int   // how often the search began: races make it begin again
	Memory      int64 // of search and machine, in bytes
	Elapsed     time.Duration
	// Processor is the processors' time, the collector's included; 0 if the
	// host does not tell.
	Processor time.Duration

	// Faults are the faults seen, each once, sorted; a race is on a variable.
	Faults []Fault
	// Ends counts the different ways executions ended: the faults of one
	// execution, or the state it ended in.
	Ends int
}

// BoundFirst is the bound of searches that were to end at the first fault, and
// found one.
const BoundFirst = "first fault"

// A Fault is something wrong that a search came upon.
type Fault struct {
	Kind  Kind
	Where string // which one of its kind
}

func (f Fault) String() string { return string(f.Kind) + " " + f.Where }

// A Disagreement says that a search was complete without having seen what
// another one has.
type Disagreement struct {
	Algorithm string // the one that has not
	Seen      string // one that has
	What      string // a fault; or a state at the end of an execution
	// Schedule leads there, if that is remembered; File is where it was stored,
	// empty if it was not.
	Schedule *Schedule
	File     string
}

// Compare runs searches on a test, one after the other. The budget is of processor
// time, if the host tells it: what else runs makes no difference then. An error means
// that nothing could be run.
func (s *Session) Compare(ctx context.Context, t *Test, o CompareOptions) (*Comparison, error) {
	o.Options = o.Options.withDefaults()
	o.Workers = 1
	p, err := s.acquire(ctx, t)
	if err != nil {
		return nil, err
	}
	defer s.release(p)
	if p.init != nil {
		return nil, fmt.Errorf("%s: the package cannot be initialised", t.Package)
	}
	f := p.factory(t, o.Limits).namesakes()
	c := &Comparison{Test: t}
	var seen []*spectator
	for _, name := range o.Algorithms {
		run, what := compareOne(ctx, f, name, o)
		c.Runs = append(c.Runs, run)
		seen = append(seen, what)
	}
	c.compare(seen)
	for _, d := range c.Disagreements {
		if d.Schedule == nil {
			continue
		}
		d.Schedule.Package, d.Schedule.Test = t.Package, t.Name
		d.Schedule.Dir, d.Schedule.Sources = t.pkg.Dir, t.pkg.target.Hash
		d.File = s.keep(t, d.Schedule)
	}
	return c, nil
}

// compareOne runs one search.
func compareOne(ctx context.Context, f factory, name string, o CompareOptions) (*Run, *spectator) {
	o.Algorithm = name
	collectGarbage()
	start, spent := time.Now(), processorTime()
	guard, seen := newMemoryGuard(o.TotalMemory), newSpectator(o.First)
	j := &job{ctx: ctx, o: o.Options, factory: f, start: start, known: map[fault]bool{}, guard: guard, spectator: seen}
	if spent != 0 {
		j.clock = func() time.Time { return start.Add(processorTime() - spent) }
	}
	guard.enter(j)
	complete := false
	func() {
		defer j.recoverInternal(func() {})
		complete = j.explore(new(Result))
	}()
	guard.leave(j)
	r := &Run{
		Algorithm: name, Missing: j.missing, Internal: j.internal,
		Executions: j.total.Executions + int64(j.hunted), Blocked: j.total.Blocked, Matched: j.total.Matched,
		States: j.total.States, Transitions: j.total.Transitions, Choices: j.total.Choices,
		Rounds: j.searches, Memory: j.total.Memory,
		Elapsed: time.Since(start), Processor: processorTime() - spent,
		Faults: seen.list(), Ends: len(seen.ends),
	}
	r.Bound = j.leftOut(complete)
	r.Complete = r.Bound == "" && r.Missing == nil && r.Internal == ""
	return r, seen
}

// collectGarbage collects what earlier searches left, so that it is not the next
// one's work, if it is worth it: much of the heap is the program under test.
func collectGarbage() {
	const worth = 32 << 20
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > collected.Load()+worth {
		runtime.GC()
		runtime.ReadMemStats(&m)
	}
	collected.Store(m.HeapAlloc)
}

// collected is the size of the heap when it was looked at last.
var collected atomic.Uint64

// leftOut says what a search has left out, "" if nothing.
func (j *job) leftOut(complete bool) string {
	switch what := j.spectator.partial(); {
	case j.enough:
		return BoundFirst
	case len(j.bounds) > 0 || !complete:
		return j.cut()
	default:
		return what
	}
}

// watched shows an execution to the spectator.
func (j *job) watched(w world, choices []por.Choice, cfg worldConfig) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.enough = j.spectator.note(w, choices, cfg) || j.enough
	j.spectator.unseen = j.spectator.unseen || j.rounds >= maxRounds && j.unwatched(w.accesses())
}

// unwatched reports whether one of the accesses is not watched. j.mu is held.
func (j *job) unwatched(accesses []string) bool {
	return slices.ContainsFunc(accesses, func(a string) bool { return !slices.Contains(j.watch, a) })
}

// compare fills in the disagreements: whatever any search has seen, each complete
// one must have seen.
func (c *Comparison) compare(seen []*spectator) {
	for i, r := range c.Runs {
		if !r.Complete {
			continue
		}
		for k, other := range c.Runs {
			if k != i {
				c.lacks(r, seen[i], other, seen[k])
			}
		}
	}
}

// lacks notes what a search has not seen of what another has: of every sort one.
func (c *Comparison) lacks(r *Run, a *spectator, other *Run, b *spectator) {
	note := func(what string, s *sight) {
		known := func(d *Disagreement) bool { return d.Algorithm == r.Algorithm && d.What == what }
		if !slices.ContainsFunc(c.Disagreements, known) {
			c.Disagreements = append(c.Disagreements, &Disagreement{
				Algorithm: r.Algorithm, Seen: other.Algorithm, What: what, Schedule: s.schedule(),
			})
		}
	}
	for _, f := range slices.SortedFunc(maps.Keys(b.faults), compareFaults) {
		if !a.knows(f) {
			note(publicFault(f).String(), b.faults[f])
		}
	}
	var first *sight
	missing := 0
	for e, s := range b.ends {
		if _, ok := a.ends[e]; ok {
			continue
		}
		missing++
		if first == nil || s.number < first.number {
			first = s
		}
	}
	if first != nil {
		note(fmt.Sprintf("%d of %d ends of executions", missing, len(b.ends)), first)
	}
}
