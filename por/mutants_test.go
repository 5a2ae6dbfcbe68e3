package por_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutants are faults planted in the searches: in file, old becomes new. The
// oracles for search must notice each of them.
var mutants = []struct {
	search, file, what, old, new string
}{
	{"sleep", "sleep.go", "nothing ever sleeps", "s.sleep = append(s.sleep, s.events[top])\n\t\tl.sleepHi++", ""},
	{"sleep", "sleep.go", "sleep sets never shrink", "!Dependent(&t, e)", "t != *e"},
	{"sleep", "sleep.go", "the filter is inverted", "!Dependent(&t, e)", "Dependent(&t, e)"},
	{"sleep", "sleep.go", "alternatives sleep with one another", "events[i].Choice == c", "events[i].Proc == c.Proc"},
	{"sleep", "sleep.go", "the first choice is left out", "sleepLevel{lo, lo,", "sleepLevel{lo, min(lo+1, len(s.choices)),"},
	{"sleep", "dependence.go", "reads commute with writes", "set(0, Read, Read, Await)", "set(0, Read, Read, Await, Write)"},
	{"sleep", "dependence.go", "acquires commute", "set(both, Acquire, Acquire, Share, Await)", "set(0, Acquire, Acquire)"},

	{"source-dpor", "probe.go", "blocked operations are not looked at", "!slices.Contains(enabled, e.Choice)", "false"},
	{"source-dpor", "probe.go", "alternatives are not looked for", "e.Alt != 0 || e.Wide", "e.Wide"},
	{"source-dpor", "probe.go", "a target is not brought up first", "if brings(k, last) ||", "if last < 0 && brings(k, last) ||"},
	{"source-dpor", "race.go", "a Release hides the Acquire", "if waits && n == Release && !shared {", "if shared && !shared {"},
	{"source-dpor", "race.go", "of several candidates only the first counts", "if h.in(clock, c.position) {", "if c != h.cands[0] {"},
	{"source-dpor", "race.go", "Share does not bother who waits", "h.probes = append(h.probes, probe{i, h.target})\n\t\t\tshared", "shared"},
	{"source-dpor", "sourcedpor.go", "blocked executions are not searched", "s.res.Blocked++\n\ts.findRaces()", "s.res.Blocked++"},
	{"source-dpor", "sourcedpor.go", "any choice explored covers a race", "return slices.Contains(l.todo, c) ||", "return len(l.todo) > 1 || slices.Contains(l.todo, c) ||"},
	{"source-dpor", "sourcedpor.go", "sleep sets never shrink", "!Dependent(t, e)", "t.Op < 99"},
	{"source-dpor", "happens.go", "what others have done does not count", "\ts.recent = latest(clock)", "\ts.recent = s.stand"},
	{"source-dpor", "happens.go", "cutting forgets too much", "h.objects.heads[s.object[a]] = s.prev[a]", "h.objects.heads[s.object[a]] = 0"},

	{"dpor", "dpor.go", "sleeping processes count as added", "if c.Proc != p || contains(s.sleep[l.sleepLo:l.sleepHi], c) && !slices.Contains(l.todo, c) {", "if c.Proc != p {"},
	{"dpor", "dpor.go", "another way of the first process counts as added", "r != s.events[i].Proc && s.add(l, r)", "s.add(l, r)"},
	{"dpor", "dpor.go", "who cannot move counts as added", "able := false", "able := true"},
	{"dpor", "dpor.go", "sleep sets never shrink", "!Dependent(t, e)", "t.Op < 99"},
	{"dpor", "dpor.go", "blocked executions are not searched", "s.res.Blocked++\n\ts.findRaces()", "s.res.Blocked++"},
	{"dpor", "race.go", "a Release hides the Acquire", "if waits && n == Release && !shared {", "if shared && !shared {"},

	{"optimal-dpor", "optimaldpor.go", "what sleeps is inserted", "if _, ok := weakInitial(&s.sleep[k], s.v); ok {", "if false {"},
	{"optimal-dpor", "probe.go", "old races are never looked at again", "b.fresh[i] = 2", "b.fresh[i] = 1"},
	{"optimal-dpor", "optimaldpor.go", "the second event of a race is left out", "s.v = append(s.v, &s.events[j])\n", ""},
	{"optimal-dpor", "optimaldpor.go", "what conflicts is not left out", "drop := Dependent(q, &s.events[k])", "drop := false"},
	{"optimal-dpor", "wakeup.go", "initials are not taken out", "case k == 0:\n\t\t\t\tv = v[1:]", "case k == 0:"},
	{"optimal-dpor", "wakeup.go", "only the first branch is compared", "if !ok {\n\t\t\t\tcontinue", "if !ok {\n\t\t\t\tbreak"},
	{"optimal-dpor", "wakeup.go", "an initial must come first", "if Dependent(e, v[k]) {", "if true {"},
	{"optimal-dpor", "wakeup.go", "dependence does not matter", "if Dependent(e, v[k]) {", "if false {"},
	{"optimal-dpor", "probe.go", "blocked operations are not looked at", "!slices.Contains(enabled, e.Choice)", "false"},
	{"optimal-dpor", "probe.go", "alternatives are not looked for", "e.Alt != 0 || e.Wide", "e.Wide"},
	{"optimal-dpor", "race.go", "a Release hides the Acquire", "if waits && n == Release && !shared {", "if shared && !shared {"},

	{"s-por", "spor.go", "cycles are not expanded", "s.levels[s.depth-1].full = true", ""},
	{"s-por", "spor.go", "what touches anything is invisible", "if s.look == nil {\n\t\treturn false", "if s.look == nil {\n\t\treturn true"},
	{"s-por", "spor.go", "reads are invisible", "if e.Accesses[0].Mode == 0 {", "if e.Accesses[0].Mode <= Read {"},
	{"s-por", "spor.go", "only one choice of a thread is explored", "if l.more() < 0 {\n\t\tl.next = len(l.enabled)\n\t}", "l.next = len(l.enabled)"},
	{"s-por", "spor.go", "the last thread is left out", "for n, c := range l.enabled {\n\t\tif !l.done", "for n, c := range l.enabled[:(len(l.enabled)+2)/2] {\n\t\tif !l.done"},
	{"de-s-por", "spor.go", "blocked operations are not noted", "if quiesces(e) || hasChoice(l.enabled, e.Choice) {", "if true {"},
	{"de-s-por", "spor.go", "threads that are not enabled do not matter", "if !enabled(q) {", "if !enabled(q) && l.full {"},
	{"de-s-por", "spor.go", "alternatives are known in full", "if e.Alt != 0 || e.Wide {\n\t\t// What", "if e.Wide {\n\t\t// What"},
	{"de-s-por", "despor.go", "known states do not count", "s.update(&s.lts.labels[label], len(s.events))", ""},
	{"de-s-por", "spor.go", "what is dependent is only reversible if it is firm", "r&together != 0 || r != 0 && !f.Firm", "r&together != 0 && f.Firm"},
	{"dl-s-por", "spor.go", "blocked operations are not noted", "if quiesces(e) || hasChoice(l.enabled, e.Choice) {", "if true {"},
	{"dl-s-por", "dlspor.go", "the traversal is left out too soon", "left = left || !l.done.has(c.Proc)", "left = left && !l.done.has(c.Proc)"},
	{"dl-s-por", "spor.go", "some closed set is enough, whatever else depends on it", "if !l.currentOf(p).within(s.closed) {", "if false {"},
	{"dl-s-por", "dlspor.go", "nothing is dependent", "if set.has(f.Proc) || !reversible(e, f) {", "if reversible(f, e) || e != f {"},
	{"dl-s-por", "dlspor.go", "incomplete traversals do not matter", "if !ok {\n\t\tl.full = true", "if !ok {\n\t\tl.full = l.full"},
	{"dl-s-por", "lts.go", "states are traversed once and for all", "if e.to >= 0 && l.marks[e.to] != l.round {", "if e.to >= 0 && l.marks[e.to] == 0 {"},
}

var allMutants = flag.Bool("por.mutants", false, "test all mutants, not just the first of each search")

// TestMutants plants each fault and sees the oracles fail.
func TestMutants(t *testing.T) {
	if os.Getenv("POR_MUTANT") != "" {
		return // this is a mutant being tested
	}
	tested := map[string]bool{}
	for _, m := range mutants {
		t.Run(m.search+"/"+strings.ReplaceAll(m.what, " ", "_"), func(t *testing.T) {
			source, err := os.ReadFile(m.file)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(source), m.old); n != 1 {
				t.Fatalf("%q occurs %d times in %s", m.old, n, m.file)
			}
			if tested[m.search] && !*allMutants {
				return
			}
			tested[m.search] = true
			t.Parallel()
			dir := t.TempDir()
			mutant := filepath.Join(dir, m.file)
			if err := os.WriteFile(mutant, []byte(strings.Replace(string(source), m.old, m.new, 1)), 0o666); err != nil {
				t.Fatal(err)
			}
			original, err := filepath.Abs(m.file)
			if err != nil {
				t.Fatal(err)
			}
			overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{original: mutant}})
			if err != nil {
				t.Fatal(err)
			}
			overlayFile := filepath.Join(dir, "overlay.json")
			if err := os.WriteFile(overlayFile, overlay, 0o666); err != nil {
				t.Fatal(err)
			}
			oracle := "^TestTraceSearches"
			if strings.HasSuffix(m.search, "s-por") {
				oracle = "^TestStateSearches"
			}
			cmd := exec.Command("go", "test", "-vet=off", "-overlay="+overlayFile, "-timeout=60s",
				"-run="+oracle, ".", "-por.systems=3000", "-por.search="+m.search)
			cmd.Env = append(os.Environ(), "POR_MUTANT=1")
			out, err := cmd.CombinedOutput()
			switch {
			case err == nil:
				t.Errorf("not noticed: %s", m.what)
			case !strings.Contains(string(out), "--- FAIL: Test") && !strings.Contains(string(out), "panic: test timed out"):
				t.Errorf("broken in another way: %s", out)
			}
		})
	}
}
