package por_test

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
	"github.com/mazurka-go/mazurka/por/toy"
)

// farsighted are the searches that ask what processes may still do, each with
// what it may be told.
var farsighted = []struct {
	name string
	opts por.Options
}{
	{"heap-por", por.Options{}},
	{"heap-por", por.Options{Fields: true}},
	{"hybrid-por", por.Options{}},
	{"s-por", por.Options{}},
	{"de-s-por", por.Options{}},
	{"dl-s-por", por.Options{}},
	{"cdpor", por.Options{Sequences: 2}},
}

// watchedAhead is a system that looks ahead and notes in what local states
// processes fail.
type watchedAhead struct {
	*toy.Ahead
	failures map[string]bool
}

func (w *watchedAhead) Step(c por.Choice) por.Event {
	e := w.Ahead.Step(c)
	for _, f := range w.Failures() {
		w.failures[f] = true
	}
	return e
}

// compareAhead explores sys by name and returns what is wrong with the final
// states and failures found, "" if nothing.
func compareAhead(name string, sys *toy.System, finals, failures map[string]bool, opts por.Options) (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	w := &watchedAhead{toy.NewAhead(sys), map[string]bool{}}
	got := map[string]bool{}
	opts.MaxSteps = 1_000_000
	r := por.Search(name, w, opts, func(*por.Execution) bool {
		got[sys.Outcome()] = true
		return true
	})
	if !r.Complete {
		return "not complete: " + r.Bound
	}
	for f := range finals {
		if !got[f] {
			return fmt.Sprintf("final state lost: %s\n%d of %d", f, len(got), len(finals))
		}
	}
	for f := range got {
		if !finals[f] {
			return "no such final state: " + f
		}
	}
	for f := range failures {
		if !w.failures[f] {
			return "failure lost: " + f
		}
	}
	return ""
}

// randomAhead is a random system, most of them with objects.
func randomAhead(seed uint64) *toy.System {
	switch seed % 4 {
	case 0:
		return toy.Random(seed)
	case 1:
		return toy.RandomLoops(seed)
	}
	return toy.RandomHeap(seed)
}

// TestLookaheadAgainstStateSpace compares the final states and failures found
// by searches that look ahead with those of the full state space.
func TestLookaheadAgainstStateSpace(t *testing.T) {
	const parts = 2
	for part := range parts {
		t.Run(fmt.Sprint("part", part), func(t *testing.T) {
			t.Parallel()
			tried := 0
			for seed := *firstSystem + part; tried < *systems/parts+1; seed += parts {
				sys := randomAhead(uint64(seed))
				finals, failures, ok := stateSpace(sys, 3000)
				if !ok {
					continue
				}
				tried++
				for _, order := range []uint64{0, uint64(seed)} {
					if fault := compareFarsighted(sys, finals, failures, order); fault != "" {
						t.Fatalf("system %d, order %d:\n%s\n%s", seed, order, sys, fault)
					}
				}
			}
		})
	}
}

// TestLookaheadAgainstHard has a state that is met twice. The first time, an
// access that is still to come is ordered after one on the path, by writes in
// between; the second time it is not.
func TestLookaheadAgainstHard(t *testing.T) {
	sys := toy.Parse("object o\nlet:v:o get:v.f write:z:1 write:y:1\nlet:w:o write:z:1 write:y:1 put:w.f:2\n")
	finals, failures, _ := stateSpace(sys, 3000)
	for order := range uint64(8) {
		if fault := compareFarsighted(sys, finals, failures, order); fault != "" {
			t.Errorf("order %d: %s", order, fault)
		}
	}
}

func compareFarsighted(sys *toy.System, finals, failures map[string]bool, order uint64) string {
	for _, search := range farsighted {
		switch {
		case *onlySearch != "" && search.name != *onlySearch:
			continue
		case search.name == "cdpor" && strings.Contains(sys.String(), ":-"):
			continue // it is for systems that end
		}
		opts := search.opts
		opts.Seed = order
		if fault := compareAhead(search.name, sys, finals, failures, opts); fault != "" {
			return fmt.Sprintf("%s, fields %v: %s", search.name, opts.Fields, fault)
		}
	}
	return ""
}

// figure1 is the program of Figure 1 of [P16].
const figure1 = "object o p q\nlet:v:o get:v.f let:w:p put:w.g:1\nlet:v:q get:v.h let:w:o put:w.f:1\n"

// TestP16_Figure1 has the two executions that the text goes through: the first
// one shows that the objects are the same, and a choice is added where it began;
// on the second one that is seen ahead.
func TestP16_Figure1(t *testing.T) {
	sys := toy.NewAhead(toy.Parse(figure1))
	kinds := toy.Kinds()
	var executions []string
	r := por.Search("hybrid-por", sys, por.Options{}, func(x *por.Execution) bool {
		text := ""
		for _, e := range x.Events {
			text += fmt.Sprintf("%d %s; ", e.Proc+1, kinds[e.Op])
		}
		executions = append(executions, text)
		return true
	})
	want := []string{"1 get; 1 put; 2 get; 2 put; ", "2 get; 2 put; 1 get; 1 put; "}
	if !slices.Equal(executions, want) {
		t.Errorf("executions %q, want %q", executions, want)
	}
	if r.Choices != 2 || r.Matched != 1 {
		t.Errorf("%d choices, %d known states, want 2 and 1: where each process is at o.f", r.Choices, r.Matched)
	}
}

// ownObjects is n processes that work on objects of their own, of which everybody
// could have a reference, and add what they got to one of all.
func ownObjects(n int) string {
	var b strings.Builder
	b.WriteString("object all")
	for p := range n {
		fmt.Fprintf(&b, " r%d", p)
	}
	for p := range n {
		fmt.Fprintf(&b, "\nlet:v:r%d put:v.f:1 get:v.f put:v.f:.+1 get:v.f let:w:all put:w.f:.", p)
	}
	return b.String() + "\n"
}

// hiddenObjects is n processes that make an object each, work on it and then
// show it to everybody.
func hiddenObjects(n int) string {
	return "object r\n" + strings.Repeat("new:v put:v.f:1 get:v.f put:v.f:.+1 publish:r:v take:v:r get:v.f\n", n)
}

// ownFields is n processes that work on one object each, in a field of their own.
func ownFields(n int) string {
	var b strings.Builder
	b.WriteString("object r\n")
	for p := range n {
		fmt.Fprintf(&b, "let:v:r put:v.f%d:1 get:v.f%d put:v.f%d:.+1 get:v.g\n", p, p, p)
	}
	return b.String()
}

// TestP16_Configurations has programs in which each of the configurations that
// the paper compares sees what the one before does not.
func TestP16_Configurations(t *testing.T) {
	for _, p := range []struct {
		name, source string
		choices      [3]int64 // heap reachability, with fields, hybrid
	}{
		{"hidden objects", hiddenObjects(3), [3]int64{238, 31, 31}},
		{"own fields", ownFields(3), [3]int64{112, 0, 0}},
		{"own objects", ownObjects(3), [3]int64{200, 200, 6}},
	} {
		sys := toy.NewAhead(toy.Parse(p.source))
		for i, search := range farsighted[:3] {
			if r := por.Search(search.name, sys, search.opts, nil); r.Choices != p.choices[i] || !r.Complete {
				t.Errorf("%s, %s, fields %v: %d choices, want %d", p.name, search.name, search.opts.Fields, r.Choices, p.choices[i])
			}
		}
	}
}

// BenchmarkLookahead compares what searches that look ahead explore with what
// stateful-dpor does.
func BenchmarkLookahead(b *testing.B) {
	for _, p := range []struct{ name, source string }{
		{"hidden(4)", hiddenObjects(4)}, {"fields(4)", ownFields(4)}, {"objects(4)", ownObjects(4)},
	} {
		for _, search := range append(farsighted[:3:3], farsighted[5], struct {
			name string
			opts por.Options
		}{name: "stateful-dpor"}) {
			name := search.name
			if search.opts.Fields {
				name += "-fields"
			}
			b.Run(p.name+"/"+name, func(b *testing.B) {
				sys := toy.NewAhead(toy.Parse(p.source))
				var steps int64
				begin := processorTime()
				for b.Loop() {
					r := por.Search(search.name, sys, search.opts, nil)
					steps += r.Steps
					b.ReportMetric(float64(r.Executions), "executions")
					b.ReportMetric(float64(r.States), "states")
					b.ReportMetric(float64(r.Choices), "choices")
					b.ReportMetric(float64(r.Steps), "steps")
				}
				b.ReportMetric(float64((processorTime()-begin).Nanoseconds())/float64(steps), "ns/step")
			})
		}
	}
}

var _ = plant("^TestLookahead",
	fault{"hybrid-por", "hybridpor.go", "earlier accesses are not inspected", "s.history.unordered(e, &e.Accesses[a], s.doubt)", ""},
	fault{"hybrid-por", "interference.go", "known states are not asked again", "\t\ts.inspectFuture()\n", ""},
	fault{"hybrid-por", "interference.go", "what was seen once is certain", "\t\t\ts.doubtful = append(s.doubtful, int32(top))\n", ""},
	fault{"hybrid-por", "hybridpor.go", "only the first object seen counts", "p.first == object || slices.Contains(p.more, object)", "p.first == object || slices.Contains(p.more[1:], object)"},
	fault{"hybrid-por", "hybridpor.go", "reads do not interfere", "&together == 0 {", "&together == 0 || f.Mode == Read {"},
	fault{"hybrid-por", "hybridpor.go", "objects known in advance do not matter", "if f.Site < 0 ||", "if"},
	fault{"hybrid-por", "interference.go", "only one of the others is asked", "q == p || q == last", "q == p || last != p"},
	fault{"hybrid-por", "statestack.go", "cycles are not expanded", "s.levels[d].full = true", ""},
	fault{"hybrid-por", "interference.go", "nobody expects an end", "s.levels[i].full = true", "s.levels[i].full = i < 0"},
	fault{"hybrid-por", "interference.go", "known states do not lead to an end", "if s.states[id].ends {", "if false {"},
	fault{"hybrid-por", "reached.go", "what was reached before is not", "answer := true", "answer := o.times <= reachedSure"},
	fault{"heap-por", "interference.go", "objects that others can reach do not matter", "return s.heap.Shared(p, object)", "return !s.heap.Shared(p, object)"},
	fault{"heap-por", "interference.go", "alternatives are explored alone", "if e.Alt != 0 || e.Wide ||", "if e.Wide ||"},
	fault{"heap-por", "interference.go", "only one of the others is asked", "q == p || q == last", "q == p || last != p"},
	fault{"heap-por", "statestack.go", "cycles are not expanded", "s.levels[d].full = true", ""},
	fault{"heap-por", "interference.go", "nobody expects an end", "s.levels[i].full = true", "s.levels[i].full = i < 0"},
	fault{"heap-por", "hybridpor.go", "reads do not interfere", "&together == 0 {", "&together == 0 || f.Mode == Read {"},
)
