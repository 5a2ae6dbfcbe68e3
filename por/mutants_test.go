package por_test

import (
	"flag"
	"testing"

	"github.com/mazurka-go/mazurka/internal/planted"
)

// A fault is planted in a search: in file, old becomes new.
type fault struct {
	search, file, what, old, new string
}

// mutants are the faults to plant, each with the tests that must notice it
// when they are run for that search only.
var mutants []struct {
	fault
	oracle string
}

// plant adds faults that the tests whose names match oracle must notice.
func plant(oracle string, faults ...fault) bool {
	for _, f := range faults {
		mutants = append(mutants, struct {
			fault
			oracle string
		}{f, oracle})
	}
	return true
}

var _ = plant("^TestTraceSearches",
	fault{"sleep", "sleep.go", "nothing ever sleeps", "s.sleep.add(&s.events[top], digestOf(&s.events[top]))", ""},
	fault{"sleep", "sleepstack.go", "sleep sets never shrink", "!Dependent(&f.Event, e)", "e.Op < 99"},
	fault{"sleep", "sleepstack.go", "the filter is inverted", "f.digest.apart(d) || !Dependent(&f.Event, e)", "!f.digest.apart(d) && Dependent(&f.Event, e)"},
	fault{"sleep", "sleepstack.go", "alternatives sleep with one another", "t.choice == c", "t.choice.Proc == c.Proc"},
	fault{"sleep", "sleep.go", "the first choice is left out", "sleepNode{lo, lo,", "sleepNode{lo, min(lo+1, len(s.choices)),"},
	fault{"sleep", "dependence.go", "reads commute with writes", "set(0, Read, Read, Await)", "set(0, Read, Read, Await, Write)"},
	fault{"sleep", "dependence.go", "acquires commute", "set(both, Acquire, Acquire, Share, Await)", "set(0, Acquire, Acquire)"},

	fault{"source-dpor", "probe.go", "blocked operations are not looked at", "!slices.Contains(enabled, e.Choice)", "false"},
	fault{"source-dpor", "probe.go", "alternatives are not looked for", "(s.rival || s.contested || ends)", "s.rival && s.contested && ends"},
	fault{"source-dpor", "probe.go", "a target is not brought up first", "if brings(k, last) ||", "if last < 0 && brings(k, last) ||"},
	fault{"source-dpor", "race.go", "a Release hides the Acquire", "if waits && n == Release && !shared {", "if shared && !shared {"},
	fault{"source-dpor", "race.go", "of several candidates only the first counts", "if clock[c.proc] > c.position {", "if c != h.cands[0] {"},
	fault{"source-dpor", "race.go", "Share does not bother who waits", "h.probes = append(h.probes, probe{i, h.target})\n\t\t\tshared", "shared"},
	fault{"source-dpor", "sourcedpor.go", "blocked executions are not searched", "s.res.Blocked++\n\ts.findRaces()", "s.res.Blocked++"},
	fault{"source-dpor", "sourcedpor.go", "any choice explored covers a race", "return slices.Contains(s.levels[level].todo, c) ||", "return len(s.levels[level].todo) > 1 || slices.Contains(s.levels[level].todo, c) ||"},
	fault{"source-dpor", "sleepstack.go", "sleep sets never shrink", "!Dependent(&f.Event, e)", "e.Op < 99"},
	fault{"source-dpor", "happens.go", "what others have done does not count", "s.recent = max(s.recent, i+1)", ""},
	fault{"source-dpor", "happens.go", "cutting forgets too much", "h.objects.heads[s.object[a]] = s.prev[a]", "h.objects.heads[s.object[a]] = 0"},

	fault{"dpor", "dpor.go", "sleeping processes count as added", "slices.Contains(s.sets.enabledAt(level), c) && !s.sleep.has(level, c)", "slices.Contains(s.sets.enabledAt(level), c)"},
	fault{"dpor", "probe.go", "blocked operations are not looked at", "!slices.Contains(enabled, e.Choice)", "false"},
	fault{"dpor", "dpor.go", "who cannot move counts as added", "if !s.awake(level, c) {", "if !s.awake(level, c) && level < 0 {"},
	fault{"dpor", "sleepstack.go", "sleep sets never shrink", "!Dependent(&f.Event, e)", "e.Op < 99"},
	fault{"dpor", "dpor.go", "blocked executions are not searched", "s.res.Blocked++\n\ts.findRaces()", "s.res.Blocked++"},
	fault{"dpor", "race.go", "a Release hides the Acquire", "if waits && n == Release && !shared {", "if shared && !shared {"},

	fault{"optimal-dpor", "optimaldpor.go", "what sleeps is inserted", "if s.covers(t) {", "if t.at < 0 {"},
	fault{"optimal-dpor", "probe.go", "old races are never looked at again", "b.fresh[i] = 2", "b.fresh[i] = 1"},
	fault{"optimal-dpor", "optimaldpor.go", "the second event of a race is left out", "\ts.then(j, true)\n", ""},
	fault{"optimal-dpor", "optimaldpor.go", "what conflicts is not left out", "drop := !d.apart(s.history.steps[k].digest) && Dependent(q, &s.events[k])", "drop := false"},
	fault{"optimal-dpor", "wakeup.go", "initials are not taken out", "v = without(v, k)", "v = without(v, min(k, -1))"},
	fault{"optimal-dpor", "wakeup.go", "only the first branch is compared", "if !ok {\n\t\t\t\tcontinue", "if !ok {\n\t\t\t\tbreak"},
	fault{"optimal-dpor", "wakeup.go", "an initial must come first", "case !Dependent(&e.Event, g):", "case e == nil:"},
	fault{"optimal-dpor", "wakeup.go", "dependence does not matter", "case !Dependent(&e.Event, g):", "case e != nil:"},
	fault{"optimal-dpor", "probe.go", "blocked operations are not looked at", "!slices.Contains(enabled, e.Choice)", "false"},
	fault{"optimal-dpor", "probe.go", "alternatives are not looked for", "(s.rival || s.contested || ends)", "s.rival && s.contested && ends"},
	fault{"optimal-dpor", "race.go", "a Release hides the Acquire", "if waits && n == Release && !shared {", "if shared && !shared {"},
)

var _ = plant("^TestParallel",
	fault{"parallel", "sharednodes.go", "what is under way counts as explored", "n.below[b].whole || len(v) == 0", "b >= 0"},
	fault{"parallel", "sharednodes.go", "branches under way are not looked at", "i < len(n.branches) && b < 0", "i < from && b < 0"},
	fault{"parallel", "parallel.go", "branches taken before do not sleep", "s.sleep.add(&events[b].Event, events[b].digest)", "_ = b"},
	fault{"parallel", "parallel.go", "what is behind a sequence need not be whole", "whole := children == 0 || firm", "whole := children == 0 || firm || at.via > 0"},
	fault{"parallel", "parallel.go", "what is pending is not shared", "n.pending = t.adopt(&s.tree, s.levels[i].pending)", ""},
	fault{"parallel", "sharednodes.go", "what is inserted is not announced", "at.node.open = at.via", ""},
	fault{"parallel", "parallel.go", "races with what is shared are not reversed", "p.insert(sh.path[i].node, sh.path[i].via+1, s.v)", ""},
)

var allMutants = flag.Bool("por.mutants", false, "test all mutants, not just the first of each search")

// TestMutants plants each fault and sees the oracles fail.
func TestMutants(t *testing.T) {
	if planted.UnderWay() {
		return
	}
	tested := map[string]bool{}
	for _, m := range mutants {
		f := planted.Fault{File: m.file, What: m.what, Old: m.old, New: m.new}
		t.Run(m.search+"/"+f.Name(), func(t *testing.T) {
			f.Source(t)
			if tested[m.search] && !*allMutants {
				return
			}
			tested[m.search] = true
			t.Parallel()
			f.Noticed(t, "-run="+m.oracle, "-por.systems=3000", "-por.search="+m.search)
		})
	}
}
