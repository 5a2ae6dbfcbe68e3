package explore

import (
	"math"

	"github.com/mazurka-go/mazurka/por"
)

// This file decides which searches explore a test if nobody has chosen one.
//
// Most tests have few traces, and a stateless search is through with them before
// anything else has begun. Others have many more traces than states,
// or executions that differ in the order of what comes to the same; then states win,
// by orders of magnitude. There are also tests whose states are nearly all
// different: there they cost more by the step and save nothing. Which it
// is shows soon. So the searches take turns (contest.go): first each tries its luck,
// which is as good as never for a test that is worth thinking about; then the one that
// seems to be through first gets most of the time, and the other enough of it to
// show that this was wrong. The first to be complete decides.
//
// All of them go depth first, and add what else is to be explored as they go. So how large
// the whole is cannot be told from what is known to be left. But to be through with all
// that follows a prefix is the same task for each of them: the prefix that all executions so far
// have in common ([por.Result.Common]) gets shorter, and how much it has cost to come to the same
// length says who is ahead. Whether that changes on the way tells how it goes on.
//
// What decided is remembered, test by test, beyond changes of the code. Next time
// that one begins.
//
// Turns are measured in steps, so what is decided by them does not depend on
// the host.

// contenders are the searches that take turns, with what a step of them costs more
// than one of the first, which is the one without states.
var contenders = []contender{
	{name: "optimal-dpor", cost: 1},
	{name: "dl-s-por", cost: 3},
}

type contender struct {
	name string
	cost float64
}

const (
	// trial is the cost of the first turn of a search, favoured that of one that is
	// known to be good for the test. Costs are in steps of the first search.
	trial    = 8 << 10
	favoured = 128 << 10
	// leastTurn is the least cost of a later turn; otherwise it is such a part of what
	// was spent so far.
	leastTurn = 4 << 10
	turnShare = 1. / 8
	// outsider is the largest and hopeless the smallest part of what the favourite has
	// spent that another search may spend; the first is for one that seems to be as good.
	outsider = 1. / 2
	hopeless = 1. / 32
)

// firstChoice is the search that decides most tests.
func (o *Options) firstChoice() string {
	if name := o.fixedAlgorithm(); name != "" {
		return name
	}
	return contenders[0].name
}

// decided reports whether the search has left nothing out.
func (r *searchResult) decided() bool { return r.Complete && len(r.bounds) == 0 }

// race explores by the search that was chosen, or lets several take turns. again says
// that an execution has made a new round necessary.
func (j *job) race(ph phase, cfg worldConfig) (r searchResult, again bool) {
	if name := j.o.fixedAlgorithm(); name != "" {
		r, again = j.searchWith(&searching{algorithm: algorithm(name), ph: ph}, cfg)
	} else {
		r, again = newContest(j, ph, cfg).run()
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

// next is whose turn it is, and how much that may cost.
func (c *contest) next() (e *entrant, cost float64) {
	for _, e := range c.field {
		if first := e.firstTurn(c.j.learned); e.spent < first {
			return e, first - e.spent
		}
	}
	favourite, least, spent := c.field[0], 1., 0.
	for _, e := range c.field {
		spent += e.spent
		if lead := e.compared(c.field[0]); lead < least {
			favourite, least = e, lead
		}
	}
	cost = max(leastTurn, spent*turnShare)
	for _, e := range c.field {
		share := max(outsider*least/max(e.compared(c.field[0]), least), hopeless)
		if e != favourite && e.spent < share*favourite.spent {
			return e, min(cost, share*favourite.spent-e.spent)
		}
	}
	return favourite, cost
}

// firstTurn is the cost of its first turn.
func (e *entrant) firstTurn(learned string) float64 {
	if e.name == learned {
		return favoured
	}
	return trial
}

// maxTrend bounds how far ahead a trend is thought to go on, as a multiple of the way for
// which it was seen.
const maxTrend = 2

// compared is what the whole is expected to cost e as a multiple of what it costs
// other.
func (e *entrant) compared(other *entrant) float64 {
	at := max(e.common(), other.common())
	if e == other || at == unknown {
		return 1
	}
	ratio := e.costOf(at) / other.costOf(at)
	// Early figures are rough.
	from := min(e.commonAfter(trial), other.commonAfter(trial))
	if from <= at {
		return ratio
	}
	trend := ratio / (e.costOf(from) / other.costOf(from))
	return ratio * math.Pow(trend, min(float64(at)/float64(from-at), maxTrend))
}

// learnedName is the file that says what decided a test.
func learnedName(t *Test) string { return "learned/" + hashName(t.Package+"."+t.Name) }

// learned is the name of the search that has decided a test, "" if that is not known.
func (s store) learned(t *Test) string {
	b, err := s.read(learnedName(t))
	if err != nil || !contends(string(b)) {
		return ""
	}
	return string(b)
}

// learn remembers which search has decided a test.
func (s store) learn(t *Test, r *Result) {
	if r.Verdict == Verified && contends(r.Algorithm) {
		_, _ = s.write(learnedName(t), []byte(r.Algorithm)) // it is no loss
	}
}

func contends(name string) bool {
	for _, c := range contenders {
		if c.name == name {
			return true
		}
	}
	return false
}
