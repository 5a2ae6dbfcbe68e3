package explore

import (
	"math"
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// This file lets searches of one test take turns. Each is in a goroutine of its
// own, of which one runs at a time: it works until its turn is over, which it
// notices when it asks whether to stop.

// asking is after how many steps a search asks, at the latest.
const asking = 1 << 10

// A contest is several searches of a test, of which one decides.
type contest struct {
	j     *job
	field []*entrant // those that are not over
	best  searchResult
	again bool
}

// An entrant is a search in a contest.
type entrant struct {
	contender
	spent  float64     // cost of all its turns
	begun  float64     // what it had spent when it began anew
	way    []milestone // since then
	seen   *por.Result // what it has come to so far
	held   uint64      // by its world
	turn   float64     // what is left of its turn
	goOn   chan bool   // begins a turn; false: give up
	paused chan bool   // ends it; closed when it is over
	r      searchResult
	again  bool
}

// newContest enters the searches, the one that has decided the test before as the
// first.
func newContest(j *job, ph phase, cfg worldConfig) *contest {
	c := &contest{j: j}
	for i, k := range contenders {
		e := &entrant{contender: k, seen: new(por.Result), goOn: make(chan bool), paused: make(chan bool)}
		c.field = append(c.field, e)
		go func() {
			defer close(e.paused)
			if <-e.goOn {
				defer j.recoverInternal(func() {})
				e.r, e.again = j.searchWith(&searching{algorithm: algorithm(e.name), ph: ph, optional: i > 0, contest: c, entrant: e}, cfg)
			}
		}()
	}
	if i := slices.IndexFunc(c.field, func(e *entrant) bool { return e.name == j.learned }); i > 0 {
		c.field[0], c.field[i] = c.field[i], c.field[0]
	}
	return c
}

// run lets the searches take turns until one has decided. Otherwise the result is that
// of the first contender.
func (c *contest) run() (searchResult, bool) {
	for len(c.field) > 0 && !c.best.Complete && !c.again {
		e, cost := c.next()
		e.turn += cost
		c.let(e, true)
	}
	for len(c.field) > 0 {
		c.let(c.field[0], false)
	}
	return c.best, c.again
}

// let gives a search its turn, or has it give up.
func (c *contest) let(e *entrant, goOn bool) {
	e.goOn <- goOn
	_, pauses := <-e.paused
	if pauses {
		return
	}
	c.field = slices.DeleteFunc(c.field, func(other *entrant) bool { return other == e })
	timers := c.best.timers || e.r.timers
	// What the first contender leaves out although it is complete, the others do, too.
	if e.r.decided() || e.name == contenders[0].name && !c.best.Complete {
		c.best = e.r
	}
	c.best.timers = timers
	c.again = c.again || e.again
}

// asked is called by a search that asks whether to stop. It waits while others have
// their turns, and reports whether to give up.
func (e *entrant) asked() (giveUp bool) {
	e.spent += asking * e.cost
	if common := e.seen.Common; e.seen.Executions > 0 && (len(e.way) == 0 || common < e.common()) {
		e.way = append(e.way, milestone{common, e.spent - e.begun})
	}
	if e.turn -= asking * e.cost; e.turn > 0 {
		return false
	}
	e.paused <- true
	return !<-e.goOn
}

// weigh tells the guard what the worlds of all searches hold.
func (c *contest) weigh(e *entrant, w world) {
	if c.j.guard == nil {
		return
	}
	e.held = w.held()
	sum := uint64(0)
	for _, e := range c.field {
		sum += e.held
	}
	c.j.guard.weigh(c.j, sum)
}

// anew notes that the search begins anew.
func (e *entrant) anew() { e.begun, e.way = e.spent, e.way[:0] }

// A milestone is what it has cost until all executions have had no more in common
// than a prefix of some length.
type milestone struct {
	common int
	cost   float64
}

// unknown is longer than any execution.
const unknown = math.MaxInt

// common is the length of the prefix that all executions so far have in common.
func (e *entrant) common() int {
	if len(e.way) == 0 {
		return unknown
	}
	return e.way[len(e.way)-1].common
}

// costOf is what it has cost to come to a prefix no longer than that. It has.
func (e *entrant) costOf(common int) float64 {
	return e.way[slices.IndexFunc(e.way, func(m milestone) bool { return m.common <= common })].cost
}

// commonAfter is the length of the prefix after some cost, or that at the end.
func (e *entrant) commonAfter(cost float64) int {
	i := slices.IndexFunc(e.way, func(m milestone) bool { return m.cost >= cost })
	if i < 0 {
		return e.common()
	}
	return e.way[i].common
}
