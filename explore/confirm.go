package explore

import (
	"fmt"
	"runtime/debug"

	"github.com/mazurka-go/mazurka/por"
)

// name gives the choices of a world their stable names.
func name(w world, choices []por.Choice) []NamedChoice {
	list := make([]NamedChoice, len(choices))
	for i, c := range choices {
		list[i] = NamedChoice{w.procName(c.Proc), w.altName(c)}
	}
	return list
}

// resolve is the inverse of name, in another world perhaps. bad is the index
// of the first choice that names nothing, -1 if there is none.
func resolve(w world, list []NamedChoice) (choices []por.Choice, bad int) {
	for i, n := range list {
		p, ok := w.proc(n.Goroutine)
		if !ok {
			return nil, i
		}
		alt, ok := w.alt(p, n.Alternative)
		if !ok {
			return nil, i
		}
		choices = append(choices, por.Choice{Proc: p, Alt: alt})
	}
	return choices, -1
}

// confirm takes a fault of the execution of w to a finding: it minimises the
// schedule, unless it is simple, executes it once more in a fresh world, and
// publishes the finding. w itself is not moved.
func (j *job) confirm(w world, f fault, choices []por.Choice, cfg worldConfig, simple bool) {
	best := name(w, choices)
	cfg.stop = j.cancelled
	if !simple {
		var ok bool
		if best, ok = j.minimized(f, best, cfg); !ok {
			return
		}
	}
	finding := j.again(f, best, cfg)
	if finding == nil {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.accept(finding) {
		j.ignored++
		return
	}
	if len(j.findings) == 0 {
		now := j.now()
		grace := max(graceTime, 2*now.Sub(j.start))
		if end := now.Add(grace); end.Before(j.end) {
			j.end = end
		}
	}
	j.findings = append(j.findings, finding)
}

// minimized replays the schedule in a fresh world and minimises it there.
func (j *job) minimized(f fault, names []NamedChoice, cfg worldConfig) ([]NamedChoice, bool) {
	w, err := j.factory.world(cfg)
	if err != nil {
		j.fail(err.Error())
		return nil, false
	}
	defer w.close()
	choices, bad := resolve(w, names)
	if bad < 0 {
		r := newRunner(w, nil)
		r.reset()
		if bad = r.replay(choices); bad == len(choices) && r.shows(f) {
			deadline := j.now().Add(minimizeTime)
			stop := func() bool { return j.cancelled() || j.now().After(deadline) }
			best := minimize(w, f, choices, minimizeRuns, stop)
			return name(w, best.choices), true
		}
	}
	j.fail(fmt.Sprintf("a schedule that showed a %s (%s) does not reproduce it: choice %d of %d", f.kind, f.where, bad, len(names)))
	return nil, false
}

// again executes a minimised schedule in a fresh world and tells what it
// shows.
func (j *job) again(f fault, names []NamedChoice, cfg worldConfig) *Finding {
	w, err := j.factory.world(cfg)
	if err != nil {
		j.fail(err.Error())
		return nil
	}
	defer w.close()
	choices, bad := resolve(w, names)
	r := newRunner(w, nil)
	if bad < 0 {
		var story *telling
		if story, bad = tell(r, choices, func(g fault) bool { return g == f }); bad == len(choices) && r.shows(f) {
			finding, sides := w.describe(f)
			story.finish(sides)
			finding.Preemptions = r.cost.preemptions
			// Even if nothing could have been done instead of letting time pass,
			// who else had come how far by then is a matter of timing.
			finding.Timing = r.cost.early > 0 || cfg.early && j.punctual
			finding.Interleaving = story.out
			finding.Schedule = &Schedule{
				Code: finding.Code, Where: f.where, Message: finding.Message,
				EarlyTimers: cfg.early, Ticking: cfg.ticking, Faults: cfg.faults, MapSeed: cfg.mapSeed, RandSeed: cfg.randSeed, Watch: cfg.watch,
				Choices: names,
			}
			return finding
		}
	}
	j.fail(fmt.Sprintf("a schedule of a %s (%s) does not reproduce it in a fresh machine: choice %d of %d", f.kind, f.where, bad, len(names)))
	return nil
}

// recoverInternal turns a panic of ours into the job's failure. It is
// deferred by the goroutines of a job.
func (j *job) recoverInternal(then func()) {
	if v := recover(); v != nil {
		j.fail(internalText(v))
	}
	then()
}

// internalText tells of a panic of ours, from the function that recovered it.
func internalText(v any) string {
	return fmt.Sprintf("internal error: %v\n\n%s", v, debug.Stack())
}
