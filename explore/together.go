package explore

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mazurka-go/mazurka/por"
)

// This file explores one test with several workers.
//
// Which execution of a trace they come upon, and in which order, differs from time to time.
// What is reported must not: so they only look for a reason not to be
// satisfied. If there is none, all traces have been explored and were uneventful, as
// they would have been for one worker. Otherwise one begins anew, and what it
// finds is found in the same order as ever.

// sharedSearch is the search for several workers.
const sharedSearch = "optimal-dpor"

// together names the search for several workers; "" means that one is to do.
func (o *Options) together() string {
	switch name := o.fixedAlgorithm(); {
	case o.Workers < 2:
		return ""
	case name == "":
		return sharedSearch
	case por.CanShare(name):
		return name
	}
	return ""
}

// A sighting is an execution that one worker alone has to look at.
type sighting struct{ choices []NamedChoice }

// A team is what explores together.
type team struct {
	j          *job
	worlds     []world
	held       []atomic.Uint64 // by the machine of each
	executions atomic.Int64

	mu   sync.Mutex
	seen *sighting // the first
}

// weighEvery is after how many executions a worker tells what its machine holds.
const weighEvery = 64

// together explores with several workers. If one has to begin anew, it says
// because of what.
func (j *job) together(name string, ph phase, cfg worldConfig) (r searchResult, seen *sighting) {
	r.name = name
	worlds, err := j.factory.alike(cfg, j.o.Workers)
	if err != nil {
		j.fail(err.Error())
		return r, nil
	}
	defer closeAll(worlds)
	t := &team{j: j, worlds: worlds, held: make([]atomic.Uint64, len(worlds))}
	opts := por.Options{Stop: func() bool { return j.over(ph.share) }, MaxDepth: j.o.Limits.events()}
	if j.notBegun() {
		// What is told of the first execution is told of the one that comes first to one
		// worker.
		opts.MaxExecutions = 1
		por.Search(name, worlds[0], opts, func(x *por.Execution) bool { return t.uneventful(0, x) && !j.ended(worlds[0]) })
		opts.MaxExecutions = 0
	}
	if t.seen == nil {
		var systems []por.System
		for _, w := range worlds {
			systems = append(systems, w)
		}
		r.Result = por.SearchParallel(name, systems, opts, t.uneventful)
	}
	for _, w := range worlds {
		r.timers = r.timers || w.timers()
	}
	return r, t.seen
}

func closeAll(worlds []world) {
	for _, w := range worlds {
		w.close()
	}
}

// uneventful reports whether there is nothing to an execution but that it is one more.
func (t *team) uneventful(i int, x *por.Execution) bool {
	w, n := t.worlds[i], t.executions.Add(1)
	if x.Cut || t.j.eventful(w) {
		t.sight(w, x)
		return false
	}
	t.j.report(int(n), 0)
	if n%weighEvery == 0 {
		t.weigh(i)
	}
	return true
}

func (t *team) sight(w world, x *por.Execution) {
	var choices []por.Choice
	for i := range x.Events {
		choices = append(choices, x.Events[i].Choice)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.seen == nil {
		t.seen = &sighting{name(w, choices)}
	}
}

// weigh tells the guard what all the machines hold.
func (t *team) weigh(i int) {
	if t.j.guard == nil {
		return
	}
	t.held[i].Store(t.worlds[i].held())
	sum := uint64(0)
	for k := range t.held {
		sum += t.held[k].Load()
	}
	t.j.guard.weigh(t.j, sum)
}

// notBegun reports whether no execution has ended yet.
func (j *job) notBegun() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return !j.begun
}

// eventful reports whether [job.note] would do anything about an execution that has
// ended, but count it.
func (j *job) eventful(w world) bool {
	faults, e := w.faults(), w.ending()
	if e.kind != endNormal {
		return true
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if e.overgiven && !j.strict || e.beside && !slices.Contains(j.bounds, boundBeside) {
		return true
	}
	race := false
	for _, f := range faults {
		race = race || f.kind == KindRace
		if !j.isKnown(f) {
			return true
		}
	}
	return race && j.rounds < maxRounds && slices.ContainsFunc(w.accesses(), func(a string) bool { return !slices.Contains(j.watch, a) })
}

// noteSighting takes note of an execution that several workers came upon, and one did not in
// time. It reports what [job.note] does.
func (j *job) noteSighting(s *sighting, cfg worldConfig) (again bool) {
	w, err := j.factory.world(cfg)
	if err != nil {
		j.fail(err.Error())
		return false
	}
	defer w.close()
	choices, bad := resolve(w, s.choices)
	r := newRunner(w, nil)
	if bad < 0 {
		r.reset()
		bad = r.replay(choices)
	}
	if bad < len(choices) {
		j.fail("an execution of several workers does not reproduce")
		return false
	}
	return j.note(w, r.choices, cfg, false)
}
