package explore

// The oracle of the searches on the machine: random programs, explored by
// every interleaving and by each search. What can come out must be the same:
// how executions end, the state at their end, what is reported.

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mazurka-go/mazurka/explore/vm"
	"github.com/mazurka-go/mazurka/por"
)

var (
	oraclePrograms  = flag.Int("explore.programs", 250, "how many random programs the searches are compared on")
	relatedPrograms = flag.Int("explore.related", 40, "how many random programs the relations are checked on")
	oracleFirst     = flag.Uint64("explore.first", 1, "seed of the first random program")
	oracleLimit     = flag.Int("explore.interleavings", 1500, "how many interleavings a random program may have")
	oracleShrink    = flag.Bool("explore.shrink", false, "make programs on which a search is wrong smaller")
	oracleSearch    = flag.String("explore.search", "", "compare this search only")
	oracleVerbose   = flag.Bool("explore.verbose", false, "print numbers of the oracle")
)

// A genBatch is a package of random programs, loaded.
type genBatch struct {
	session  *Session
	programs []*genProgram
	tests    []*Test
}

// loadBatch compiles the programs as tests of one package.
func loadBatch(dir string, programs []*genProgram) (*genBatch, error) {
	var b strings.Builder
	b.WriteString(genPrelude)
	for i, p := range programs {
		b.WriteString(p.render(fmt.Sprintf("TestP%d", i)))
	}
	batch, err := loadSource(dir, b.String())
	if err != nil {
		return nil, err
	}
	batch.programs = programs
	return batch, nil
}

// loadSource compiles a package of tests.
func loadSource(dir, source string) (*genBatch, error) {
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module gen\n\ngo 1.26\n"), 0o666); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(dir, "gen_test.go"), []byte(source), 0o666); err != nil {
		return nil, err
	}
	batch := &genBatch{session: NewSession(filepath.Join(dir, "cache"))}
	snap, err := batch.session.Load(context.Background(), LoadOptions{Dir: dir})
	if err != nil {
		return nil, err
	}
	pkg := snap.Packages[0]
	if len(pkg.Errors) > 0 {
		return nil, fmt.Errorf("%v: %s", pkg.Errors[0].Pos, pkg.Errors[0].Message)
	}
	batch.tests = pkg.Tests
	return batch, nil
}

// A genWorld is a world of a random program, and the machine in it.
type genWorld struct {
	world
	names *vm.Names
	s     *system
	done  func()
}

func (b *genBatch) world(i int, cfg worldConfig) (*genWorld, error) {
	return b.worldLike(nil, i, cfg)
}

// worldLike makes a world in which the same things have the same numbers as in
// another one of the program, if there is one.
func (b *genBatch) worldLike(other *genWorld, i int, cfg worldConfig) (*genWorld, error) {
	p, err := b.session.acquire(context.Background(), b.tests[i])
	if err != nil {
		return nil, err
	}
	f := p.factory(b.tests[i], Limits{Steps: 100_000, Memory: 64 << 20})
	names := p.image.NewNames()
	if other != nil {
		names = other.names
	}
	w, err := f.worldWith(cfg, names)
	if err != nil {
		b.session.release(p)
		return nil, err
	}
	return &genWorld{w, names, w.(*fairWorld).spinner.(*system), func() { w.close(); b.session.release(p) }}, nil
}

// An observation is what one can tell of a set of executions.
type observation struct {
	// overgiven: see [ending].
	overgiven bool
	// outcomes has for each way an execution can end one schedule.
	outcomes map[string][]por.Choice
	// races has the racing pairs, watch the racing accesses.
	races  map[string]bool
	watch  map[string]bool
	result por.Result
}

func newObservation() *observation {
	return &observation{outcomes: map[string][]por.Choice{}, races: map[string]bool{}, watch: map[string]bool{}}
}

// note takes note of an execution that has ended.
func (o *observation) note(s *system, choices func() []por.Choice) {
	o.overgiven = o.overgiven || s.m.Overgiven()
	var b strings.Builder
	fmt.Fprintf(&b, "%v", s.m.Outcome())
	reports := s.m.Reports()
	var lines []string
	for i := range reports {
		r := &reports[i]
		if r.Kind == vm.RaceReport {
			o.races[r.Message+" "+s.p.where(r)] = true
			continue
		}
		text, _, _ := strings.Cut(r.Message, "\n")
		lines = append(lines, fmt.Sprintf(" %s %s [%s]", kindOf(r), text, s.p.where(r)))
	}
	slices.Sort(lines)
	for _, line := range lines {
		o.add("finding"+line, choices)
	}
	// How far the others have come when a crash stops them does not matter.
	if s.m.Outcome() != vm.Crashed {
		state := fmt.Sprintf("%s %x", b.String(), s.m.Fingerprint())
		o.add(state, choices)
		o.add(combined+strings.Join(lines, "")+" "+state, choices)
	}
	for _, a := range s.accesses() {
		o.watch[a] = true
	}
}

// combined begins the outcomes that tell all of one execution, which those do not
// promise who match states: what was noticed on the way is no part of a state.
const combined = "combined"

func (o *observation) add(outcome string, choices func() []por.Choice) {
	if _, ok := o.outcomes[outcome]; !ok {
		o.outcomes[outcome] = choices()
	}
}

// oracleDepth bounds executions: the programs have no endless loops.
const oracleDepth = 200

// every explores all interleavings by going back. ok is false if there are
// more than limit.
func every(s *system, limit int) (o *observation, ok bool) {
	o = newObservation()
	var path []por.Choice
	var explore func() bool
	explore = func() bool {
		enabled := s.Enabled(nil)
		if len(enabled) == 0 {
			o.result.Executions++
			o.note(s, func() []por.Choice { return slices.Clone(path) })
			return o.result.Executions < int64(limit)
		}
		if len(path) == oracleDepth {
			return false
		}
		for _, c := range enabled {
			mark := s.Mark()
			s.Step(c)
			path = append(path, c)
			if !explore() {
				return false
			}
			path = path[:len(path)-1]
			s.Rewind(mark)
		}
		return true
	}
	s.Reset()
	ok = explore()
	return o, ok
}

// searched explores by a search. Like the jobs, it stops if it should begin
// anew: strict, or with the accesses watched that race.
func searched(name string, sys por.System, s *system, watched []string, opts por.Options) (o *observation) {
	o = newObservation()
	o.result = por.Search(name, sys, opts, func(x *por.Execution) bool {
		o.note(s, func() []por.Choice {
			var choices []por.Choice
			for i := range x.Events {
				choices = append(choices, x.Events[i].Choice)
			}
			return choices
		})
		return !o.incomplete(watched)
	})
	return o
}

// incomplete reports whether not everything follows from the events, because
// shares are given back too early or accesses race that are not watched.
func (o *observation) incomplete(watched []string) bool {
	for a := range o.watch {
		if !slices.Contains(watched, a) {
			return true
		}
	}
	return o.overgiven
}

// oracleSearches are the searches that are compared: those whose completion
// is a verdict.
func oracleSearches() []string {
	if *oracleSearch != "" {
		return []string{*oracleSearch}
	}
	return []string{"sleep", "dpor", "source-dpor", "optimal-dpor", "cdpor", "stateful-dpor", "s-por", "de-s-por", "dl-s-por", "heap-por", "hybrid-por", "states", "lpor", "lpor-without-net", "lpor-breadth-first"}
}

// matching reports whether a search matches states.
func matching(name string) bool {
	a, ok := por.Lookup(name)
	return ok && a.MatchesStates()
}

// compareSearch explores by a search and tells what is wrong, "" if nothing.
func compareSearch(name string, ref *observation, sys por.System, s *system, watched []string) (fault string, got *observation) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	if far, ok := sys.(*farWorld); ok {
		a, _ := por.Lookup(name)
		sys = shown(far.fairWorld, a)
	}
	for tries := 0; tries == 0 || s.unordered(tries > 8) || outgrown(sys, true); tries++ {
		begin(sys)
		s.unordered(tries > 8)
		got = searched(name, sys, s, watched, por.Options{
			MaxDepth:      oracleDepth,
			MaxExecutions: 20*ref.result.Executions + 100, MaxSteps: 3_000_000,
		})
		if got.incomplete(watched) {
			break
		}
	}
	if ref.incomplete(watched) {
		if !got.incomplete(watched) {
			return "not noticed that it has to begin anew", got
		}
		return "", got
	}
	for _, key := range slices.Sorted(maps.Keys(ref.outcomes)) {
		if s.matching && strings.HasPrefix(key, combined) {
			continue
		}
		if _, ok := got.outcomes[key]; !ok {
			return "outcome lost: " + key + story(s, ref.outcomes[key]), got
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got.outcomes)) {
		if _, ok := ref.outcomes[key]; !ok {
			return "no such outcome: " + key + story(s, got.outcomes[key]), got
		}
	}
	if !got.result.Complete {
		return "not complete: " + got.result.Bound, got
	}
	// A race may hide behind another one on the same variable.
	for _, a := range slices.Sorted(maps.Keys(ref.races)) {
		if !got.races[a] && !slices.ContainsFunc(slices.Collect(maps.Keys(got.races)), func(b string) bool { return sameVariable(a, b) }) {
			return "race lost: " + a, got
		}
	}
	return "", got
}

func sameVariable(a, b string) bool {
	x, _, _ := strings.Cut(a, " ")
	y, _, _ := strings.Cut(b, " ")
	return x == y
}

// story tells a schedule.
func story(s *system, choices []por.Choice) string {
	var b strings.Builder
	s.Reset()
	for _, c := range choices {
		st := s.step(c)
		e := s.Step(c)
		fmt.Fprintf(&b, "\n\t%-5s %2d %s:%d %s  %s %v", s.procName(c.Proc), c.Alt, filepath.Base(st.Pos.Filename), st.Pos.Line, st.Source, vm.Kind(e.Op), e.Accesses)
	}
	return b.String()
}

// oracleNumbers are what one run of the oracle has covered.
type oracleNumbers struct {
	compared, tooMany  int
	executions, traces int64
}

// A disguise shows a system to the searches, perhaps with a planted fault.
type disguise func(*genWorld) por.System

// plainly shows what the jobs show to the searches.
func plainly(w *genWorld) por.System {
	if w.s.matching {
		return lookAhead(w.world)
	}
	return w.world
}

// examine compares the searches on program i in all configurations.
func (b *genBatch) examine(i int, limit int, searches []string, d disguise, n *oracleNumbers) (fault string) {
	defer func() {
		if r := recover(); r != nil {
			fault = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	for _, early := range []bool{false, true} {
		cfg := worldConfig{early: early}
		timers := false
		for range 4 {
			fault, watch, strict, ok := b.examineWith(i, limit, searches, d, cfg, n, &timers)
			if fault != "" {
				return fmt.Sprintf("early %v, strict %v, watched %v: %s", early, cfg.strict, cfg.watch, fault)
			}
			if strict {
				cfg.strict = true
				continue
			}
			if !ok || len(watch) <= len(cfg.watch) {
				break
			}
			cfg.watch = watch
		}
		if !timers {
			break
		}
	}
	return ""
}

// examineWith does so in one configuration. It returns the accesses that
// race, and whether the configuration ought to be strict.
func (b *genBatch) examineWith(i, limit int, searches []string, d disguise, cfg worldConfig, n *oracleNumbers, timers *bool) (fault string, watch []string, begin, ok bool) {
	w, err := b.world(i, cfg)
	if err != nil {
		return err.Error(), nil, false, false
	}
	defer w.done()
	s := w.s
	ref, ok := every(s, limit)
	*timers = s.timers()
	if !ok {
		n.tooMany++
		return "", nil, false, false
	}
	n.compared++
	n.executions += ref.result.Executions
	var states, strict *genWorld
	for _, name := range searches {
		u := w
		if matching(name) {
			if states == nil {
				cfg.matching = true
				if states, err = b.worldLike(w, i, cfg); err != nil {
					return err.Error(), nil, false, false
				}
				defer states.done()
			}
			u = states
		}
		what, got := compareSearch(name, ref, d(u), u.s, cfg.watch)
		if matching(name) && got != nil && got.overgiven && !ref.overgiven {
			// States know less of who may give back than executions do.
			if strict == nil {
				if strict, err = b.worldLike(w, i, worldConfig{early: cfg.early, watch: cfg.watch, matching: true, strict: true}); err != nil {
					return err.Error(), nil, false, false
				}
				defer strict.done()
			}
			what, got = compareSearch(name, ref, d(strict), strict.s, cfg.watch)
		}
		if what == "" {
			n.traces += got.result.Executions
			continue
		}
		if fault == "" {
			fault = what
		}
		fault = name + " " + fault
	}
	if fault != "" {
		return fault, nil, false, false
	}
	all := map[string]bool{}
	maps.Copy(all, ref.watch)
	for _, a := range cfg.watch {
		all[a] = true
	}
	return "", slices.Sorted(maps.Keys(all)), ref.overgiven, true
}

// shrink makes a program smaller as long as it still has a fault.
func shrink(dir string, p *genProgram, faulty func(b *genBatch, i int) string) (*genProgram, string) {
	what := ""
	for range 40 {
		list := p.smaller()
		b, err := loadBatch(dir, list)
		if err != nil {
			// One candidate does not compile: try them one by one.
			b = nil
		}
		found := false
		for i, q := range list {
			batch, at := b, i
			if b == nil {
				if batch, err = loadBatch(dir, []*genProgram{q}); err != nil {
					continue
				}
				at = 0
			}
			if fault := faulty(batch, at); fault != "" {
				p, what, found = q, fault, true
				break
			}
		}
		if !found {
			break
		}
	}
	return p, what
}

const batchSize = 250

// TestSearchesOnMachine compares the searches with every interleaving on
// random programs.
func TestSearchesOnMachine(t *testing.T) {
	n := &oracleNumbers{}
	start := time.Now()
	failures := 0
	for first := 0; first < *oraclePrograms; first += batchSize {
		var programs []*genProgram
		for i := first; i < min(first+batchSize, *oraclePrograms); i++ {
			programs = append(programs, randomProgram(*oracleFirst+uint64(i)))
		}
		b, err := loadBatch(t.TempDir(), programs)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range programs {
			fault := b.examine(i, *oracleLimit, oracleSearches(), plainly, n)
			if fault == "" {
				continue
			}
			t.Errorf("program %d: %s\n%s", p.seed, fault, p.render("P"))
			if failures++; failures > 5 {
				t.Fatal("too many")
			}
			if !*oracleShrink {
				continue
			}
			small, what := shrink(t.TempDir(), p, func(b *genBatch, i int) string {
				return b.examine(i, *oracleLimit, oracleSearches(), plainly, &oracleNumbers{})
			})
			t.Errorf("smaller: %s\n%s", cmp.Or(what, "the same"), small.render("P"))
		}
	}
	if *oracleVerbose {
		t.Logf("%d explorations compared, %d too large, %d interleavings, %d executions of searches, %v",
			n.compared, n.tooMany, n.executions, n.traces, time.Since(start).Round(time.Millisecond))
	}
	if n.compared < *oraclePrograms/2 {
		t.Errorf("only %d of %d programs were compared", n.compared, *oraclePrograms)
	}
}

// TestSearchesOnKnownPrograms does so on random programs that have shown mistakes: timers due at the
// same time, shares given back before they were taken, clocks of bubbles in
// fingerprints.
func TestSearchesOnKnownPrograms(t *testing.T) {
	var programs []*genProgram
	for _, seed := range []uint64{5098, 5071, 5683, 41070} {
		programs = append(programs, randomProgram(seed))
	}
	b, err := loadBatch(t.TempDir(), programs)
	if err != nil {
		t.Fatal(err)
	}
	n := &oracleNumbers{}
	for i, p := range programs {
		if fault := b.examine(i, *oracleLimit, oracleSearches(), plainly, n); fault != "" {
			t.Errorf("program %d: %s\n%s", p.seed, fault, p.render("P"))
		}
	}
	if n.compared < len(programs) {
		t.Errorf("only %d explorations were compared", n.compared)
	}
}

// A faultySystem has a fault planted in what its events touch.
type faultySystem struct {
	oracleSystem
	plant func(*por.Event)
}

type oracleSystem interface {
	por.Pending
	Mark() int
	Rewind(int)
}

func (f faultySystem) Step(c por.Choice) por.Event {
	e := f.oracleSystem.Step(c)
	f.plant(&e)
	return e
}

func (f faultySystem) Pending(buf []por.Event) []por.Event {
	n := len(buf)
	buf = f.oracleSystem.Pending(buf)
	for i := range buf[n:] {
		f.plant(&buf[n+i])
	}
	return buf
}

// TestOracleFindsFaults plants faults in the footprints of operations; the
// comparison finds each within a few programs.
func TestOracleFindsFaults(t *testing.T) {
	replace := func(from, to por.Mode) func(*por.Event) {
		return func(e *por.Event) {
			for i := range e.Accesses {
				if e.Accesses[i].Mode == from {
					e.Accesses[i].Mode = to
				}
			}
		}
	}
	faults := map[string]func(*por.Event){
		"writes only look": replace(por.Write, por.Read),
		"locks are shared": replace(por.Acquire, por.Share),
		"who looks sees something else": func(e *por.Event) {
			for i := range e.Accesses {
				if e.Accesses[i].Mode == por.Read {
					e.Accesses[i].Object ^= 1 << 63
				}
			}
		},
		"operations touch one thing":    func(e *por.Event) { clear(e.Accesses[1:]) },
		"who starts a goroutine is out": func(e *por.Event) { e.Peer = -1 },
	}
	var programs []*genProgram
	for seed := range uint64(batchSize) {
		programs = append(programs, randomProgram(seed+1))
	}
	b, err := loadBatch(t.TempDir(), programs)
	if err != nil {
		t.Fatal(err)
	}
	for name, plant := range faults {
		t.Run(name, func(t *testing.T) {
			for i := range programs {
				fault := b.examine(i, 300, []string{"source-dpor"}, func(w *genWorld) por.System {
					return faultySystem{w.world.(oracleSystem), plant}
				}, &oracleNumbers{})
				if fault != "" {
					return
				}
			}
			t.Errorf("not found in %d programs", len(programs))
		})
	}
}
