package explore

// This file alone names both the searches and the machine: it shows a machine
// to a search as a world. Numbers of processes, alternatives, objects and
// modes are the machine's own; a test checks that the modes agree.

import (
	"go/token"
	"slices"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/explore/vm"
	"github.com/mazurka-go/mazurka/por"
)

// system is a machine as a [world].
type system struct {
	m    *vm.Machine
	p    *program
	test token.Position // of the test's function

	choices []vm.Choice
	events  []vm.Event
	effects []vm.Effect // of the step told last
	found   []fault

	known map[reportKey]fault
	// told is where the goroutine is whose next step was told; started is
	// where those that have been told to start were started.
	told    token.Position
	started map[vm.Slot]token.Position
	labels  map[vm.Slot]string
	// matching says that fingerprints tell what race detection needs.
	matching, strict bool
	// future is what package analysis knows of the test.
	future func() *analysis.Future
	// timed says that a goroutine has slept or made a timer in some execution.
	timed bool
}

// world makes a machine in the initial state of a test and shows it.
func (f *testFactory) world(cfg worldConfig) (world, error) { return f.worldWith(cfg, f.names) }

// namesakes is the factory of worlds in which the same things have the same
// numbers, and equal states equal fingerprints.
func (f *testFactory) namesakes() *testFactory {
	out := *f
	out.names = f.p.image.NewNames()
	return &out
}

// alike makes several, with names in common.
func (f *testFactory) alike(cfg worldConfig, n int) (list []world, err error) {
	names := f.p.image.NewNames()
	for range n {
		w, err := f.worldWith(cfg, names)
		if err != nil {
			closeAll(list)
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

func (f *testFactory) worldWith(cfg worldConfig, names *vm.Names) (world, error) {
	watch, err := f.p.watchPositions(cfg.watch)
	if err != nil {
		return nil, err
	}
	limits := f.limits
	limits.Stop = cfg.stop
	var lines func(string) bool
	if cfg.lines {
		lines = f.p.stopsIn
	}
	m, err := f.p.image.NewMachine(vm.Config{
		Limits: limits, Lines: lines, Races: true, EarlyTimers: cfg.early, Faults: cfg.faults, Strict: cfg.strict, Ticking: cfg.ticking,
		MapSeed: cfg.mapSeed, RandSeed: cfg.randSeed, Watch: watch, Names: names, Matching: cfg.matching || cfg.lines,
	})
	if err != nil {
		return nil, err
	}
	if err := m.StartTest(f.test); err != nil {
		m.Close()
		return nil, err
	}
	return fair(&system{m: m, p: f.p, matching: cfg.matching, strict: cfg.strict, future: f.ahead, test: f.p.fset.Position(f.test.Func.Pos()), known: map[reportKey]fault{}, started: map[vm.Slot]token.Position{}, labels: map[vm.Slot]string{}}, cfg.matching), nil
}

func (s *system) close() { s.m.Close() }

func (s *system) held() uint64 { return s.m.Held() }

func (s *system) Reset()          { s.m.Reset() }
func (s *system) Mark() int       { return s.m.Mark() }
func (s *system) Rewind(mark int) { s.m.Rewind(mark) }

func (s *system) Fingerprint() [2]uint64 {
	if s.matching {
		return s.withReports(s.m.OrderedFingerprint())
	}
	return s.final()
}

func (s *system) final() [2]uint64 { return s.withReports(s.m.Fingerprint()) }

func (s *system) unordered(everything bool) bool { return s.m.Unordered(everything) }

func (s *system) Enabled(buf []por.Choice) []por.Choice {
	s.choices = s.m.Enabled(s.choices[:0])
	for _, c := range s.choices {
		buf = append(buf, por.Choice{Proc: por.Proc(c.Slot), Alt: c.Alt})
	}
	return buf
}

func (s *system) Step(c por.Choice) por.Event {
	e := s.m.Step(vm.Choice{Slot: vm.Slot(c.Proc), Alt: c.Alt})
	s.timed = s.timed || e.Kind.Timed()
	if s.told.IsValid() {
		s.notice(&e)
	}
	return porEvent(&e)
}

func (s *system) Pending(buf []por.Event) []por.Event {
	s.events = s.m.Pendings(s.events[:0])
	for i := range s.events {
		buf = append(buf, porEvent(&s.events[i]))
	}
	return buf
}

func porEvent(e *vm.Event) por.Event {
	out := por.Event{
		Choice: por.Choice{Proc: por.Proc(e.Slot), Alt: e.Alt}, Peer: por.Proc(e.Peer),
		Op: uint16(e.Kind), Wide: e.Wide, Firm: e.Firm,
	}
	for i := range e.N {
		out.Accesses[i] = por.Access{Object: e.Accesses[i].Object, Mode: por.Mode(e.Accesses[i].Mode)}
	}
	return out
}

func proc(s vm.Slot) por.Proc { return por.Proc(s) }

func (s *system) procName(p por.Proc) string { return s.m.SlotName(vm.Slot(p)) }

func (s *system) proc(name string) (por.Proc, bool) {
	slot, ok := s.m.SlotByName(name)
	return por.Proc(slot), ok
}

func (s *system) altName(c por.Choice) string {
	return s.m.AltName(vm.Choice{Slot: vm.Slot(c.Proc), Alt: c.Alt})
}

func (s *system) alt(_ por.Proc, name string) (int32, bool) { return s.m.AltByName(name) }

func (s *system) early(c por.Choice) bool {
	k := vm.Choice{Slot: vm.Slot(c.Proc), Alt: c.Alt}
	return s.m.Early(k) || s.m.IsFault(k)
}

func (s *system) local(p por.Proc) [2]uint64 { return s.m.Local(vm.Slot(p)) }

func (s *system) depth(p por.Proc) int { return s.m.Depth(vm.Slot(p)) }

func (s *system) looks(p por.Proc) int { return s.m.Looks(vm.Slot(p)) }

func (s *system) logged() int { return s.m.Logged() }

func (s *system) unchanged(parts [][2]int) bool { return s.m.Unchanged(parts) }

func (s *system) quiescent(buf []por.Choice) []por.Choice {
	s.choices = s.m.Quiescent(s.choices[:0])
	for _, c := range s.choices {
		buf = append(buf, por.Choice{Proc: por.Proc(c.Slot), Alt: c.Alt})
	}
	return buf
}

func (s *system) spinPlace(p por.Proc) string {
	return s.p.places.function(s.m.Stack(vm.Slot(p)))
}

func (s *system) spinFinding(procs []por.Proc) (*Finding, []side) {
	var slots []vm.Slot
	for _, p := range procs {
		slots = append(slots, vm.Slot(p))
	}
	return s.describeSpins(slots)
}

func (s *system) timers() bool { return s.timed }

func (s *system) seeded() bool { return s.m.Seeded() }

func (s *system) output() []byte { return s.m.Output() }

func (s *system) reported() int { return len(s.m.Reports()) }

func (s *system) ending() ending { return s.p.ending(s.m) }

func (s *system) faults() []fault {
	s.found = s.p.faults(s.found[:0], s.m, s.known)
	return s.found
}

func (s *system) column(p por.Proc) Goroutine {
	slot := vm.Slot(p)
	return Goroutine{Name: s.m.SlotName(slot), Label: s.label(slot), Start: s.startedAt(slot), Func: s.runs(slot)}
}

// What relations are made of: see package vm.

func (s *system) place(p por.Proc) [2]uint64 { return s.m.Place(vm.Slot(p)) }

func (s *system) offers(p por.Proc) []uint64 { return s.m.Offers(vm.Slot(p), nil) }

func (s *system) open(p por.Proc) bool { return s.m.Open(vm.Slot(p)) }

func (s *system) gift(p por.Proc) int32 { return s.m.Gift(vm.Slot(p)) }

// needs is the name of what c waits for, 0 if that is not known.
func (s *system) needs(c por.Choice) uint64 {
	name, _ := s.m.Needs(vm.Slot(c.Proc), c.Alt)
	return name
}

func (s *system) lack(name uint64) int32 { return s.m.Lack(name) }

func gives(a por.Access, buf []uint64) []uint64 {
	return vm.Gives(vm.Access{Object: a.Object, Mode: vm.Mode(a.Mode)}, buf)
}

func objectOf(a por.Access) uint64 { return vm.ObjectOf(a.Object) }

func unnumbered(a por.Access) por.Access {
	a.Object = vm.Unnumbered(a.Object)
	return a
}

func (s *system) step(c por.Choice) Step {
	s.events = s.m.PendingOf(vm.Slot(c.Proc), s.events[:0])
	i := slices.IndexFunc(s.events, func(e vm.Event) bool { return e.Alt == c.Alt })
	if i < 0 && len(s.events) > 0 {
		i = 0
	}
	st := Step{}
	s.effects = nil
	if i >= 0 {
		st.Text = s.m.Describe(s.events[i])
		s.effects = s.m.Effects(s.events[i])
		st.Values = values(s.effects)
		st.Fault = s.m.FaultName(vm.Choice{Slot: vm.Slot(c.Proc), Alt: c.Alt})
	}
	if slot := vm.Slot(c.Proc); s.m.IsTimer(slot) {
		st.Pos = s.startedAt(slot)
		s.told = st.Pos
	} else {
		stack := s.m.Stack(slot)
		st.Pos = s.p.places.position(stack)
		st.library = len(stack) > 0 && st.Pos.IsValid() && s.p.places.rank(st.Pos.Filename) > 1
		if !st.Pos.IsValid() {
			st.Pos = s.startedAt(slot)
		}
		st.Source = s.p.sourceLine(st.Pos)
		st.Calls = s.p.calls(stack)
		s.told = st.Pos
	}
	return st
}

func (s *system) stepped(st *Step) (list []access) {
	s.m.Settle(s.effects)
	st.Values = values(s.effects)
	for _, t := range s.m.Touched() {
		if a, ok := s.p.accessOf(&t); ok {
			list = append(list, access{a, proc(t.Slot), int(t.Index)})
		}
	}
	return list
}

func (s *system) partner(c por.Choice) (por.Choice, bool) {
	half, ok := s.m.Partner(vm.Choice{Slot: vm.Slot(c.Proc), Alt: c.Alt})
	return por.Choice{Proc: proc(half.Slot), Alt: half.Alt}, ok
}

func (s *system) lives(p por.Proc) bool { return s.m.Lives(vm.Slot(p)) }

func (s *system) waitsFor(p por.Proc) (string, token.Position, por.Proc) {
	slot := vm.Slot(p)
	s.events = s.m.PendingOf(slot, s.events[:0])
	if len(s.events) == 0 {
		return "", token.Position{}, -1
	}
	return s.m.Describe(s.events[0]), s.p.places.position(s.m.Stack(slot)), proc(s.m.Holder(slot))
}

func (s *system) clock(p por.Proc, buf []uint32) []uint32 { return s.m.Clock(vm.Slot(p), buf) }

func (s *system) survey() { s.m.Survey() }

func (s *system) record() { s.m.Record() }

// notice remembers where the goroutine or timer was started that a told step
// has started.
func (s *system) notice(e *vm.Event) {
	switch {
	case e.Peer == vm.NoSlot:
	case e.Kind == vm.KindGo, e.Kind == vm.KindNewTimer, e.Kind == vm.KindTimer:
		s.started[e.Peer] = s.told
	}
	s.told = token.Position{}
}

// withReports adds to the fingerprint of a state what was noticed on the way, but
// for races, which depend on the order of a trace's events: the machine goes on in
// the same way, but an execution that has failed is not one that has not. A search
// that matches states would otherwise pass over a failure at the very end.
func (s *system) withReports(state [2]uint64) [2]uint64 {
	reports := s.m.Reports()
	for i := range reports {
		f := s.p.reported(&reports[i], s.known)
		if f.kind == KindRace || slices.ContainsFunc(reports[:i], func(r vm.Report) bool { return s.p.reported(&r, s.known) == f }) {
			continue
		}
		h := hashFault(f)
		state[0] += h[0]
		state[1] += h[1]
	}
	return state
}
