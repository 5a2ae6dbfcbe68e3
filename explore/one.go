package explore

import "github.com/mazurka-go/mazurka/por"

// One is the name of the algorithm that makes a single execution, under a
// fair schedule and without early timers: what go test does, with the eyes of
// the machine. It never verifies.
const One = "one"

const oneDoc = "a single execution under a fair schedule: finds what any execution shows, verifies nothing"

// onePath is how many events of the execution are remembered at least, for
// what can be seen from them.
const onePath = 1 << 17

// Limits of that execution. It is not repeated, so it may take more than one
// of many.
const (
	oneEvents     = 50_000_000
	oneSteps      = 20_000_000_000
	oneMemory     = 1 << 30
	oneGoroutines = 100_000
)

// forOne fills in the limits that were left zero.
func (l Limits) forOne() Limits {
	def := func(v, d int) int {
		if v == 0 {
			return d
		}
		return v
	}
	l.Events = def(l.Events, oneEvents)
	l.Goroutines = def(l.Goroutines, oneGoroutines)
	l.Steps = int64(def(int(l.Steps), oneSteps))
	l.LocalSteps = int64(def(int(l.LocalSteps), oneSteps))
	l.Memory = uint64(def(int(l.Memory), oneMemory))
	return l
}

// once makes the one execution and fills in what follows from that.
func (j *job) once(res *Result) {
	cfg := worldConfig{ticking: true, stop: j.outOfTime}
	w, err := j.factory.world(cfg)
	if err != nil {
		j.fail(err.Error())
		return
	}
	defer w.close()
	j.setPhase(One)
	r := newRunner(w, j.outOfTime)
	r.limit = j.o.Limits.events()
	r.reset()
	t := newTurns(j.o.Seed)
	for len(r.look()) > 0 {
		if r.stopped() {
			j.bound(j.budgetBound())
			return
		}
		r.take(r.enabled[next(t, offer{w, r.enabled})])
		if f, ok := w.(*fairWorld); ok && len(f.path) >= 2*onePath {
			f.forget(onePath)
		}
	}
	if r.cut() {
		j.bound(j.o.Limits.eventBound())
	}
	j.note(w, r.choices, cfg, true)
	if w.ending().kind == endStopped {
		j.bound(j.budgetBound())
	}
	j.bound("one execution")
	n := len(r.choices)
	res.Algorithm, res.Executions, res.Transitions, res.States, res.Skipped = One, 1, n, n+1, j.skipped
}

// An offer is the choices of a world as the scheduler by turns sees them.
type offer struct {
	w       world
	choices []por.Choice
}

func (o offer) size() int           { return len(o.choices) }
func (o offer) owner(i int) int32   { return int32(o.choices[i].Proc) }
func (o offer) fallback(i int) bool { return o.w.altName(o.choices[i]) == "default" }
