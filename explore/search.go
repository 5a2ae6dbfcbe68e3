package explore

import (
	"math"

	"github.com/mazurka-go/mazurka/por"
)

// Auto is the name of the portfolio.
const Auto = "auto"

// maxUnordered is how often a search begins anew because of memory that turns
// out to be shared without a lock, before all memory is taken to be.
const maxUnordered = 12

// Algorithms returns the names of the searches that [Options].Algorithm may
// name, "auto" first.
func Algorithms() []string {
	list := []string{Auto, One}
	for _, a := range por.Algorithms() {
		if ValidAlgorithm(a.Name) {
			list = append(list, a.Name)
		}
	}
	return list
}

// AlgorithmDoc is a line on what a search promises.
func AlgorithmDoc(name string) string {
	switch name {
	case One:
		return oneDoc
	case Auto:
		return "a short hunt, then optimal-dpor and dl-s-por in turns; the first complete one decides"
	}
	a, _ := por.Lookup(name)
	return a.Doc
}

// CountsStates reports whether what a search explores is counted in states rather than
// in executions, because it goes on from each state once.
func CountsStates(algorithm string) bool {
	a, ok := por.Lookup(algorithm)
	return ok && a.MatchesStates()
}

// ValidAlgorithm reports whether there is a search of that name for tests.
func ValidAlgorithm(name string) bool {
	a, ok := por.Lookup(name)
	return ok && (a.Needs((*farWorld)(nil)) == "" || a.Needs((*relatedWorld)(nil)) == "") || name == Auto || name == One || name == ""
}

// fixedAlgorithm is the one search asked for, empty for the portfolio.
func (o *Options) fixedAlgorithm() string {
	if o.Algorithm == Auto {
		return ""
	}
	return o.Algorithm
}

// A searchResult is what the searches of one phase came to.
type searchResult struct {
	por.Result
	name   string
	timers bool
	bounds []string // what it leaves out by its nature
}

// add adds the numbers of a phase to the result.
func add(res *Result, r searchResult) {
	res.Algorithm = r.name
	res.Executions += int(r.Executions)
	res.Blocked += int(r.Blocked)
	res.States += int(r.States)
	res.Transitions += int(r.Transitions)
	res.Estimate = finite(res.Estimate + r.Estimate)
}

// finite is an estimate that can be written as a number: 0 if there is none.
func finite(estimate float64) float64 {
	if math.IsNaN(estimate) {
		return 0
	}
	return min(estimate, math.MaxFloat64)
}

// search explores systematically. Whenever a race is found, its accesses
// become visible and the search starts again; so it does, once, if it has to
// be strict.
func (j *job) search(ph phase) searchResult {
	j.setPhase(ph.name)
	for {
		j.mu.Lock()
		cfg := worldConfig{early: ph.early, faults: ph.faults, stop: j.outOfTime, watch: append([]string(nil), j.watch...), strict: j.strict}
		j.mu.Unlock()
		r, again := j.round(ph, cfg)
		if !again {
			return r
		}
	}
}

// round explores together, and if that does not decide, with the portfolio.
// again says that an execution has made a new round necessary.
func (j *job) round(ph phase, cfg worldConfig) (r searchResult, again bool) {
	var seen *sighting
	if name := j.o.together(); name != "" {
		if r, seen = j.together(name, ph, cfg); seen == nil {
			return r, false
		}
	}
	r, again = j.race(ph, cfg)
	if seen != nil && !r.Complete && !again {
		again = j.noteSighting(seen, cfg) && !j.over(ph.share)
	}
	return r, again
}

// A searching says how one search is to explore.
type searching struct {
	algorithm por.Algorithm
	ph        phase
	// optional says that it does not matter if the world is not made for it.
	optional bool
	// contest, if not nil, is what it takes part in, as entrant.
	contest *contest
	entrant *entrant
}

// over reports whether to give up, perhaps after a pause.
func (s *searching) over(j *job, w world) bool {
	if s.contest == nil {
		j.weigh(w)
	} else {
		s.contest.weigh(s.entrant, w)
		if s.entrant.asked() {
			return true
		}
	}
	return j.over(j.share(s.ph, w))
}

// searchWith runs one search. again says that an execution has made a new round
// necessary.
func (j *job) searchWith(s *searching, cfg worldConfig) (r searchResult, again bool) {
	r.name = s.algorithm.Name
	cfg.matching = s.algorithm.MatchesStates()
	w, err := j.factory.world(cfg)
	if err != nil {
		j.fail(err.Error())
		return r, false
	}
	defer w.close()
	sys := shown(w, s.algorithm)
	if lack := s.algorithm.Needs(sys); lack != "" {
		if !s.optional {
			j.fail("the search " + r.name + " needs a system with " + lack)
		}
		return r, false
	}
	tries, late := 0, false
	unordered := func() bool {
		late = w.unordered(tries >= maxUnordered) || outgrown(sys, false) || late
		return late
	}
	over := func() bool { return s.over(j, w) }
	cut := false
	var choices []por.Choice
	visit := func(x *por.Execution) bool {
		choices = choices[:0]
		for i := range x.Events {
			choices = append(choices, x.Events[i].Choice)
		}
		cut = cut || x.Cut
		again = j.note(w, choices, cfg, false)
		if s.entrant != nil {
			s.entrant.seen = x.Result
		}
		j.report(int(x.Result.Executions), finite(x.Result.Estimate))
		return !again && !unordered() && !j.stuck() && !j.beyond()
	}
	opts := por.Options{
		Seed: j.o.Seed, MaxDepth: j.o.Limits.events(),
		Stop: func() bool { return unordered() || over() },
	}
	for more := true; more; tries++ {
		if s.entrant != nil {
			s.entrant.anew()
		}
		begin(sys)
		w.unordered(tries >= maxUnordered) // what came up before is known to the search
		late = false
		r.Result = por.Search(r.name, sys, opts, visit)
		j.addUp(r.Result, w)
		if more = (unordered() || outgrown(sys, true)) && !again; more && over() {
			more, r.Complete, r.Bound = false, false, "stop"
		}
	}
	r.timers = w.timers()
	if cut {
		r.bounds = append(r.bounds, j.o.Limits.eventBound())
	}
	if !r.Complete && !s.algorithm.Exhaustive() {
		r.bounds = append(r.bounds, r.name+" explores a part of the executions only")
	}
	if r.Endless {
		r.bounds = append(r.bounds, "executions that come back to an earlier state")
	}
	return r, again && !over()
}

// share is the part of the budget that a phase may use: all of it for the one
// search asked for, as long as it looks as if no phase came after it.
func (j *job) share(ph phase, w world) float64 {
	if j.o.fixedAlgorithm() != "" && j.o.Faults == 0 && !w.timers() {
		return 1
	}
	return ph.share
}

// addUp adds a search to what all together have done.
func (j *job) addUp(r por.Result, w world) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.searches++
	t := &j.total
	t.Executions += r.Executions
	t.Blocked += r.Blocked
	t.Matched += r.Matched
	t.States += r.States
	t.Transitions += r.Transitions
	t.Steps += r.Steps
	t.Choices += r.Choices
	t.Memory = max(t.Memory, r.Memory+int64(w.held()))
}
