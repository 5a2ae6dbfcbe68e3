package explore

import (
	"bytes"
	"fmt"
	"go/token"
	"os"
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/explore/vm"
)

// This file translates what the machine noticed into findings.

// A reportKey tells reports apart without their texts.
type reportKey struct {
	kind vm.ReportKind
	locs [2]vm.Location
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
		return ending{kind: endLimit, bound: limitText(m.Limit())}
	case vm.Stuck:
		return ending{kind: endMissing, missing: p.missing(m.Unsupported())}
	}
	return ending{skipped: m.Skipped()}
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
		r := &reports[i]
		key := keyOf(r)
		f, ok := known[key]
		if !ok {
			f = p.faultOf(r)
			known[key] = f
		}
		if !slices.Contains(buf, f) {
			buf = append(buf, f)
		}
	}
	switch m.Outcome() {
	case vm.Deadlock:
		buf = append(buf, fault{kind: KindDeadlock, where: p.blockedWhere(m)})
	case vm.Leak:
		buf = append(buf, fault{kind: KindLeak, where: p.blockedWhere(m)})
	}
	return buf
}

func keyOf(r *vm.Report) reportKey {
	key := reportKey{kind: r.Kind}
	for i, s := range r.Sides {
		if i < len(key.locs) {
			key.locs[i] = s.Loc
		}
	}
	return key
}

// faultOf identifies a report by where its sides are.
func (p *program) faultOf(r *vm.Report) fault {
	f := fault{kind: reportKinds[r.Kind]}
	var where []string
	for i, s := range r.Sides {
		where = append(where, p.watchName(p.places.position(s.Stack)))
		if r.Kind == vm.RaceReport && i < len(f.watch) && len(s.Stack) > 0 {
			f.watch[i] = p.watchName(s.Stack[0].Pos)
		}
	}
	slices.Sort(where)
	slices.Sort(f.watch[:])
	f.where = strings.Join(slices.Compact(where), " ")
	return f
}

// A blockedSide is a goroutine that will never go on.
type blockedSide struct {
	slot  vm.Slot
	pos   token.Position
	event vm.Event
}

// blocked lists the goroutines that wait, at the end of an execution.
func (p *program) blocked(m *vm.Machine) (list []blockedSide) {
	seen := map[vm.Slot]bool{}
	for _, e := range m.Pendings(nil) {
		if seen[e.Slot] || m.IsTimer(e.Slot) {
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
		where = append(where, p.watchName(b.pos))
	}
	slices.Sort(where)
	return strings.Join(slices.Compact(where), " ")
}

// describe tells a fault of the machine's execution in full.
func (p *program) describe(f fault, m *vm.Machine) *Finding {
	out := &Finding{Code: f.kind.Code(), Kind: f.kind}
	if f.kind == KindDeadlock || f.kind == KindLeak {
		p.describeBlocked(out, m)
		return out
	}
	reports := m.Reports()
	for i := range reports {
		if r := &reports[i]; p.faultOf(r) == f {
			p.describeReport(out, r, m)
			break
		}
	}
	return out
}

func (p *program) describeReport(out *Finding, r *vm.Report, m *vm.Machine) {
	out.Message = oneLine(r.Message)
	for _, s := range r.Sides {
		pos := p.places.position(s.Stack)
		out.Pos = pos // the last side is where it was noticed
		out.Related = append(out.Related, Related{
			Pos: pos, Goroutine: p.label(m, s.Slot), Message: s.What, Side: true,
		})
	}
	if r.Kind == vm.RaceReport && len(r.Sides) == 2 {
		first, second := out.Related[0], out.Related[1]
		out.Message = fmt.Sprintf("%s: %s at %s (%s) and %s at %s (%s) are not ordered", out.Message,
			first.Message, label(first.Pos), first.Goroutine, second.Message, label(second.Pos), second.Goroutine)
	}
}

func (p *program) describeBlocked(out *Finding, m *vm.Machine) {
	list := p.blocked(m)
	var words []string
	for _, b := range list {
		what := "waits: " + m.Describe(b.event)
		out.Related = append(out.Related, Related{
			Pos: b.pos, Goroutine: p.label(m, b.slot), Message: what, Side: true,
		})
		words = append(words, fmt.Sprintf("%s %s at %s", p.label(m, b.slot), what, label(b.pos)))
	}
	if len(list) > 0 {
		out.Pos = list[0].pos
	}
	switch {
	case out.Kind == KindLeak && len(list) == 1:
		out.Message = "the test has returned, but the " + words[0] + ", forever"
	case out.Kind == KindLeak:
		out.Message = fmt.Sprintf("the test has returned, but %d goroutines are blocked forever: %s", len(list), strings.Join(words, "; "))
	case len(list) == 1:
		out.Message = "the " + words[0] + ", forever"
	default:
		out.Message = fmt.Sprintf("%d goroutines wait for each other or for nobody: %s", len(list), strings.Join(words, "; "))
	}
}

// label names a goroutine by where it was started.
func (p *program) label(m *vm.Machine, slot vm.Slot) string {
	switch {
	case slot == 0:
		return "test goroutine"
	case m.IsTimer(slot):
		return "timer " + m.SlotName(slot)
	}
	pos := p.startedAt(m, slot)
	if !pos.IsValid() {
		return "goroutine " + m.SlotName(slot)
	}
	return "goroutine started at " + label(pos)
}

// startedAt is where a goroutine was started.
func (p *program) startedAt(m *vm.Machine, slot vm.Slot) token.Position {
	return p.fset.Position(m.GoPos(slot))
}

// position is where the stack of a goroutine is as the programmer sees it.
func (p *program) position(stack []vm.StackFrame) token.Position { return p.places.position(stack) }

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

// oneLine makes a message fit into one sentence.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	if head, rest, cut := strings.Cut(s, "\n"); cut && strings.TrimSpace(rest) != "" {
		return strings.Join(strings.Fields(head+" "+rest), " ")
	}
	return s
}

// initFault says why the program could not be initialised: by a fault of its
// code, or because something is missing.
func (p *program) initFault() (*Finding, *Missing, string) {
	e := p.init
	switch {
	case e == nil:
		return nil, nil, ""
	case e.Unsupported != nil:
		return nil, p.missing(e.Unsupported), ""
	case len(e.Reports) == 0:
		return nil, nil, e.Error()
	}
	r := &e.Reports[len(e.Reports)-1]
	f := &Finding{Kind: reportKinds[r.Kind], Message: "package initialisation: " + oneLine(r.Message)}
	f.Code = f.Kind.Code()
	for _, s := range r.Sides {
		f.Pos = p.places.position(s.Stack)
		f.Related = append(f.Related, Related{Pos: f.Pos, Goroutine: "package initialisation", Message: s.What, Side: true})
	}
	f.Interleaving = &Interleaving{Output: string(e.Output)}
	f.Schedule = &Schedule{Code: f.Code, Where: p.faultOf(r).where, Message: f.Message}
	return f, nil, ""
}
