package explore

import (
	"encoding/binary"
	"fmt"
	"go/token"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mazurka-go/mazurka/por"
)

// A toyProgram is a concurrent program of a few letters, for testing what
// decides without a machine. Each process is a line of operations:
//
//	La Ua   lock and unlock a
//	rx wx   read x into the register; write the register plus 1 to x
//	px      the same two as plain accesses: invisible, unless x is watched
//	t       wait for a timer
//	sx      look at x until it is not 0
//	Sx      look at x and the clock until x is not 0
//	!x2     fail unless x is 2
//	@       something the machine cannot run
//	%       a limit of the machine
//	*       a fault of ours: a panic of the host
//
// All processes exist from the start. Process i has the name "0.i".
type toyProgram struct {
	lines  []string
	slips  bool // schedules do not reproduce: every other world is without faults
	worlds int
}

func (p *toyProgram) world(cfg worldConfig) (world, error) {
	p.worlds++
	w := &toyWorld{cfg: cfg, mute: p.slips && p.worlds%2 == 0}
	for _, line := range p.lines {
		var ops []string
		for _, op := range strings.Fields(line) {
			if x, plain := strings.CutPrefix(op, "p"); plain && slices.Contains(cfg.watch, x) {
				ops = append(ops, "r"+x, "w"+x)
				continue
			}
			ops = append(ops, op)
		}
		w.procs = append(w.procs, ops)
	}
	w.start()
	return fair(w, cfg.matching), nil
}

func (p *toyProgram) alike(cfg worldConfig, n int) (list []world, err error) {
	for range n {
		w, err := p.world(cfg)
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

type toyState struct {
	pc, reg []int
	vars    map[string]int
	locks   map[string]int
	plain   map[string]int // last process that touched it, plus one
	found   []fault
	end     ending
	stopped bool
	writes  int
	looks   int
}

type toyWorld struct {
	cfg     worldConfig
	mute    bool
	procs   [][]string
	state   toyState
	marks   []toyState
	timers_ bool
	seeded_ bool
}

func (s *toyState) clone() toyState {
	c := *s
	c.pc, c.reg = slices.Clone(s.pc), slices.Clone(s.reg)
	c.vars, c.locks, c.plain = maps.Clone(s.vars), maps.Clone(s.locks), maps.Clone(s.plain)
	c.found = slices.Clone(s.found)
	return c
}

func (w *toyWorld) start() {
	n := len(w.procs)
	w.state = toyState{
		pc: make([]int, n), reg: make([]int, n),
		vars: map[string]int{}, locks: map[string]int{}, plain: map[string]int{},
	}
	w.marks = nil
}

func (w *toyWorld) Reset()    { w.start() }
func (w *toyWorld) Mark() int { w.marks = append(w.marks, w.state.clone()); return len(w.marks) - 1 }
func (w *toyWorld) Rewind(m int) {
	w.state = w.marks[m].clone()
	w.marks = w.marks[:m+1]
}

func (w *toyWorld) Fingerprint() [2]uint64 {
	h := fnv.New128a()
	fmt.Fprint(h, w.state.pc, w.state.reg, w.state.vars, w.state.locks, w.state.plain, w.state.found)
	b := h.Sum(nil)
	return [2]uint64{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}
}

// op is the next operation of a process, "" if it has ended.
func (w *toyWorld) op(p por.Proc) string {
	if pc := w.state.pc[p]; pc < len(w.procs[p]) {
		return w.procs[p][pc]
	}
	return ""
}

func (w *toyWorld) Enabled(buf []por.Choice) []por.Choice {
	if w.state.stopped {
		return buf
	}
	start := len(buf)
	var waiting []por.Choice
	for i := range w.procs {
		c := por.Choice{Proc: por.Proc(i)}
		switch op := w.op(c.Proc); {
		case op == "", op[0] == 'L' && w.state.locks[op[1:]] != 0:
		case op == "t" && !w.cfg.early:
			waiting = append(waiting, c)
		default:
			buf = append(buf, c)
		}
	}
	if len(buf) == start && len(waiting) > 0 {
		buf = append(buf, waiting[0])
	}
	return buf
}

func (w *toyWorld) event(p por.Proc) por.Event {
	op := w.op(p)
	e := por.Event{Choice: por.Choice{Proc: p}, Peer: -1, Op: uint16(op[0])}
	mode := map[byte]por.Mode{'L': por.Acquire, 'U': por.Release, 'r': por.Read, 's': por.Read, 'S': por.Read, 'w': por.Write, '!': por.Read}[op[0]]
	switch {
	case op == "t" && !w.cfg.early:
		e.Accesses[0] = por.Access{Object: 1, Mode: por.Quiesce}
	case strings.ContainsAny(op[:1], "@%"):
		e.Wide = true
	case mode != 0:
		e.Accesses[0] = por.Access{Object: uint64(op[1]), Mode: mode}
	}
	return e
}

func (w *toyWorld) Pending(buf []por.Event) []por.Event {
	for i := range w.procs {
		if w.op(por.Proc(i)) != "" && !w.state.stopped {
			buf = append(buf, w.event(por.Proc(i)))
		}
	}
	return buf
}

func (w *toyWorld) Step(c por.Choice) por.Event {
	p, s := c.Proc, &w.state
	op, e := w.op(p), w.event(p)
	s.pc[p]++
	if !strings.ContainsAny(op[:1], "rsS") {
		s.writes++
	}
	x := op[1:]
	switch op[0] {
	case 'L':
		s.locks[x] = int(p) + 1
	case 'U':
		s.locks[x] = 0
	case 'r':
		s.reg[p] = s.vars[x]
	case 'w':
		s.vars[x] = s.reg[p] + 1
		w.race(p, x)
	case 'p':
		s.vars[x]++
		w.race(p, x)
	case 's', 'S':
		if op[0] == 'S' {
			s.looks++
		}
		if s.vars[x] == 0 {
			s.pc[p]--
		}
	case 't':
		w.timers_ = true
	case 'm':
		w.seeded_ = true
		s.vars[x] = int(w.cfg.mapSeed % 2)
	case '!':
		if want, _ := strconv.Atoi(op[2:]); s.vars[op[1:2]] != want {
			w.fault(fault{kind: KindFailure, where: op})
		}
	case '@':
		s.end, s.stopped = ending{kind: endMissing, missing: &Missing{What: "call of nothing"}}, true
	case '%':
		s.end, s.stopped = ending{kind: endLimit, bound: "limit of 7 instructions"}, true
	case '*':
		panic("broken")
	}
	return e
}

// race reports a race if another process has touched plain variable x: all
// that "p" touches is unordered.
func (w *toyWorld) race(p por.Proc, x string) {
	if last := w.state.plain[x]; last != 0 && last != int(p)+1 {
		w.fault(fault{kind: KindRace, where: x, what: x})
	}
	if slices.ContainsFunc(w.procs, func(ops []string) bool { return slices.Contains(ops, "p"+x) }) || slices.Contains(w.cfg.watch, x) {
		w.state.plain[x] = int(p) + 1
	}
}

func (w *toyWorld) fault(f fault) {
	if !w.mute && !slices.Contains(w.state.found, f) {
		w.state.found = append(w.state.found, f)
	}
}

func (w *toyWorld) ending() ending { return w.state.end }

func (w *toyWorld) reported() int { return len(w.state.found) }

func (w *toyWorld) faults() []fault {
	found := slices.Clone(w.state.found)
	if w.state.stopped || w.mute {
		return found
	}
	var stuck []string
	for i := range w.procs {
		if op := w.op(por.Proc(i)); op != "" {
			stuck = append(stuck, fmt.Sprintf("%d%s", i, op))
		}
	}
	if len(stuck) > 0 && len(w.Enabled(nil)) == 0 {
		found = append(found, fault{kind: KindDeadlock, where: strings.Join(stuck, " ")})
	}
	return found
}

func (w *toyWorld) accesses() (list []string) {
	for _, f := range w.state.found {
		if f.kind == KindRace {
			list = append(list, f.where)
		}
	}
	return list
}

func (w *toyWorld) describe(f fault) (*Finding, []side) {
	finding := &Finding{Code: f.kind.Code(), Kind: f.kind, Message: string(f.kind) + " " + f.where}
	return finding, []side{{proc: 0, after: -1, step: Step{Text: "side"}}}
}

func (w *toyWorld) local(p por.Proc) [2]uint64 {
	return [2]uint64{uint64(w.state.pc[p]), uint64(w.state.reg[p])}
}

func (w *toyWorld) looks(por.Proc) int { return w.state.looks }

func (w *toyWorld) depth(por.Proc) int { return 0 }

// The log of a toy has one entry for each write.
func (w *toyWorld) logged() int { return w.state.writes }

func (w *toyWorld) unchanged(parts [][2]int) bool {
	return !slices.ContainsFunc(parts, func(p [2]int) bool { return p[0] != p[1] })
}

func (w *toyWorld) quiescent(buf []por.Choice) []por.Choice {
	for i := range w.procs {
		if w.op(por.Proc(i)) == "t" {
			return append(buf, por.Choice{Proc: por.Proc(i)})
		}
	}
	return buf
}

func (w *toyWorld) spinPlace(p por.Proc) string { return w.op(p) }

func (w *toyWorld) spinFinding(procs []por.Proc) (*Finding, []side) {
	var where []string
	for _, p := range procs {
		where = append(where, w.op(p))
	}
	return w.describe(fault{kind: KindLivelock, where: strings.Join(where, " ")})
}

func (w *toyWorld) procName(p por.Proc) string { return "0." + strconv.Itoa(int(p)) }

func (w *toyWorld) proc(name string) (por.Proc, bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(name, "0."))
	return por.Proc(n), err == nil && n >= 0 && n < len(w.procs) && strings.HasPrefix(name, "0.")
}

func (w *toyWorld) altName(por.Choice) string { return "" }

func (w *toyWorld) alt(_ por.Proc, name string) (int32, bool) { return 0, name == "" }

func (w *toyWorld) early(c por.Choice) bool {
	return w.cfg.early && w.op(c.Proc) == "t" && len(w.Enabled(nil)) > 1
}

func (w *toyWorld) timers() bool { return w.timers_ }

func (w *toyWorld) seeded() bool { return w.seeded_ }

func (w *toyWorld) column(p por.Proc) Goroutine {
	return Goroutine{Name: w.procName(p), Label: "process " + strconv.Itoa(int(p))}
}

func (w *toyWorld) step(c por.Choice) Step { return Step{Text: w.op(c.Proc)} }

func (w *toyWorld) stepped(*Step) []access { return nil }

func (w *toyWorld) partner(por.Choice) (por.Choice, bool) { return por.Choice{}, false }

func (w *toyWorld) lives(p por.Proc) bool { return w.op(p) != "" }

func (w *toyWorld) waitsFor(p por.Proc) (string, token.Position, por.Proc) {
	return w.op(p), token.Position{}, -1
}

func (w *toyWorld) clock(_ por.Proc, buf []uint32) []uint32 { return buf }

func (w *toyWorld) survey() {}

func (w *toyWorld) record() {}

func (w *toyWorld) output() []byte { return nil }

func (w *toyWorld) close() {}

func (w *toyWorld) held() uint64 { return 0 }

func (w *toyWorld) final() [2]uint64 { return w.Fingerprint() }

func (w *toyWorld) unordered(bool) bool { return false }
