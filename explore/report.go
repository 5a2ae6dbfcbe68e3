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

// describe tells a fault of the present execution in full.
func (s *system) describe(f fault) *Finding {
	out := &Finding{Code: f.kind.Code(), Kind: f.kind}
	if f.kind == KindDeadlock || f.kind == KindLeak {
		s.describeBlocked(out)
		return out
	}
	reports := s.m.Reports()
	for i := range reports {
		if r := &reports[i]; s.p.faultOf(r) == f {
			s.describeReport(out, r)
			break
		}
	}
	return out
}

func (s *system) describeReport(out *Finding, r *vm.Report) {
	out.Message = oneLine(r.Message)
	for _, side := range r.Sides {
		pos := s.p.places.position(side.Stack)
		out.Pos = pos // the last side is where it was noticed
		out.Related = append(out.Related, Related{
			Pos: pos, Goroutine: s.label(side.Slot), Message: side.What, Side: true,
		})
	}
	if r.Kind == vm.RaceReport && len(r.Sides) == 2 {
		first, second := out.Related[0], out.Related[1]
		out.Message = fmt.Sprintf("%s: %s at %s (%s) and %s at %s (%s) are not ordered", out.Message,
			first.Message, label(first.Pos), first.Goroutine, second.Message, label(second.Pos), second.Goroutine)
	}
}

func (s *system) describeBlocked(out *Finding) {
	list := s.p.blocked(s.m)
	var words []string
	for _, b := range list {
		what := "blocked in " + s.m.Describe(b.event)
		out.Related = append(out.Related, Related{
			Pos: b.pos, Goroutine: s.label(b.slot), Message: what, Side: true,
		})
		words = append(words, fmt.Sprintf("the %s is %s at %s", s.label(b.slot), what, label(b.pos)))
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
}

// label names a goroutine by where it was started.
func (s *system) label(slot vm.Slot) string {
	switch {
	case slot == 0:
		return "test goroutine"
	case s.m.IsTimer(slot):
		return "timer made at " + label(s.startedAt(slot))
	}
	pos := s.startedAt(slot)
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
