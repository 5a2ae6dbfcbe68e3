package explore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"go/token"
	"hash/fnv"
	"os"
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/explore/vm"
)

// This file translates what the machine noticed into findings.

// A reportKey tells reports apart without their texts.
type reportKey struct {
	kind    vm.ReportKind
	locs    [2]vm.Location
	message string
}

var reportKinds = map[vm.ReportKind]Kind{
	vm.RaceReport:     KindRace,
	vm.PanicReport:    KindPanic,
	vm.FatalReport:    KindPanic,
	vm.FailureReport:  KindFailure,
	vm.MisuseReport:   KindMisuse,
	vm.LivelockReport: KindLivelock,
}

// ending says how the machine's execution ended.
func (p *program) ending(m *vm.Machine) ending {
	switch m.Outcome() {
	case vm.Limited:
		if m.Limit() == "stop" {
			return ending{kind: endStopped}
		}
		return ending{kind: endLimit, bound: limitText(m.Limit()), global: m.Limit() != "local steps"}
	case vm.Stuck:
		return ending{kind: endMissing, missing: p.missing(m.Unsupported())}
	}
	return ending{skipped: m.Skipped(), overgiven: m.Overgiven(), beside: m.Beside()}
}

// limitText is a limit of the machine as a bound.
func limitText(name string) string {
	switch name {
	case "steps":
		return "limit of instructions in one execution"
	case "local steps":
		return "limit of instructions without a visible operation"
	}
	return "limit of " + name + " in one execution"
}

func (p *program) missing(u *vm.Unsupported) *Missing {
	out := &Missing{What: u.What, Pos: u.Pos}
	if len(u.Path) > 0 {
		out.Pos = p.places.position(u.Path)
	}
	for _, f := range slices.Backward(u.Path) {
		out.Path = append(out.Path, fmt.Sprintf("%s (%s)", f.Func, label(f.Pos)))
	}
	return out
}

// faults appends the faults of the machine's execution so far.
func (p *program) faults(buf []fault, m *vm.Machine, known map[reportKey]fault) []fault {
	reports := m.Reports()
	for i := range reports {
		buf = append(buf, p.reported(&reports[i], known))
	}
	switch m.Outcome() {
	case vm.Deadlock:
		buf = append(buf, fault{kind: KindDeadlock, where: p.blockedWhere(m)})
	case vm.Leak:
		buf = append(buf, fault{kind: KindLeak, where: p.blockedWhere(m)})
	}
	return buf
}

// reported is the fault of a report. known remembers those of earlier ones.
func (p *program) reported(r *vm.Report, known map[reportKey]fault) fault {
	key := keyOf(r)
	f, ok := known[key]
	if !ok {
		f = p.faultOf(r)
		known[key] = f
	}
	return f
}

// hashFault is the same for equal faults.
func hashFault(f fault) (h [2]uint64) {
	d := fnv.New128a()
	fmt.Fprintf(d, "%q %q %q", f.kind, f.where, f.what)
	sum := d.Sum(nil)
	return [2]uint64{binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])}
}

func keyOf(r *vm.Report) reportKey {
	key := reportKey{kind: r.Kind}
	if r.Kind != vm.FailureReport {
		key.message = r.Message
	}
	for i, s := range r.Sides {
		if i < len(key.locs) {
			key.locs[i] = s.Loc
		}
	}
	return key
}

// faultOf identifies a report by where its sides are.
func (p *program) faultOf(r *vm.Report) fault {
	f := fault{kind: kindOf(r), where: p.where(r)}
	if r.Kind == vm.RaceReport {
		f.what = r.Message
	}
	return f
}

func (p *program) where(r *vm.Report) string {
	var where []string
	for _, s := range r.Sides {
		if r.Kind == vm.LivelockReport {
			where = append(where, p.places.function(s.Stack))
		} else {
			where = append(where, p.place(p.places.position(s.Stack)))
		}
	}
	slices.Sort(where)
	return strings.Join(slices.Compact(where), " ")
}

// place is a position without its column, relative to the module: what tells
// faults apart.
func (p *program) place(pos token.Position) string {
	name, _, _ := cutLast(p.watchName(pos), ":")
	return name
}

// kindOf is the kind of a report. Panics of the primitives themselves are
// misuse of them.
func kindOf(r *vm.Report) Kind {
	kind := reportKinds[r.Kind]
	if kind == KindPanic && slices.ContainsFunc(misuses, func(text string) bool { return strings.Contains(r.Message, text) }) {
		return KindMisuse
	}
	return kind
}

// misuses are the texts of panics and fatal errors by which the runtime and
// package sync complain of their use.
var misuses = []string{
	"send on closed channel", "close of closed channel", "close of nil channel",
	"sync: negative WaitGroup counter", "sync: WaitGroup misuse", "sync: WaitGroup is reused",
	"sync: unlock of unlocked mutex", "sync: Unlock of unlocked RWMutex", "sync: RUnlock of unlocked RWMutex",
	"sync: Unlock of unlocked mutex", "sync.Cond is copied", "Log in goroutine after", "Fail in goroutine after",
}

// accesses names the accesses of the present races by their positions.
func (s *system) accesses() (list []string) {
	for _, r := range s.m.Reports() {
		if r.Kind != vm.RaceReport {
			continue
		}
		for _, side := range r.Sides {
			if len(side.Stack) > 0 {
				list = append(list, s.p.watchName(side.Stack[0].Pos))
			}
		}
	}
	return list
}

// A blockedSide is a goroutine that will never go on.
type blockedSide struct {
	slot  vm.Slot
	pos   token.Position
	event vm.Event
}

// blocked lists the goroutines that wait, at the end of an execution.
func (p *program) blocked(m *vm.Machine) (list []blockedSide) {
	var leaked []vm.Slot
	leak := m.Outcome() == vm.Leak
	if leak {
		leaked = m.Leaked()
	}
	seen := map[vm.Slot]bool{}
	for _, e := range m.Pendings(nil) {
		if seen[e.Slot] || m.IsTimer(e.Slot) || m.IsClock(e.Slot) || leak && !slices.Contains(leaked, e.Slot) {
			continue
		}
		seen[e.Slot] = true
		list = append(list, blockedSide{e.Slot, p.places.position(m.Stack(e.Slot)), e})
	}
	return list
}

func (p *program) blockedWhere(m *vm.Machine) string {
	var where []string
	for _, b := range p.blocked(m) {
		where = append(where, p.place(b.pos))
	}
	slices.Sort(where)
	return strings.Join(slices.Compact(where), " ")
}

// describe tells a fault of the present execution in full.
func (s *system) describe(f fault) (*Finding, []side) {
	out := &Finding{Code: f.kind.Code(), Kind: f.kind}
	if f.kind == KindDeadlock || f.kind == KindLeak {
		return out, s.describeBlocked(out)
	}
	reports := s.m.Reports()
	for i := range reports {
		if r := &reports[i]; s.p.faultOf(r) == f {
			return out, s.describeReport(out, r)
		}
	}
	return out, nil
}

func (s *system) describeReport(out *Finding, r *vm.Report) (sides []side) {
	out.Message = oneLine(r.Message)
	for _, x := range r.Sides {
		pos := s.p.places.position(x.Stack)
		what := x.What
		if s.p.places.rank(pos.Filename) > 1 {
			// Nothing of the programmer's is on the stack.
			if r.Kind == vm.RaceReport && strings.HasPrefix(pos.Filename, "$") {
				what = "end of the test" // the one access of a model that is checked
			}
			if x.Slot != 0 {
				pos = s.startedAt(x.Slot)
			}
			if s.p.places.rank(pos.Filename) > 1 {
				pos = s.test
			}
		}
		// The last side is where it was noticed, unless that is none of the
		// programmer's business.
		if !out.Pos.IsValid() || s.p.places.rank(pos.Filename) <= s.p.places.rank(out.Pos.Filename) {
			out.Pos = pos
		}
		out.Related = append(out.Related, Related{
			Pos: pos, Goroutine: s.label(x.Slot), Message: what, Side: true,
		})
		sides = append(sides, s.side(x.Slot, int(x.Index), pos, what, x.Stack))
	}
	if r.Kind == vm.RaceReport && len(r.Sides) == 2 {
		first, second := out.Related[0], out.Related[1]
		if second.Goroutine == first.Goroutine {
			second.Goroutine = "another " + second.Goroutine
		}
		out.Message = fmt.Sprintf("data race on %s: %s at %s (%s) and %s at %s (%s) are not ordered", out.Message,
			first.Message, label(first.Pos), first.Goroutine, second.Message, label(second.Pos), second.Goroutine)
	}
	if out.Kind == KindLivelock && len(out.Related) > 0 {
		out.Message = fmt.Sprintf("livelock: the %s %s at %s", out.Related[0].Goroutine, out.Message, label(out.Pos))
	}
	return sides
}

// side is a party of a fault as a step of the story.
func (s *system) side(slot vm.Slot, after int, pos token.Position, what string, stack []vm.StackFrame) side {
	return side{proc(slot), after, Step{Pos: pos, Source: s.p.sourceLine(pos), Text: what, Calls: s.p.calls(stack)}}
}

func (s *system) describeBlocked(out *Finding) (sides []side) {
	list := s.p.blocked(s.m)
	var words []string
	for _, b := range list {
		what := "blocked in " + s.m.Describe(b.event)
		out.Related = append(out.Related, Related{
			Pos: b.pos, Goroutine: s.label(b.slot), Message: what, Side: true,
		})
		words = append(words, fmt.Sprintf("the %s is %s at %s", s.label(b.slot), what, label(b.pos)))
		sides = append(sides, s.side(b.slot, -1, b.pos, what, s.m.Stack(b.slot)))
	}
	if len(list) > 0 {
		out.Pos = list[0].pos
	}
	all := strings.Join(words, "; ")
	switch {
	case out.Kind == KindLeak && len(list) == 1:
		out.Message = "goroutine leak: the test has returned, but " + all + " forever"
	case out.Kind == KindLeak:
		out.Message = fmt.Sprintf("goroutine leak: the test has returned, but %d goroutines are blocked forever: %s", len(list), all)
	case len(list) == 1:
		out.Message = "deadlock: " + all + " forever"
	default:
		out.Message = "deadlock: " + all
	}
	return sides
}

// describeSpins tells of goroutines that go round in circles for nothing.
func (s *system) describeSpins(slots []vm.Slot) (*Finding, []side) {
	out := &Finding{Code: KindLivelock.Code(), Kind: KindLivelock}
	var sides []side
	var words []string
	for _, slot := range slots {
		stack := s.m.Stack(slot)
		pos := s.p.places.position(stack)
		const what = "spins"
		out.Pos = pos
		out.Related = append(out.Related, Related{Pos: pos, Goroutine: s.label(slot), Message: what, Side: true})
		sides = append(sides, s.side(slot, -1, pos, what, stack))
		words = append(words, fmt.Sprintf("the %s at %s", s.label(slot), label(pos)))
	}
	verb, whom := "repeats", "it waits"
	if len(words) > 1 {
		verb, whom = "repeat", "they wait"
	}
	out.Message = fmt.Sprintf("livelock: %s %s the same steps forever, and nobody is left to change what %s for",
		strings.Join(words, " and "), verb, whom)
	return out, sides
}

// label names a goroutine by where it was started or, if that is in a library, by
// the function of the programmer's that it runs. A name once given stays.
func (s *system) label(slot vm.Slot) string {
	if name, ok := s.labels[slot]; ok {
		return name
	}
	name := s.newLabel(slot)
	s.labels[slot] = name
	return name
}

func (s *system) newLabel(slot vm.Slot) string {
	pos := s.startedAt(slot)
	collector, finalizes := s.m.Collects(slot)
	switch {
	case collector:
		return "collector"
	case finalizes:
		return "goroutine of finalizers"
	case s.m.IsClock(slot):
		return "time"
	case slot == 0:
		return "test goroutine"
	case s.m.IsTimer(slot):
		return "timer made at " + label(pos)
	case pos.IsValid() && s.p.places.rank(pos.Filename) <= 1:
		return "goroutine started at " + label(pos)
	}
	for _, f := range slices.Backward(s.m.Stack(slot)) {
		if s.p.places.rank(f.Pos.Filename) <= 1 {
			return "goroutine of " + f.Func[strings.LastIndexByte(f.Func, '/')+1:]
		}
	}
	if !pos.IsValid() {
		return "goroutine " + s.m.SlotName(slot)
	}
	return "goroutine started at " + label(pos)
}

// startedAt is where a goroutine was started, or a timer made, as the
// programmer sees it: where the present execution was told, in the nearest code
// to him, else where the go statement is.
func (s *system) startedAt(slot vm.Slot) token.Position {
	if pos, ok := s.started[slot]; ok {
		return pos
	}
	return s.p.fset.Position(s.m.GoPos(slot))
}

// sourceLine is the trimmed source line at a position.
func (p *program) sourceLine(pos token.Position) string {
	if !pos.IsValid() || strings.HasPrefix(pos.Filename, "$") {
		return ""
	}
	p.sourceMu.Lock()
	defer p.sourceMu.Unlock()
	lines, ok := p.sources[pos.Filename]
	if !ok {
		src, inOverlay := p.files.overlay[pos.Filename]
		if !inOverlay {
			src, _ = os.ReadFile(pos.Filename) // without it there is no text
		}
		lines = bytes.Split(src, []byte("\n"))
		p.sources[pos.Filename] = lines
	}
	if pos.Line > len(lines) {
		return ""
	}
	return string(bytes.TrimSpace(lines[pos.Line-1]))
}

// maxMessage is the length from which on a message is cut.
const maxMessage = 300

// oneLine makes a message fit into one sentence: its lines up to an empty
// one, below which stacks and dumps stand.
func oneLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n\n")
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxMessage {
		s = strings.ToValidUTF8(s[:maxMessage], "") + "…"
	}
	return s
}

// initFault says why the program could not be initialised: by a fault of its
// code, or because something is missing.
func (p *program) initFault() (*Finding, *Missing, string) {
	e := p.init
	switch {
	case e.Outcome == vm.Deadlock || e.Outcome == vm.Leak:
		return p.initBlocked(e), nil, ""
	case e.Unsupported != nil:
		return nil, p.missing(e.Unsupported), ""
	case len(e.Reports) == 0 && e.Limit != "":
		return nil, nil, limitText(e.Limit) + ", in package initialisation"
	case len(e.Reports) == 0:
		return nil, nil, e.Error()
	}
	r := &e.Reports[len(e.Reports)-1]
	var pos token.Position
	what := "fault"
	for _, s := range r.Sides {
		pos, what = p.places.position(s.Stack), s.What
	}
	return p.initFinding(kindOf(r), oneLine(r.Message), pos, what, e), nil, ""
}

// initBlocked tells of an initialiser that waits forever.
func (p *program) initBlocked(e *vm.InitError) *Finding {
	pos := p.places.position(e.Stack)
	return p.initFinding(KindDeadlock, "it is blocked at "+label(pos)+" forever", pos, "blocked", e)
}

// initFinding is a fault of package initialisation: its schedule has no
// choices.
func (p *program) initFinding(kind Kind, message string, pos token.Position, what string, e *vm.InitError) *Finding {
	f := &Finding{Code: kind.Code(), Kind: kind, Message: "package initialisation: " + message, Pos: pos}
	f.Related = []Related{{Pos: pos, Goroutine: "package initialisation", Message: what, Side: true}}
	f.Interleaving = &Interleaving{Output: string(e.Output)}
	f.Schedule = &Schedule{Code: f.Code, Where: p.place(pos), Message: f.Message}
	return f
}
