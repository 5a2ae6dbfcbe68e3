package por

import "slices"

// This file is what the searches have in common that show a part of the
// executions by design: those that sample (pct, pos, surw) and those with a
// bound on the schedules (preemption-bounding, delay-bounding).

// defaultSamples is how many executions are sampled if
// [Options.MaxExecutions] does not say.
const defaultSamples = 1000

// partial lists the searches of this kind.
func partial() []Algorithm {
	return []Algorithm{
		{"delay-bounding", "every execution with few delays of a round-robin scheduler", needsSystem, delayBounding},
		{"pct", "samples: random priorities and few changes of them; finds bugs of small depth", needsSystem, pct},
		{"pos", "samples: random priorities of events, drawn anew after races", needsSystem, pos},
		{"preemption-bounding", "every execution with few preemptions", needsSystem, preemptionBounding},
		{"surw", "samples: interleavings with equal probability, by the number of events left", needsSystem, surw},
	}
}

// Exhaustive reports whether the search leaves nothing out unless a limit of
// [Options] cuts it. One that is not samples and is never Complete, or has a
// bound on the schedules and is Complete only if that left nothing out.
func (a Algorithm) Exhaustive() bool {
	return !slices.ContainsFunc(partial(), func(p Algorithm) bool { return p.Name == a.Name })
}

// A strategy chooses the schedule of the executions that are sampled.
type strategy interface {
	// begin is called before every execution.
	begin()
	// pick returns the index of the choice to take in the present state.
	pick(enabled []Choice) int
	// done is told what became of that choice.
	done(e *Event)
	// end is called after every maximal execution, and after those cut.
	end()
}

// A sampler shows executions drawn at random, each from the initial state.
type sampler struct {
	walker
	foretold []Event // scratch
	pending  []Event // scratch
}

func newSampler(sys System, opts Options, visit Visitor) sampler {
	if opts.MaxExecutions == 0 {
		opts.MaxExecutions = defaultSamples
	}
	if opts.Seed == 0 {
		opts.Seed = 1
	}
	return sampler{walker: newWalker(sys, opts, visit)}
}

// run samples until a limit is hit.
func (s *sampler) run(by strategy) Result {
	s.progress = s
	for !s.halt {
		s.cut(0)
		s.seek(0)
		by.begin()
		if s.execute(by) {
			by.end()
		}
	}
	return s.finish()
}

// measure says how far the search has come: see progress.go.
func (s *sampler) measure() (part float64, memory int64) {
	part = float64(s.res.Executions) / float64(s.opts.MaxExecutions)
	return part, s.memory() + int64(cap(s.enabled))*8 + int64(cap(s.foretold)+cap(s.pending))*eventSize
}

// execute samples one execution and shows it. It reports false if a limit
// was hit on the way.
func (s *sampler) execute(by strategy) bool {
	for !s.halt {
		s.enabled = s.sys.Enabled(s.enabled[:0])
		if len(s.enabled) == 0 || s.deep() {
			s.show(len(s.enabled) > 0)
			return true
		}
		if len(s.enabled) > 1 {
			s.res.Choices++
		}
		c := s.enabled[by.pick(s.enabled)]
		by.done(s.extend(c))
	}
	return false
}

// foresee returns the events that choices, enabled at the end of the path,
// would become. They are valid until the next call.
func (s *sampler) foresee(choices []Choice) []Event {
	s.foretold = s.foretold[:0]
	if s.pend != nil {
		s.pending = s.pend.Pending(s.pending[:0])
		for _, c := range choices {
			k := slices.IndexFunc(s.pending, func(e Event) bool { return e.Choice == c })
			s.foretold = append(s.foretold, s.pending[k])
		}
		return s.foretold
	}
	for _, c := range choices {
		s.seek(len(s.events))
		s.foretold = append(s.foretold, s.step(c))
		s.astray = true
	}
	s.seek(len(s.events))
	return s.foretold
}

// among returns a random index of the choices of process p.
func (s *sampler) among(enabled []Choice, p Proc) int {
	first := slices.IndexFunc(enabled, func(c Choice) bool { return c.Proc == p })
	n := 1
	for first+n < len(enabled) && enabled[first+n].Proc == p {
		n++
	}
	return first + s.rng.n(n)
}

// priority draws a priority. It is larger than any number of change points.
func (s *sampler) priority() uint64 { return 1<<32 + uint64(s.rng.n(1<<62)) }

// grow makes list long enough for index p.
func grow[T any](list []T, p Proc) []T {
	for int(p) >= len(list) {
		var zero T
		list = append(list, zero)
	}
	return list
}
