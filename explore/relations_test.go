package explore

import (
	"slices"
	"strings"
	"testing"

	"github.com/mazurka-go/mazurka/por"
)

// relatedWorldOf is program i with relations that tell all that it can do; ok is false
// if that is too much.
func (b *genBatch) relatedWorldOf(tb testing.TB, i int, cfg worldConfig) (sys *relatedWorld, done func(), ok bool) {
	p, err := b.session.acquire(tb.Context(), b.tests[i])
	if err != nil {
		tb.Fatal(err)
	}
	for _, pos := range watchable(function(b.tests[i].test)) {
		cfg.watch = append(cfg.watch, p.watchName(p.fset.Position(pos)))
	}
	b.session.release(p)
	cfg.matching = true
	w, err := b.world(i, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	sys = relate(machineOf(w.world))
	for tries := 0; tries == 0 || w.s.unordered(tries > 8) || outgrown(sys, true); tries++ {
		begin(sys)
		if r := por.Search("lpor", sys, por.Options{MaxSteps: 20_000, MaxDepth: oracleDepth}, nil); !r.Complete {
			w.done()
			return nil, nil, false
		}
	}
	return sys, w.done, true
}

// plainStates compares states by what the machine does from there on, whatever race
// detection needs.
type plainStates struct{ *relatedWorld }

func (w plainStates) Fingerprint() [2]uint64 { return w.s.m.Fingerprint() }

// TestRelationsOfMachine checks the relations of random programs against what the
// machine does: what is declared independent commutes; what makes an operation possible
// is said to be able to; what it needs has been given before; and what it waits for has
// moved.
func TestRelationsOfMachine(t *testing.T) {
	var programs []*genProgram
	for seed := *oracleFirst; len(programs) < *relatedPrograms; seed++ {
		// What is logged stands in memory in the order in which it was logged, though
		// nobody can tell.
		if p := randomProgram(seed); !strings.Contains(p.render("P"), "t.Error") {
			programs = append(programs, p)
		}
	}
	b, err := loadBatch(t.TempDir(), programs)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for i, p := range programs {
		for _, early := range []bool{false, true} {
			sys, done, ok := b.relatedWorldOf(t, i, worldConfig{early: early})
			if !ok {
				continue
			}
			checked++
			sys.learned = 0
			for seed := range uint64(4) {
				if err := por.CheckRelations(plainStates{sys}, nil, seed, 60); err != nil {
					t.Errorf("program %d, early %v, seed %d: %v\n%s", p.seed, early, seed, err, p.render("P"))
					break
				}
			}
			if sys.learned != 0 {
				t.Errorf("program %d, early %v: the search has not seen everything\n%s", p.seed, early, p.render("P"))
			}
			timed := sys.timers()
			done()
			if !timed {
				break
			}
		}
	}
	if checked < len(programs)/2 {
		t.Errorf("only %d of %d programs were checked", checked, len(programs))
	}
}

// faultyRelations have a fault planted.
type faultyRelations struct {
	*relatedWorld
	depends func(w *relatedWorld, t, u int) bool
	moves   func(w *relatedWorld, t int) []int32
	gives   func(w *relatedWorld, t, r int) int32
	lack    func(w *relatedWorld, r int) int32
	idle    func(w *relatedWorld, t int) bool
}

func (w faultyRelations) DependsOn(t, u int) bool {
	if w.depends == nil {
		return w.relatedWorld.DependsOn(t, u)
	}
	return w.relatedWorld.DependsOn(t, u) && w.depends(w.relatedWorld, t, u)
}

func (w faultyRelations) Moves(t int, buf []int32) []int32 {
	if w.moves == nil {
		return w.relatedWorld.Moves(t, buf)
	}
	return append(buf, w.moves(w.relatedWorld, t)...)
}

func (w faultyRelations) Gives(t, r int) int32 {
	if w.gives == nil {
		return w.relatedWorld.Gives(t, r)
	}
	return w.gives(w.relatedWorld, t, r)
}

func (w faultyRelations) Lack(r int) int32 {
	if w.lack == nil {
		return w.relatedWorld.Lack(r)
	}
	return w.lack(w.relatedWorld, r)
}

func (w faultyRelations) Idle(t int) bool {
	return w.relatedWorld.Idle(t) || w.idle != nil && w.idle(w.relatedWorld, t)
}

// touching tells whether a transition touches something in a mode.
func touching(w *relatedWorld, t int, mode por.Mode) bool {
	return slices.ContainsFunc(w.all[t].touches, func(a por.Access) bool { return a.Mode == mode })
}

// relationFaults are faults to be planted in relations.
var relationFaults = map[string]faultyRelations{
	"locks do not depend on each other": {depends: func(w *relatedWorld, t, u int) bool {
		return !touching(w, t, por.Acquire) || !touching(w, u, por.Acquire)
	}},
	"reads do not depend on writes": {depends: func(w *relatedWorld, t, u int) bool {
		return !touching(w, t, por.Read) && !touching(w, u, por.Read)
	}},
	"writes do not depend on writes": {depends: func(w *relatedWorld, t, u int) bool {
		return !touching(w, t, por.Write) || !touching(w, u, por.Write)
	}},
	"ways of one select do not depend on each other": {depends: func(w *relatedWorld, t, u int) bool {
		return w.all[t].own != w.all[u].own
	}},
	"nobody moves": {moves: func(*relatedWorld, int) []int32 { return nil }},
	"operations lead to one place only": {moves: func(w *relatedWorld, t int) []int32 {
		return w.all[t].moves[:min(len(w.all[t].moves), 1)]
	}},
	"nobody gives anything":   {gives: func(*relatedWorld, int, int) int32 { return 0 }},
	"everything always lacks": {lack: func(*relatedWorld, int) int32 { return 1 << 30 }},
	"one more is lacking": {lack: func(w *relatedWorld, r int) int32 {
		if n := w.Lack(r); n > 0 {
			return n + 1
		}
		return 0
	}, gives: func(w *relatedWorld, t, r int) int32 { return min(w.Gives(t, r)&1, 1) }},
	"who waits is never on": {idle: func(w *relatedWorld, t int) bool { return w.needs[t] >= 0 }},
}

// TestRelationFaults plants faults in relations; the comparison with every interleaving
// finds each within a few programs.
func TestRelationFaults(t *testing.T) {
	var programs []*genProgram
	for seed := range uint64(batchSize) {
		programs = append(programs, randomProgram(seed+1))
	}
	b, err := loadBatch(t.TempDir(), programs)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range relationFaults {
		t.Run(name, func(t *testing.T) {
			for i := range programs {
				fault := b.examine(i, 150, []string{"lpor"}, func(w *genWorld) por.System {
					f.relatedWorld = relate(machineOf(w.world))
					return f
				}, &oracleNumbers{})
				if fault != "" {
					return
				}
			}
			t.Errorf("not found in %d programs", len(programs))
		})
	}
}
