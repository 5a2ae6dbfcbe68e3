package explore

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/mazurka-go/mazurka/por"
)

// A job takes one test to its verdict.
type job struct {
	ctx     context.Context
	factory factory
	o       Options
	start   time.Time
	end     time.Time    // of the budget
	kept    []*Schedule  // regressions, replayed first
	guard   *memoryGuard // nil for none
	learned string       // the search that decided it last time, "" if unknown
	// progress and accept are called, under mu, from the goroutines of the
	// job. accept publishes a finding, unless it is suppressed.
	progress func(Progress)
	accept   func(*Finding) bool

	mu        sync.Mutex
	known     map[fault]bool
	findings  []*Finding
	ignored   int      // findings that comments suppress
	watch     []string // accesses of the races found so far
	strict    bool     // see ending.overgiven
	punctual  bool     // all is known of what happens if no timer is early
	rounds    int      // how often the set of watched accesses has grown
	hunted    int      // executions of the hunt
	phase     string
	last      time.Time // of the latest progress
	missing   *Missing
	bounds    []string // what cut an exploration, in order of appearance
	internal  string
	begun     bool // an execution has ended; the first one gave skipped and output
	skipped   bool
	output    string
	clock     func() time.Time // of the budget; nil for that on the wall
	spectator *spectator       // if not nil, nothing becomes a finding
	enough    bool             // the spectator has seen what it wanted
	total     por.Result       // of all searches together
	searches  int
	// exceeded says that an execution exceeded a limit on what all goroutines
	// do together. Steps then do not commute: a search makes no sense.
	exceeded bool
}

// Bounds of a job's parts.
const (
	huntFew       = 100 // schedules with few preemptions
	huntWalks     = 40  // random ones
	walksPerWorld = 50  // with the same seeds, after the search
	otherWorlds   = 8   // with other seeds, after a search that is complete
	walksPerOther = 4
	maxRounds     = 6 // searches restarted because of races
	minimizeRuns  = 300
	progressEvery = 50 * time.Millisecond
)

// Variables for the sake of tests.
var (
	// minimizeTime is how long one finding is minimised.
	minimizeTime = time.Second
	// graceTime is how long a job goes on at least after its first finding.
	graceTime = 500 * time.Millisecond
)

// A phase of a job explores with or without early timers and faults.
type phase struct {
	early  bool
	faults int
	name   string
	// share is the part of the budget at whose end the phase is over.
	share float64
}

// run explores the test and fills in what follows from that. A panic of ours
// becomes the verdict Broken.
func (j *job) run(res *Result) {
	complete := false
	func() {
		defer j.recoverInternal(func() {})
		complete = j.explore(res)
	}()
	j.conclude(res, complete)
}

// explore goes through the phases. It reports whether nothing was left out.
func (j *job) explore(res *Result) (complete bool) {
	j.end = j.start.Add(j.o.Budget)
	if j.o.Algorithm == One {
		j.once(res)
		return false
	}
	j.regressions()
	complete, timers, seeded := true, false, false
	for _, ph := range j.phases() {
		if ph.early && !timers {
			continue
		}
		w, err := j.factory.world(worldConfig{early: ph.early, faults: ph.faults, stop: j.outOfTime})
		if err != nil {
			j.fail(err.Error())
			return false
		}
		only, single := j.hunt(w, ph)
		timers, seeded = timers || w.timers(), seeded || w.seeded()
		if !timers && j.fruitless() {
			ph.share = 0.8
		}
		w.close()
		if j.stuck() {
			return false
		}
		r := only
		if !single && !j.beyond() {
			r = j.search(ph)
		}
		timers = timers || r.timers
		complete = complete && r.Complete
		j.punctual = j.punctual || r.Complete && !ph.early
		add(res, r)
		if !complete && j.over(1) {
			break
		}
	}
	if j.fruitless() && !j.stuck() && j.o.fixedAlgorithm() == "" {
		switch {
		case !complete:
			j.setPhase("random schedules")
			j.walkOn(timers, math.MaxInt, walksPerWorld)
		case seeded:
			j.setPhase("other orders of maps and random numbers")
			j.walkOn(timers, otherWorlds, walksPerOther)
		}
	}
	return complete
}

// initFailed takes note of why the package could not be initialised: a
// finding, something the machine cannot run, or a bound.
func (j *job) initFailed(f *Finding, missing *Missing, bound string) {
	j.missing = missing
	switch {
	case f != nil && j.accept(f):
		j.findings = append(j.findings, f)
	case f != nil:
		j.ignored++
	case bound != "":
		j.bound(bound)
	}
}

func (j *job) phases() []phase {
	list := []phase{{name: "search", share: 0.5}}
	if j.o.Timing != TimingQuiet {
		list = append(list, phase{early: true, name: "search with early timers", share: 0.85})
	}
	if j.o.Faults > 0 {
		for i := range list {
			list[i].share *= 0.7
		}
		list = append(list, phase{faults: j.o.Faults, name: "search with faults"})
	}
	list[len(list)-1].share = 0.85
	return list
}

func (j *job) outOfTime() bool { return j.over(1) }

// over reports whether the share of the budget is used up.
func (j *job) over(share float64) bool {
	if j.cancelled() || j.crowdedOut() {
		return true
	}
	now := j.now()
	j.mu.Lock()
	defer j.mu.Unlock()
	return now.After(j.end) || share < 1 && now.Sub(j.start) > time.Duration(share*float64(j.o.Budget))
}

// cancelled reports whether nobody wants the job any more. It waits as long as
// the job is held up.
func (j *job) cancelled() bool {
	j.o.Gate.pass(j.ctx)
	return j.ctx.Err() != nil
}

// now is the time on the clock of the budget.
func (j *job) now() time.Time {
	if j.clock != nil {
		return j.clock()
	}
	return j.o.Gate.now()
}

// crowdedOut reports whether the job has to end for lack of memory.
func (j *job) crowdedOut() bool {
	if j.guard == nil || !j.guard.givesUp(j) {
		return false
	}
	j.bound(j.guard.bound())
	return true
}

// weigh tells the guard how much a world of the job holds.
func (j *job) weigh(w world) {
	if j.guard != nil {
		j.guard.weigh(j, w.held())
	}
}

// hunt looks for faults where they are likely. If it finds that there is only
// one schedule, that was the whole search: single is true.
func (j *job) hunt(w world, ph phase) (r searchResult, single bool) {
	if j.o.fixedAlgorithm() != "" {
		return r, false
	}
	j.setPhase("hunt")
	cfg := worldConfig{early: ph.early, faults: ph.faults, stop: j.outOfTime}
	stop := func() bool {
		j.weigh(w)
		return j.over(0.1) || j.stuck()
	}
	run := newRunner(w, stop)
	run.limit = j.o.Limits.events()
	few := newFewSearch(run, 4*huntFew)
	n := 0
	for ; n < huntFew && (n == 0 || !stop()) && few.next(); n++ {
		j.executed(run, cfg)
	}
	if few.level() < 0 {
		if n == 1 && !run.cut() && !j.beyond() && !j.watching() {
			r.name, r.timers, r.Complete = j.o.firstChoice(), w.timers(), true
			r.Executions, r.Estimate = 1, 1
			r.Transitions, r.States = int64(len(run.choices)), int64(len(run.choices))+1
			return r, true
		}
		return r, false
	}
	walks := newWalker(run, j.o.Seed+1)
	for n := 0; n < huntWalks && !stop() && walks.walk(); n++ {
		j.executed(run, cfg)
	}
	return r, false
}

// watching reports whether races have made accesses visible: then there is
// more to schedule than the hunt has seen.
func (j *job) watching() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.watch) > 0
}

// stuck reports whether the machine cannot run something, or nobody wants to
// know more, which makes going on pointless.
func (j *job) stuck() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.missing != nil || j.enough
}

// beyond reports whether a limit on all goroutines together was exceeded.
func (j *job) beyond() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.exceeded
}

// fruitless reports whether nothing has been found.
func (j *job) fruitless() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.findings) == 0 && j.ignored == 0
}

// walkOn makes random executions in so many worlds, which differ in the order of
// maps and in random numbers, until something is found or the budget is used
// up.
func (j *job) walkOn(early bool, worlds, walksEach int) {
	rng := rand.New(rand.NewPCG(j.o.Seed, 1))
	stop := func() bool { return j.over(1) || j.stuck() || !j.fruitless() }
	for ; worlds > 0 && !stop(); worlds-- {
		cfg := worldConfig{early: early && rng.IntN(2) == 0, mapSeed: rng.Uint64(), randSeed: rng.Uint64(), stop: j.outOfTime}
		w, err := j.factory.world(cfg)
		if err != nil {
			j.fail(err.Error())
			return
		}
		r := newRunner(w, func() bool {
			j.weigh(w)
			return stop()
		})
		r.limit = j.o.Limits.events()
		walks := newWalker(r, rng.Uint64())
		for n := 0; n < walksEach && !stop() && walks.walk(); n++ {
			j.executed(r, cfg)
		}
		w.close()
	}
}

// executed takes note of an execution of the hunt.
func (j *job) executed(r *runner, cfg worldConfig) {
	j.mu.Lock()
	j.hunted++
	j.mu.Unlock()
	if r.cut() {
		j.bound(j.o.Limits.eventBound())
	}
	j.note(r.w, r.choices, cfg, r.cost.preemptions+r.cost.early == 0)
	j.report(0, 0)
}

// note takes note of an execution that has ended: its faults, and whether
// something cut it. simple says that there is no simpler schedule. It reports
// whether a search that goes on as it began would leave something out: there
// was a racing access not known before, or it ought to be strict.
func (j *job) note(w world, choices []por.Choice, cfg worldConfig, simple bool) (again bool) {
	races, again := false, j.ended(w)
	for _, f := range w.faults() {
		races = races || f.kind == KindRace
		if j.spectator == nil && j.isNew(f) {
			j.confirm(w, f, choices, cfg, simple)
		}
	}
	if j.spectator != nil {
		j.watched(w, choices, cfg)
	}
	return races && j.watchMore(w.accesses()) || again
}

// ended takes note of how an execution ended, and reports whether searches
// have to be strict from now on.
func (j *job) ended(w world) (strict bool) {
	e := w.ending()
	if e.kind == endLimit {
		j.bound(e.bound)
	}
	if e.beside && j.o.Algorithm != One {
		j.bound(boundBeside)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.exceeded = j.exceeded || e.kind == endLimit && e.global
	j.exceeded = j.exceeded || e.kind == endStopped
	if e.kind == endMissing && j.missing == nil {
		j.missing = e.missing
	}
	if !j.begun {
		j.begun, j.skipped, j.output = true, e.skipped, string(w.output())
	}
	strict = e.overgiven && !j.strict
	j.strict = j.strict || e.overgiven
	return strict
}

// isNew reports whether a fault is the first of its sort, and remembers it.
func (j *job) isNew(f fault) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	known := j.isKnown(f)
	j.known[fault{kind: f.kind, where: f.where}] = true
	if f.what != "" {
		j.known[fault{kind: f.kind, what: f.what}] = true
	}
	return !known
}

// isKnown reports whether there was a fault of the same sort. j.mu is held.
func (j *job) isKnown(f fault) bool {
	return j.known[fault{kind: f.kind, where: f.where}] || f.what != "" && j.known[fault{kind: f.kind, what: f.what}]
}

// watchMore adds accesses to the watched ones.
func (j *job) watchMore(accesses []string) (grown bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.rounds >= maxRounds {
		return false
	}
	for _, a := range accesses {
		if !slices.Contains(j.watch, a) {
			j.watch = append(j.watch, a)
			grown = true
		}
	}
	if grown {
		slices.Sort(j.watch)
		j.rounds++
	}
	return grown
}

func (j *job) setPhase(name string) {
	j.mu.Lock()
	j.phase = name
	j.mu.Unlock()
	j.report(0, 0)
}

// report publishes progress, not too often.
func (j *job) report(executions int, estimate float64) {
	now := j.now()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.progress == nil || now.Sub(j.last) < progressEvery {
		return
	}
	j.last = now
	j.progress(Progress{
		Phase: j.phase, Executions: max(executions, j.hunted), Estimate: estimate, Elapsed: now.Sub(j.start),
	})
}

// boundBeside is the bound of a test in which something runs beside a bubble.
const boundBeside = "what runs beside a bubble of testing/synctest"

// bound remembers what cut an exploration.
func (j *job) bound(what string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !slices.Contains(j.bounds, what) {
		j.bounds = append(j.bounds, what)
	}
}

// fail remembers a fault of ours.
func (j *job) fail(what string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.internal == "" {
		j.internal = what
	}
}

// conclude turns what is known into a verdict.
func (j *job) conclude(res *Result, complete bool) {
	res.Findings, res.Ignored, res.Internal, res.Output = j.findings, j.ignored, j.internal, j.output
	res.Elapsed = j.now().Sub(j.start)
	if res.Executions == 0 {
		res.Executions, res.Algorithm = j.hunted, j.o.firstChoice()
	}
	slices.SortStableFunc(res.Findings, func(a, b *Finding) int { return boolInt(a.Timing) - boolInt(b.Timing) })
	switch {
	case len(j.findings) > 0:
		res.Verdict = Failed
	case j.internal != "":
		res.Verdict = Broken
	case j.missing != nil:
		res.Verdict, res.Missing = Unsupported, j.missing
	case complete && len(j.bounds) == 0:
		res.Verdict, res.Skipped = Verified, j.skipped
	default:
		res.Verdict, res.Bound = Incomplete, j.cut()
	}
}

// cut names the bound that cut the exploration: a limit of one execution
// before the budget of all of them.
func (j *job) cut() string {
	switch {
	case j.ctx.Err() != nil:
		return "cancelled"
	case len(j.bounds) > 0:
		return j.bounds[0]
	}
	return j.budgetBound()
}

func (j *job) budgetBound() string { return fmt.Sprintf("budget of %v", j.o.Budget) }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
