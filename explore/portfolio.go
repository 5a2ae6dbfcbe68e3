package explore

import (
	"sync"

	"github.com/mazurka-go/mazurka/por"
)

// This file decides which searches explore a test if nobody has chosen one.
//
// Most tests have few traces, and a stateless search is through with them before
// anything else has begun. Others have many more traces than states,
// or executions that differ in the order of what comes to the same; then states win,
// by orders of magnitude. There are also tests whose states are nearly all
// different: there they cost more by the step and save nothing. Which it
// is shows soon. So each search in question tries its luck for so many steps,
// which is as good as never for a test that is worth thinking about. If none
// has finished, that with the largest part of the whole behind it, of those that match states, is the
// most promising, and goes on beside the stateless one; the first of the two to be
// complete decides. How large a part it was is estimated from the tree
// explored ([por.Result.Estimate]): depth, choices and known states all show in it.
//
// What decided is remembered, test by test, beyond changes of the code. Next time
// there are no trials: if it was a search of states, it goes on beside the stateless
// one at once.
//
// Trials are measured in steps, so what is decided by them does not depend on
// the host.

// stateless is the search without states. stateful are those that match them, in
// the order in which they are tried, with what a step of them costs more than one of
// the first.
var (
	stateless = "source-dpor"
	stateful  = []candidate{{"dl-s-por", 1}, {"hybrid-por", 2}}
)

type candidate struct {
	name string
	cost float64
}

const (
	// statelessTrial and statefulTrial are the steps of a trial.
	statelessTrial = 40_000
	statefulTrial  = 20_000
	// hopeless is how much slower than the stateless search one that matches states
	// may seem to be and still be raced against it.
	hopeless = 20
)

// firstChoice is the search that decides most tests.
func (o *Options) firstChoice() string {
	if name := o.fixedAlgorithm(); name != "" {
		return name
	}
	return stateless
}

// decided reports whether the search has left nothing out.
func (r *searchResult) decided() bool { return r.Complete && len(r.bounds) == 0 }

// pace is how much of the whole a step explores, as far as can be told.
func (r *searchResult) pace() float64 {
	if r.Steps == 0 || r.Estimate <= 0 {
		return 0
	}
	return float64(r.Executions) / r.Estimate / float64(r.Steps)
}

// race explores by the search that was chosen, or decides which. again says that an
// execution has made a new round necessary.
func (j *job) race(ph phase, cfg worldConfig) (r searchResult, again bool) {
	if name := j.o.fixedAlgorithm(); name != "" {
		r, again = j.searchWith(&searching{algorithm: algorithm(name), ph: ph}, cfg)
	} else {
		r, again = j.decide(ph, cfg)
	}
	for _, b := range r.bounds {
		j.bound(b)
	}
	return r, again
}

func algorithm(name string) por.Algorithm {
	a, _ := por.Lookup(name)
	return a
}

// decide tries searches, and races those that are promising.
func (j *job) decide(ph phase, cfg worldConfig) (r searchResult, again bool) {
	rival := j.learned
	if rival == "" || rival == stateless {
		r, again = j.searchWith(&searching{algorithm: algorithm(stateless), ph: ph, steps: statelessTrial}, cfg)
		if again || r.decided() || j.done(ph) {
			return r, again
		}
		if rival == "" {
			var decided bool
			if rival, decided, again = j.try(ph, cfg, &r); decided || again {
				return r, again
			}
		}
	}
	names := []string{stateless}
	if rival != "" && rival != stateless {
		names = append(names, rival)
	}
	return j.raceOf(names, ph, cfg)
}

// done reports whether it is of no use to try another search.
func (j *job) done(ph phase) bool { return j.over(ph.share) || j.stuck() || j.beyond() }

// try gives the searches that match states a trial. r is what the stateless one came to
// in its own, and becomes what decides.
func (j *job) try(ph phase, cfg worldConfig, r *searchResult) (promising string, decided, again bool) {
	best := r.pace() / hopeless
	for _, c := range stateful {
		s, more := j.searchWith(&searching{algorithm: algorithm(c.name), ph: ph, steps: statefulTrial, optional: true}, cfg)
		s.timers = s.timers || r.timers
		if more || s.decided() {
			*r = s
			return c.name, s.decided(), more
		}
		if pace := s.pace() / c.cost; pace > best && !s.Endless {
			best, promising = pace, c.name
		}
		if j.done(ph) {
			return promising, true, false
		}
	}
	return promising, false, false
}

// raceOf runs searches side by side; the first complete one decides.
func (j *job) raceOf(names []string, ph phase, cfg worldConfig) (best searchResult, again bool) {
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		done = make(chan struct{})
		once sync.Once
	)
	finish := func() { once.Do(func() { close(done) }) }
	for i, name := range names {
		wg.Go(func() {
			defer j.recoverInternal(finish)
			r, more := j.searchWith(&searching{algorithm: algorithm(name), ph: ph, done: done, optional: i > 0}, cfg)
			mu.Lock()
			defer mu.Unlock()
			again = again || more
			r.timers = r.timers || best.timers
			switch {
			case best.name == "", r.decided() && !best.decided(), i == 0 && !best.decided():
				best = r
			}
			if r.decided() || more || i == 0 && r.Complete {
				finish()
			}
		})
	}
	wg.Wait()
	return best, again
}

// learnedName is the file that says what decided a test.
func learnedName(t *Test) string { return "learned/" + hashName(t.Package+"."+t.Name) }

// learned is the name of the search that has decided a test, "" if that is not known.
func (s store) learned(t *Test) string {
	b, err := s.read(learnedName(t))
	if err != nil {
		return ""
	}
	if name := string(b); name == stateless || candidateNamed(name) {
		return name
	}
	return ""
}

// learn remembers which search has decided a test.
func (s store) learn(t *Test, r *Result) {
	if r.Verdict == Verified && (r.Algorithm == stateless || candidateNamed(r.Algorithm)) {
		_, _ = s.write(learnedName(t), []byte(r.Algorithm)) // it is no loss
	}
}

func candidateNamed(name string) bool {
	for _, c := range stateful {
		if c.name == name {
			return true
		}
	}
	return false
}
