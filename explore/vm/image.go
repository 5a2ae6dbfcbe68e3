package vm

import (
	"bytes"
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// An Image is the state of the world after package initialisation, from which every
// execution starts. It is immutable and safe for concurrent use.
type Image struct {
	m      *Machine // frozen
	output []byte   // of the initialisers
	spans  []Span
}

// Output is what the initialisers wrote, and which parts of it went to
// standard error.
func (i *Image) Output() ([]byte, []Span) { return i.output, i.spans }

// An InitError says why a package could not be initialised: a finding of the
// machine (a panic, a fatal error), something it cannot run, or a limit.
type InitError struct {
	Outcome     Outcome
	Reports     []Report
	Unsupported *Unsupported
	Output      []byte
	Spans       []Span
	Limit       string       // if Outcome is Limited
	Stack       []StackFrame // of the initialiser, innermost first
	ExitCode    int          // if Outcome is Exited
}

func (e *InitError) Error() string {
	switch {
	case e.Unsupported != nil:
		return "package initialisation: unsupported: " + e.Unsupported.What
	case len(e.Reports) > 0:
		return "package initialisation: " + e.Reports[len(e.Reports)-1].Message
	}
	return "package initialisation: " + e.Outcome.String()
}

// initSteps is the default limit of instructions of all initialisers, which
// run once.
const initSteps = 5_000_000_000

// Image runs the initialisers of the packages and of all they import, each
// once, and returns the state reached. Goroutines that they started are part
// of it.
func (p *Program) Image(world World, limits Limits, pkgs ...*ssa.Package) (*Image, error) {
	if limits.Steps == 0 {
		limits.Steps, limits.LocalSteps = initSteps, initSteps
	}
	m, err := newMachine(p, Config{Limits: limits})
	if err != nil {
		return nil, err
	}
	m.world = world
	// Slot 0 is left to the test's goroutine.
	g := m.bear(initSlot, NoSlot)
	m.Mark()
	if err := m.embed(g); err != nil {
		m.Close()
		return nil, err
	}
	order := p.initOrder(pkgs)
	// The machine calls functions of the runtime, imported or not.
	if rt := p.cfg.SSA.ImportedPackage("runtime"); rt != nil && rt.Func("init") != nil {
		p.cfg.Build(rt)
		order = append([]*ssa.Package{rt}, order...)
	}
	for _, pkg := range order {
		if err := m.initialise(g, pkg); err != nil {
			m.Close()
			return nil, err
		}
	}
	i := &Image{m: m, output: m.output, spans: m.OutputSpans()}
	m.forgetPast()
	return i, nil
}

func (m *Machine) initialise(g *G, pkg *ssa.Package) error {
	f := pkg.Func("init")
	if f == nil {
		return fmt.Errorf("vm: package %s has no initialiser", pkg.Pkg.Path())
	}
	m.prog.mu.Lock()
	closure := m.prog.funcAddr(f)
	m.prog.mu.Unlock()
	m.syncStatic()
	if g.status == Ended { // with the initialiser before
		m.enlist(g)
	}
	m.newFrameG(g, closure, nil)
	m.proceed(g)
	var buf []Choice
	for m.stop.kind == running && g.status != Ended {
		buf = m.Enabled(buf[:0])
		if len(buf) == 0 {
			break
		}
		// Initialisation goes on by itself as long as it can.
		c := buf[0]
		if i := slices.IndexFunc(buf, func(c Choice) bool { return c.Slot == initSlot }); i >= 0 {
			c = buf[i]
		}
		m.Step(c)
	}
	if m.stop.kind == running && g.status == Ended {
		return nil
	}
	out := m.Outcome()
	if out == Exited && m.stop.code == 0 {
		return nil
	}
	return &InitError{Outcome: out, Reports: m.reports, Unsupported: m.stop.unsupported, Output: m.output, Spans: m.OutputSpans(), Limit: m.stop.limit, Stack: m.stackOf(g), ExitCode: m.stop.code}
}

// forgetPast makes the present state the beginning of time.
func (m *Machine) forgetPast() {
	m.forgetTrails()
	m.sched.timed = m.remembersTime()
	m.output, m.spans, m.live, m.steps = nil, nil, 0, 0
}

// Config is what may differ between machines of one image.
type Config struct {
	Limits Limits
	// Races turns race detection on.
	Races bool
	// EarlyTimers lets one-shot timers fire before time has come to them.
	EarlyTimers bool
	// Ticking lets time pass while something can go on, with every instruction
	// and every look at the clock. It is for programs that are run once.
	Ticking bool
	// Faults is how many faults of the simulated network an execution may have.
	Faults int
	// Strict takes no two operations that give shares of a WaitGroup or RWMutex
	// back, or add to a WaitGroup, for independent. It is needed after [Machine.Overgiven].
	Strict bool
	// Matching is needed for [Machine.OrderedFingerprint].
	Matching bool
	// MapSeed rotates the order in which maps are iterated; RandSeed seeds
	// the global random sources.
	MapSeed, RandSeed uint64
	// Watch lists plain accesses that are to be visible operations, by their
	// positions in the source.
	Watch []token.Pos
	// Names, if not nil, are shared with other machines.
	Names *Names
	// Lines, if not nil, says in which files the machine can stop within a step;
	// see [Machine.AtLines].
	Lines func(file string) bool
}

// Close gives back the image's memory. Its machines are not affected.
func (i *Image) Close() { i.m.Close() }

// NewMachine makes a machine in the image's state. It must be closed.
func (i *Image) NewMachine(cfg Config) (*Machine, error) {
	from := i.m
	m, err := newMachine(from.prog, cfg)
	if err != nil {
		return nil, err
	}
	m.world = from.world
	m.syncStatic()
	copySparse(m.memory[dataBase:], from.memory[dataBase:from.prog.dataUsed()])
	copy(m.memory[heapBase:from.next], from.memory[heapBase:from.next])
	copy(m.starts[heapBase/granule/64:], from.starts[heapBase/granule/64:from.next/granule/64+1])
	m.regions = from.regions.clone()
	m.names = from.names.clone()
	m.names.common, m.regions.common = cfg.Names, cfg.Names
	m.sched = from.sched.clone()
	for _, g := range from.gs {
		g = g.clone()
		m.gs = append(m.gs, g)
		if g != nil && g.status == Parked {
			m.enlist(g) // a goroutine that initialisation has started
		}
	}
	m.races = from.races.clone()
	m.configure()
	return m, nil
}

// copySparse copies to memory that is all zero, without touching what stays so.
func copySparse(dst, src []byte) {
	const page = 4096
	var zero [page]byte
	for i := 0; i < len(src); i += page {
		if p := src[i:min(i+page, len(src))]; !bytes.Equal(p, zero[:len(p)]) {
			copy(dst[i:], p)
		}
	}
}

func (p *Program) dataUsed() Addr {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dataNext
}

func (g *G) clone() *G {
	if g == nil {
		return nil
	}
	c := *g
	c.stack, c.frames = slices.Clone(g.stack), slices.Clone(g.frames)
	c.epoch = 0
	return &c
}

func (r *regions) clone() regions {
	c := regions{chunk: make(map[chunkKey]Addr, len(r.chunk)), next: r.next, hidden: slices.Clone(r.hidden)}
	for k, a := range r.chunk {
		c.chunk[k] = a
	}
	return c
}

// newMachine makes a machine with empty data and heap.
func newMachine(p *Program, cfg Config) (*Machine, error) {
	m := &Machine{prog: p, cfg: cfg, limits: cfg.Limits.withDefaults()}
	var err error
	if m.memory, err = reserve(arenaSize); err != nil {
		return nil, fmt.Errorf("vm: reserving memory: %w", err)
	}
	if m.startBits, err = reserve(arenaSize / granule / 8); err != nil {
		m.Close()
		return nil, fmt.Errorf("vm: reserving memory: %w", err)
	}
	m.arena = newArena(m.memory, m.startBits)
	m.rolen = rodataBase
	m.regions = regions{chunk: map[chunkKey]Addr{}, next: heapBase}
	m.names = newNameTable()
	m.configure()
	return m, nil
}

// configure tells the parts about the configuration.
func (m *Machine) configure() {
	m.sched.configure(m)
	m.races.configure(m)
	m.order.configure(m.cfg.Matching)
	m.lines.of, m.whole = m.cfg.Lines, m.cfg.Lines != nil
}

// Close gives back the machine's memory.
func (m *Machine) Close() {
	m.races.close()
	release(m.memory)
	release(m.startBits)
	m.memory, m.startBits = nil, nil
}

// StartMain puts the machine in the initial state of a program: its main
// goroutine parked in front of its first visible operation. The program ends
// when main returns.
func (m *Machine) StartMain(main *ssa.Function) {
	m.sched.mainEnds = true
	m.start(main, nil)
}

// StartFunction does the same for any function without parameters; when it
// returns, what it has started goes on, as with a test.
func (m *Machine) StartFunction(f *ssa.Function) { m.start(f, nil) }

// StartTest does the same for a test.
func (m *Machine) StartTest(t Test) error {
	p := m.prog
	p.mu.Lock()
	run, args := p.testRunner(t)
	p.mu.Unlock()
	if run == nil {
		return fmt.Errorf("vm: the program does not contain package testing")
	}
	m.start(run, args)
	return nil
}

func (m *Machine) start(f *ssa.Function, args []uint64) {
	m.prog.mu.Lock()
	closure := m.prog.funcAddr(f)
	m.prog.mu.Unlock()
	m.syncStatic()
	m.races.sole = len(m.liveGoroutines()) == 0 && m.sched.timers == 0
	g := m.bear(mainSlot, NoSlot)
	g.sync.read = m.sched.read
	m.newFrameG(g, closure, args)
	if m.lines.of != nil {
		m.forgetTrails()
		m.Mark()
		m.proceed(g)
		return
	}
	m.proceed(g)
	m.forgetTrails()
	m.Mark()
}

// forgetTrails makes the present state one that cannot be left backwards.
func (m *Machine) forgetTrails() {
	m.collectDirty()
	m.sched.dirty.at = 0
	m.sched.graph = liveGraph{}
	m.tn, m.marked = 0, 0
	m.gtrail, m.strail, m.wtrail, m.marks = m.gtrail[:0], m.strail[:0], m.wtrail[:0], m.marks[:0]
	m.epoch++
}

// Reset goes back to the state after StartMain or StartTest.
func (m *Machine) Reset() { m.Rewind(0) }
