package explore

// Static facts against what happens: whatever a goroutine does has been
// foreseen at every point that it, or one that led to it, has been at before.

import (
	"context"
	"flag"
	"fmt"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/explore/vm"
)

var (
	futurePrograms = flag.Int("explore.futures", 100, "how many random programs static facts are compared with")
	futureFirst    = flag.Uint64("explore.futurefirst", 1, "the first seed of these")
)

// foreseen is an event with what static facts say of it.
type foreseen struct {
	slot    vm.Slot
	step    int
	kind    vm.Kind
	modes   analysis.Modes
	classes []analysis.Class
	objects []uint64
	instr   ssa.Instruction
	guard   string   // by which all accesses to the class are said to be guarded
	held    []uint64 // mutexes
}

// A prediction is what static facts foresee for a goroutine from a step on.
type prediction struct {
	step int
	set  analysis.Set
	at   vm.Point
}

func (n *futureNumbers) add(m *futureNumbers) {
	n.events += m.events
	n.classless += m.classless
	n.compared += m.compared
	n.vague += m.vague
	n.exact += m.exact
	n.guarded += m.guarded
}

// A futureRun compares one execution.
type futureRun struct {
	f           *analysis.Future
	m           *vm.Machine
	fset        *token.FileSet
	events      []foreseen
	predictions map[vm.Slot][]prediction
	born        map[vm.Slot]int
	checked     futureNumbers
	held        map[vm.Slot][]uint64 // mutexes
	// lawless says that somebody has unlocked a mutex that another goroutine holds.
	lawless bool
}

// futureNumbers are what a comparison has covered.
type futureNumbers struct {
	events    int // with a class
	classless int
	compared  int // with predictions
	vague     int // predictions of everything
	exact     int // other predictions
	guarded   int // accesses said to be guarded
}

// modesOfKind are the modes of which an event of a kind is one.
var modesOfKind = map[vm.Kind]analysis.Modes{
	vm.KindRead: analysis.Read, vm.KindWrite: analysis.Write,
	vm.KindSend: analysis.Send, vm.KindRecv: analysis.Receive, vm.KindClose: analysis.Close, vm.KindLen: analysis.Observe | analysis.Read,
	vm.KindSelect:    analysis.Send | analysis.Receive,
	vm.KindMutexLock: analysis.Lock, vm.KindMutexTryLock: analysis.Lock, vm.KindMutexUnlock: analysis.Unlock,
	vm.KindRWLock: analysis.Lock, vm.KindRWTryLock: analysis.Lock, vm.KindRWUnlock: analysis.Unlock,
	vm.KindRWRLock: analysis.RLock, vm.KindRWTryRLock: analysis.RLock, vm.KindRWRUnlock: analysis.RUnlock,
	vm.KindWaitGroupAdd: analysis.Add, vm.KindWaitGroupWait: analysis.Wait,
	vm.KindObserve: analysis.Observe, vm.KindMapRead: analysis.Observe, vm.KindMapRange: analysis.Observe,
}

// run executes random choices and compares what happens with what was foreseen.
func (r *futureRun) run(rng *rand.Rand) string {
	r.predictions, r.born, r.events = map[vm.Slot][]prediction{}, map[vm.Slot]int{}, nil
	r.held, r.lawless = map[vm.Slot][]uint64{}, false
	r.m.Reset()
	var points []vm.Point
	for step := range 300 {
		choices := r.m.Enabled(nil)
		if len(choices) == 0 {
			break
		}
		for slot := range vm.Slot(64) {
			points = r.m.Points(slot, points[:0])
			if _, ok := r.born[slot]; !ok && (len(points) > 0 || len(r.m.PendingOf(slot, nil)) > 0) {
				r.born[slot] = step
			}
			if len(points) == 0 {
				continue
			}
			set := ahead(r.f, points)
			if set.Everything() {
				r.checked.vague++
			} else {
				r.checked.exact++
			}
			r.predictions[slot] = append(r.predictions[slot], prediction{step, set, points[0]})
		}
		c := choices[rng.IntN(len(choices))]
		points = r.m.Points(c.Slot, points[:0])
		e := r.m.Step(c)
		r.note(step, &e, points)
	}
	if !r.lawless {
		if s := r.compareGuards(); s != "" {
			return s
		}
	}
	return r.compare()
}

// note takes note of an event.
func (r *futureRun) note(step int, e *vm.Event, points []vm.Point) {
	classes, ok := accessed(r.f, points)
	if !ok && len(points) > 0 {
		return // an operation of the machine's own
	}
	ev := foreseen{slot: e.Slot, step: step, kind: e.Kind, modes: analysis.AnyMode, classes: classes}
	for i := range points {
		if ev.instr = instruction(&points[i]); ev.instr != nil {
			break
		}
	}
	if m := modesOfKind[e.Kind]; m != 0 {
		ev.modes = m
	}
	for _, a := range e.Accesses[:e.N] {
		o := a.Object & (1<<32 - 1)
		if !slices.Contains(ev.objects, o) {
			ev.objects = append(ev.objects, o)
		}
	}
	if len(ev.classes) == 1 && (e.Kind == vm.KindRead || e.Kind == vm.KindWrite) {
		if g, ok := r.f.Guarded(ev.classes[0]); ok {
			ev.guard, ev.held = g.Name, slices.Clone(r.held[e.Slot])
		}
	}
	r.lock(&ev)
	r.events = append(r.events, ev)
}

// lock takes note of mutexes that are locked and unlocked.
func (r *futureRun) lock(e *foreseen) {
	switch e.kind {
	case vm.KindMutexLock, vm.KindRWLock, vm.KindRWRLock:
		r.held[e.slot] = append(r.held[e.slot], e.objects[0])
	case vm.KindMutexUnlock, vm.KindRWUnlock, vm.KindRWRUnlock:
		i := slices.Index(r.held[e.slot], e.objects[0])
		if i < 0 {
			r.lawless = true
			return
		}
		r.held[e.slot] = slices.Delete(r.held[e.slot], i, i+1)
	}
}

// compareGuards looks for accesses to the same memory that hold no mutex in
// common although they are said to.
func (r *futureRun) compareGuards() string {
	last := map[uint64]*foreseen{}
	for i := range r.events {
		e := &r.events[i]
		if e.guard == "" {
			continue
		}
		r.checked.guarded++
		for _, o := range e.objects {
			p := last[o]
			if p != nil && (p.kind == vm.KindWrite || e.kind == vm.KindWrite) && !slices.ContainsFunc(p.held, func(m uint64) bool { return slices.Contains(e.held, m) }) {
				return fmt.Sprintf("%s and %s hold no common mutex, but %s is said to guard both", r.tell(p), r.tell(e), e.guard)
			}
			last[o] = e
		}
	}
	return ""
}

// compare looks for what was not foreseen.
func (r *futureRun) compare() string {
	// Objects that are known to belong to a class belong to it whoever accesses them.
	byObject := map[uint64][]analysis.Class{}
	first := map[uint64]*foreseen{}
	for i := range r.events {
		e := &r.events[i]
		plain := e.kind == vm.KindRead || e.kind == vm.KindWrite
		for _, o := range e.objects {
			if len(e.classes) == 1 && (plain || len(e.objects) == 1 && modesOfKind[e.kind] != 0) && !slices.Contains(byObject[o], e.classes[0]) {
				byObject[o] = append(byObject[o], e.classes[0])
			}
			if first[o] == nil {
				first[o] = e
			}
		}
	}
	for i := range r.events {
		e := &r.events[i]
		if len(e.classes) > 0 {
			r.checked.events++
		} else {
			r.checked.classless++
		}
		plain := e.kind == vm.KindRead || e.kind == vm.KindWrite
		if len(e.classes) == 0 && plain {
			for _, o := range e.objects {
				if p := first[o]; p.slot != e.slot && p.step < e.step {
					return fmt.Sprintf("%s is not private: %s did it before", r.tell(e), r.tell(p))
				}
			}
			continue
		}
		if s := r.lookBack(e, e.slot, e.classes); s != "" {
			return s
		}
		if !plain && len(e.objects) != 1 {
			continue
		}
		for _, o := range e.objects {
			for _, c := range byObject[o] {
				if s := r.lookBack(e, e.slot, []analysis.Class{c}); s != "" {
					return s
				}
			}
		}
	}
	return ""
}

// lookBack looks for a prediction for a goroutine, or those that led to it,
// that has none of the classes of an event.
func (r *futureRun) lookBack(e *foreseen, slot vm.Slot, classes []analysis.Class) string {
	until := e.step
	for name := r.m.SlotName(slot); ; {
		for i := range r.predictions[slot] {
			p := &r.predictions[slot][i]
			if p.step > until {
				break
			}
			r.checked.compared++
			may := len(classes) == 0
			for _, c := range classes {
				may = may || p.set.May(c, e.modes)
			}
			if !may {
				return fmt.Sprintf("%s of %s was not foreseen in step %d by goroutine %s at %s:%d:%d", r.tell(e), r.f.Name(classes[0]), p.step, name, p.at.Fn, p.at.Block, p.at.Index)
			}
		}
		i := strings.LastIndexAny(name, "./")
		if i < 0 {
			return ""
		}
		if born, ok := r.born[slot]; ok {
			until = born - 1
		}
		name = name[:i]
		slot, _ = r.m.SlotByName(name)
	}
}

func (r *futureRun) tell(e *foreseen) string {
	where := ""
	if e.instr != nil {
		where = fmt.Sprintf(" in %s (%v at %v)", e.instr.Parent(), e.instr, r.fset.Position(e.instr.Pos()))
	}
	return fmt.Sprintf("step %d: %v by goroutine %s%s", e.step, e.kind, r.m.SlotName(e.slot), where)
}

// A futureBatch is a package of random programs.
type futureBatch struct {
	session *Session
	snap    *Snapshot
	effects *analysis.Effects
	numbers *futureNumbers
}

func newFutureBatch(t *testing.T, source string) *futureBatch {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module gen\n\ngo 1.26\n", "gen_test.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b := &futureBatch{numbers: new(futureNumbers), session: NewSession(filepath.Join(dir, "cache"))}
	snap, err := b.session.Load(context.Background(), LoadOptions{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if errs := snap.Packages[0].Errors; len(errs) > 0 {
		t.Fatalf("%v: %s", errs[0].Pos, errs[0].Message)
	}
	b.snap = snap
	return b
}

// compare runs test i some times.
func (b *futureBatch) compare(i int, times int) string {
	test := b.snap.Packages[0].Tests[i]
	p, err := b.session.acquire(context.Background(), test)
	if err != nil {
		return err.Error()
	}
	defer b.session.release(p)
	if b.effects == nil {
		b.effects = p.code.newEffects(b.snap.program)
	}
	f := p.factory(test, Limits{Steps: 200_000, Memory: 64 << 20})
	m, err := p.image.NewMachine(vm.Config{Limits: f.limits, Races: true, EarlyTimers: i%2 == 0, Watch: watchable(function(test.test))})
	if err != nil {
		return err.Error()
	}
	defer m.Close()
	if err := m.StartTest(f.test); err != nil {
		return err.Error()
	}
	r := futureRun{f: futureOf(b.effects, p.target, function(test.test)), m: m, fset: p.fset}
	defer func() { b.numbers.add(&r.checked) }()
	for n := range times {
		if s := r.run(rand.New(rand.NewPCG(uint64(i), uint64(n)))); s != "" {
			return s
		}
	}
	return ""
}

// watchable are the positions of what the functions of a package do.
func watchable(test *ssa.Function) (list []token.Pos) {
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				if p := instr.Pos(); p.IsValid() {
					list = append(list, p)
				}
			}
		}
		for _, a := range f.AnonFuncs {
			add(a)
		}
	}
	for _, m := range test.Pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok {
				for method := range named.Methods() {
					if f := test.Prog.FuncValue(method); f != nil {
						add(f)
					}
				}
			}
		}
	}
	return list
}

// TestFutures compares static facts with what random programs do: those about
// memory, and those with which the searches are compared.
func TestFutures(t *testing.T) {
	memory := func(seed uint64, i int) string { return memoryProgram(seed, i) }
	t.Run("memory", func(t *testing.T) { testFutures(t, memoryPrelude+memoryHelpers, *futurePrograms, memory) })
	t.Run("guards", func(t *testing.T) { testFutures(t, guardPrelude, *futurePrograms, guardProgram) })
	operations := func(seed uint64, i int) string { return randomProgram(seed).render(fmt.Sprintf("Test%d", i)) }
	t.Run("operations", func(t *testing.T) { testFutures(t, genPrelude, *futurePrograms/2, operations) })
}

func testFutures(t *testing.T, prelude string, n int, program func(seed uint64, i int) string) {
	const perBatch = 100
	failures := 0
	var numbers futureNumbers
	for first := 0; first < n; first += perBatch {
		source := prelude
		var texts []string
		for i := first; i < min(first+perBatch, n); i++ {
			texts = append(texts, program(*futureFirst+uint64(i), i))
			source += texts[len(texts)-1]
		}
		b := newFutureBatch(t, source)
		for i, text := range texts {
			if fault := b.compare(i, 10); fault != "" {
				t.Errorf("program %d: %s\n%s", *futureFirst+uint64(first+i), fault, text)
				if failures++; failures > 5 {
					t.Fatal("too many")
				}
			}
		}
		numbers.add(b.numbers)
	}
	t.Logf("%+v", numbers)
	if numbers.exact < 9*numbers.vague || numbers.events < 20*n {
		t.Error("not much was compared")
	}
}
