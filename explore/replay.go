package explore

import (
	"context"
	"fmt"
	"slices"
)

// Replay executes a schedule against the code in the snapshot and tells what
// happens. The error is a *[ScheduleError] if the schedule does not fit the code.
func (s *Session) Replay(ctx context.Context, snap *Snapshot, sched *Schedule) (*Interleaving, error) {
	t := snap.Lookup(sched.Package, sched.Test)
	if t == nil {
		return nil, &ScheduleError{Reason: fmt.Sprintf("there is no test %s in package %s", sched.Test, sched.Package), Changed: true}
	}
	if t.pkg.target.Broken() {
		return nil, fmt.Errorf("package %s does not compile: %s", t.Package, t.pkg.Errors[0].Message)
	}
	changed := t.pkg.target.Hash != sched.Sources
	p, err := s.acquire(ctx, t)
	if err != nil {
		return nil, err
	}
	defer s.release(p)
	if p.init != nil {
		return replayInit(t, p)
	}
	cfg := sched.config()
	cfg.stop = func() bool { return ctx.Err() != nil }
	w, err := p.factory(t, Limits{}).world(cfg)
	if err != nil {
		return nil, &ScheduleError{Reason: err.Error(), Changed: changed}
	}
	defer w.close()
	told, done := replayIn(ctx, w, sched)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	story := told.out
	story.Package, story.Test = t.Package, t.Name
	var parties []side
	seen := map[fault]bool{}
	for _, f := range w.faults() {
		if seen[f] {
			continue
		}
		seen[f] = true
		finding, sides := w.describe(f)
		if sched.shows(f) {
			parties = sides
		}
		story.Findings = append(story.Findings, finding)
	}
	told.finish(parties)
	if done < len(sched.Choices) {
		return nil, mismatch(changed, fmt.Sprintf("choice %d of %d (%s) is not possible", done+1, len(sched.Choices), sched.Choices[done].Goroutine))
	}
	if sched.Code != "" && !showsSchedule(w, sched) {
		return nil, mismatch(changed, fmt.Sprintf("all %d choices are possible, but %s (%s) does not happen", len(sched.Choices), sched.Code, sched.Where))
	}
	return story, nil
}

// replayIn follows the schedule as far as it goes.
func replayIn(ctx context.Context, w world, sched *Schedule) (*telling, int) {
	choices, bad := resolve(w, sched.Choices)
	if bad >= 0 {
		choices, _ = resolve(w, sched.Choices[:bad])
	}
	return tell(newRunner(w, func() bool { return ctx.Err() != nil }), choices, sched.shows)
}

// shows reports whether a fault is the one that the schedule leads to.
func (s *Schedule) shows(f fault) bool { return f.kind.Code() == s.Code && f.where == s.Where }

// showsSchedule reports whether the finding of the schedule has happened.
func showsSchedule(w world, sched *Schedule) bool {
	return slices.ContainsFunc(w.faults(), sched.shows)
}

// mismatch says why a schedule does not fit.
func mismatch(changed bool, what string) *ScheduleError {
	if changed {
		return &ScheduleError{Reason: "the code has changed since the schedule was recorded: " + what, Changed: true}
	}
	return &ScheduleError{Reason: "the schedule does not replay, although the code is the same: " + what}
}

// replayInit tells of a program that does not get beyond its initialisation.
func replayInit(t *Test, p *program) (*Interleaving, error) {
	f, missing, bound := p.initFault()
	switch {
	case missing != nil:
		return nil, fmt.Errorf("package initialisation: %s", missing.What)
	case f == nil:
		return nil, fmt.Errorf("package initialisation: %s", bound)
	}
	story := f.Interleaving
	story.Package, story.Test, story.Findings = t.Package, t.Name, []*Finding{f}
	return story, nil
}
