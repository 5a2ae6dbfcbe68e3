package explore

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
)

// interferingTests are programs whose plain accesses are all visible. The first is
// that of Figure 1 of [P16] (por/hybridpor.go); each of the others is one for
// which one of the searches that the paper compares sees what the one before does
// not.
const interferingTests = `package m

import "testing"

type object struct{ f, g, h int }

func TestFigure1(t *testing.T) {
	o, p, q := new(object), new(object), new(object)
	go func() {
		v := o.f
		p.g = v
	}()
	go func() {
		v := q.h
		o.f = v + 1
	}()
}

func TestOwnObjects(t *testing.T) {
	list := []*object{{}, {}, {}}
	for i := range list {
		go func() {
			o := list[i]
			o.f = 1
			o.f++
		}()
	}
}

func TestOwnFields(t *testing.T) {
	o := new(object)
	go func() {
		o.f = 1
		o.f++
	}()
	go func() {
		o.g = 1
		o.g++
	}()
	go func() {
		o.h = 1
		o.h++
	}()
}

func TestHiddenObjects(t *testing.T) {
	for range 3 {
		go func() {
			o := new(object)
			done := make(chan bool, 1)
			use := func(o *object) { o.f++ }
			use(o)
			use(o)
			done <- true
		}()
	}
}
`

// TestP16 counts the choices that searches make. In Figure 1, hybrid-por makes one
// for each of the accesses to o.f, as the paper tells: when it comes to the second for
// the first time, and afterwards when it looks ahead from either.
func TestP16(t *testing.T) {
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": interferingTests}))
	for _, c := range []struct {
		test string
		// hybrid is how many choices hybrid-por makes; the others make more, the
		// less they see.
		hybrid int64
	}{
		{"TestFigure1", 2},
		{"TestOwnObjects", 0},
		{"TestOwnFields", 0},
		{"TestHiddenObjects", 0},
	} {
		test := snap.Lookup("example.com/m", c.test)
		p, err := s.acquire(t.Context(), test)
		if err != nil {
			t.Fatal(err)
		}
		defer s.release(p)
		var watch []string
		for _, pos := range watchable(function(test.test)) {
			watch = append(watch, p.watchName(p.fset.Position(pos)))
		}
		var choices []int64
		for _, search := range []struct {
			name string
			opts por.Options
		}{{name: "heap-por"}, {"heap-por", por.Options{Fields: true}}, {name: "hybrid-por"}} {
			w, err := p.factory(test, Limits{}).world(worldConfig{matching: true, watch: watch})
			if err != nil {
				t.Fatal(err)
			}
			sys := lookAhead(w)
			var r por.Result
			for again := true; again; again = w.unordered(false) || outgrown(sys, true) {
				r = por.Search(search.name, sys, search.opts, nil)
			}
			w.close()
			choices = append(choices, r.Choices)
			if !r.Complete {
				t.Errorf("%s, %s: %s", c.test, search.name, r.Bound)
			}
		}
		if choices[2] != c.hybrid || choices[1] > choices[0] {
			t.Errorf("%s: %d choices by heap reachability, with fields, hybrid; want %d in the end", c.test, choices, c.hybrid)
		}
	}
}

var (
	heapPrograms = flag.Int("explore.heaps", 60, "how many random programs with objects the searches are compared on")
	heapFirst    = flag.Uint64("explore.heapfirst", 1, "seed of the first of these")
)

const heapPrelude = `package gen

import (
	"sync"
	"sync/atomic"
	"testing"
)

type object struct {
	mu   sync.Mutex
	n    atomic.Int32
	f, g int
	next *object
}

var (
	all [3]*object
	obs [4][8]int
)

func start() {
	for i := range all {
		all[i] = new(object)
	}
}

func (o *object) add(d int) { o.f += d }

func (o *object) last() *object {
	if o.next != nil {
		return o.next
	}
	return o
}
`

// heapStatements are what goroutines do with objects: %O is one of them, %V a number, %R what
// the goroutine observes.
var heapStatements = []string{
	"%O.f = %V", "%O.g = %V", "%R = %O.f", "%R = %O.g", "%O.f++", "%O.add(%V)",
	"%O.next = %O", "if p := %O.next; p != nil {\n\t\tp.g = %V\n\t}", "%R = %O.last().f", "%O.last().g++",
	"%O.mu.Lock()\n\t%O.f++\n\t%O.mu.Unlock()", "func() {\n\t\tp := %O\n\t\tp.mu.Lock()\n\t\tdefer p.mu.Unlock()\n\t\tp.g = %V\n\t}()",
	"%O.n.Add(1)", "%R = int(%O.n.Load())", "all[%I] = %O", "o := new(object)\n\to.f = %V\n\t%R = o.f",
	"if %R > %V {\n\t\t%O.f = %V\n\t}", "o := %O\n\tgo func() { o.g = %V }()", "all[%I].mu.Lock()",
}

// heapProgram is a random test function about objects.
func heapProgram(seed uint64, i int) string {
	rng := rand.New(rand.NewPCG(seed, 13))
	var b strings.Builder
	fmt.Fprintf(&b, "func Test%d(t *testing.T) {\n\tstart()\n\tx, y := all[0], all[1]\n\t_, _ = x, y\n", i)
	left := 3 + rng.IntN(2)
	for row := range 2 + rng.IntN(4)/3 {
		b.WriteString("\tgo func() {\n")
		for range 1 + rng.IntN(3) {
			if left--; left >= 0 {
				b.WriteString("\t{\n\t" + heapStatement(rng, row) + "\n\t}\n")
			}
		}
		b.WriteString("\t}()\n")
	}
	if rng.IntN(2) == 0 {
		b.WriteString("\t{\n\t" + heapStatement(rng, 3) + "\n\t}\n")
	}
	b.WriteString("}\n\n")
	return b.String()
}

func heapStatement(rng *rand.Rand, row int) string {
	s := heapStatements[rng.IntN(len(heapStatements))]
	object := []string{"x", "y", "all[0]", "all[1]", "all[2]"}[rng.IntN(5)]
	for strings.Contains(s, "%") {
		s = strings.Replace(s, "%V", fmt.Sprint(1+rng.IntN(2)), 1)
		s = strings.Replace(s, "%I", fmt.Sprint(rng.IntN(3)), 1)
		s = strings.Replace(s, "%R", fmt.Sprintf("obs[%d][%d]", row, rng.IntN(4)), 1)
		s = strings.Replace(s, "%O", object, 1)
		if rng.IntN(3) == 0 {
			object = []string{"x", "y", "all[0]", "all[1]", "all[2]"}[rng.IntN(5)]
		}
	}
	return s
}

// TestSearchesOnHeaps compares the searches with every interleaving on random
// programs about objects, all accesses to which are visible.
func TestSearchesOnHeaps(t *testing.T) {
	searches := []string{"source-dpor", "cdpor", "stateful-dpor", "s-por", "dl-s-por", "heap-por", "hybrid-por"}
	if *oracleSearch != "" {
		searches = []string{*oracleSearch}
	}
	n := &oracleNumbers{}
	for first := 0; first < *heapPrograms; first += batchSize {
		source := heapPrelude
		count := min(batchSize, *heapPrograms-first)
		for i := range count {
			source += heapProgram(*heapFirst+uint64(first+i), i)
		}
		b, err := loadSource(t.TempDir(), source)
		if err != nil {
			t.Fatal(err)
		}
		for i := range count {
			p, err := b.session.acquire(t.Context(), b.tests[i])
			if err != nil {
				t.Fatal(err)
			}
			var watch []string
			for _, pos := range watchable(function(b.tests[i].test)) {
				watch = append(watch, p.watchName(p.fset.Position(pos)))
			}
			b.session.release(p)
			slices.Sort(watch)
			timers := false
			fault, _, _, _ := b.examineWith(i, 3**oracleLimit, searches, plainly, worldConfig{watch: slices.Compact(watch)}, n, &timers)
			if fault != "" {
				t.Errorf("program %d: %s\n%s", *heapFirst+uint64(first+i), fault, heapProgram(*heapFirst+uint64(first+i), i))
			}
		}
	}
	t.Logf("%d compared, %d too large, %d interleavings, %d executions of searches", n.compared, n.tooMany, n.executions, n.traces)
	if n.compared < *heapPrograms/4 {
		t.Errorf("only %d of %d programs were compared", n.compared, *heapPrograms)
	}
}
