package explore

import (
	"go/token"
	"slices"

	"github.com/mazurka-go/mazurka/explore/vm"
)

// This file shows a debugger what is in a machine. Goroutines are their slots.

// A Variable is a source variable, or a part of a value, with what it holds in the
// present state.
type Variable = vm.Variable

type local = vm.Local

// A lineStop is a place within a step: a goroutine is about to begin a line.
type lineStop = vm.Stop

// maxFrames is how many frames of a stack are shown.
const maxFrames = 1000

// stopsIn reports whether a debugger may stop in a file: in code of the module
// under test and of other modules.
func (p *program) stopsIn(file string) bool { return p.places.rank(file) <= 1 }

// begin executes what is in front of the first choice of all.
func (s *system) begin() { s.m.Begin() }

// atLines sets what is asked at each line whether to stop there.
func (s *system) atLines(stop func(lineStop) bool) { s.m.AtLines(stop) }

// isPaused reports whether the machine was stopped within a step, by whose goroutine.
func (s *system) isPaused() (g int, ok bool) {
	slot, ok := s.m.Paused()
	return int(slot), ok
}

// interrupted reports whether worldConfig.stop has ended the execution.
func (s *system) interrupted() bool { return s.m.Limit() == "stop" }

// lineOf is where a goroutine is in code in which a debugger may stop, with the depth
// of the stack there; 0 if it is not in such code.
func (s *system) lineOf(g int) (depth int, pos token.Pos) { return s.m.LineOf(vm.Slot(g)) }

// isGoroutine reports whether a process is one, and not a timer, the collector or time.
func (s *system) isGoroutine(g int) bool {
	collector, _ := s.m.Collects(vm.Slot(g))
	return !collector && !s.m.IsTimer(vm.Slot(g)) && !s.m.IsClock(vm.Slot(g))
}

// goroutines are those that have begun and not returned.
func (s *system) goroutines() (list []int) {
	for _, slot := range s.m.Goroutines(nil) {
		if s.isGoroutine(int(slot)) {
			list = append(list, int(slot))
		}
	}
	return list
}

// pendingText says what a goroutine is about to do, "" if nothing.
func (s *system) pendingText(g int) string { return s.choiceText(g, -1) }

// choiceText says what a choice is about to do; if there is none with that alternative, what
// the first one is.
func (s *system) choiceText(g int, alt int32) string {
	s.events = s.m.PendingOf(vm.Slot(g), s.events[:0])
	if len(s.events) == 0 {
		return ""
	}
	i := slices.IndexFunc(s.events, func(e vm.Event) bool { return e.Alt == alt })
	return s.m.Describe(s.events[max(i, 0)])
}

// A shownFrame is a frame of a stack as the programmer sees it, with its number
// for the machine.
type shownFrame struct {
	vm.StackFrame
	number int
	rank   int // see places.rank
}

// frames are the activations of a goroutine, without those of the machine's own
// code, and without those of libraries above the programmer's: a step inside
// a library is where he has called it.
func (s *system) frames(g int) (list []shownFrame) {
	first := -1
	for i, f := range s.m.Frames(vm.Slot(g), maxFrames) {
		rank := s.p.places.rank(f.Pos.Filename)
		if !f.Pos.IsValid() || f.Pos.Filename[0] == '$' {
			continue
		}
		if rank <= 1 && first < 0 {
			first = len(list)
		}
		list = append(list, shownFrame{f, i, rank})
	}
	return list[max(first, 0):]
}

func (s *system) slotName(g int) string { return s.m.SlotName(vm.Slot(g)) }

func (s *system) goroutineLabel(g int) string { return s.label(vm.Slot(g)) }

// canGoOn reports whether what a goroutine is about to do can be done now.
func (s *system) canGoOn(g int) bool { return s.m.Ready(vm.Slot(g)) }

// variables are those of a frame that have come up, in scope or not.
func (s *system) variables(f DebugFrame) []Variable {
	return s.m.Variables(vm.Slot(f.Goroutine), f.number)
}

// synchronisation is what the next step of a goroutine touches, the locks that it holds,
// and the channels in use.
func (s *system) synchronisation(g int) (shared, held, channels []Variable) {
	slot := vm.Slot(g)
	return s.m.Shared(slot), s.m.HeldLocks(slot), s.m.Channels(slot)
}

// A tick is a component of a vector clock.
type tick struct{ g, time int }

func (s *system) ticks(g int) (list []tick) {
	for _, t := range s.m.VectorClock(vm.Slot(g)) {
		list = append(list, tick{int(t.Slot), int(t.Time)})
	}
	return list
}
