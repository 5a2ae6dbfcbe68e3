package explore

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/por"
)

// A spectator remembers what the executions of a job show. It takes the place
// of what makes findings.
type spectator struct {
	first  bool // one fault is enough
	seen   int  // executions with something new
	faults map[fault]*sight
	ends   map[endKey]*sight
	full   bool // there are more ends than are remembered
	unseen bool // races were still new when the search did not begin again
}

// An endKey is how an execution ended: what was wrong with it, and its final
// state.
type endKey struct {
	faults string
	state  [2]uint64
}

// A sight is an execution that showed something first.
type sight struct {
	number  int // of sights before
	cfg     worldConfig
	choices []NamedChoice // nil beyond the first maxTold sights
}

// maxEnds is how many ends of executions are remembered: searches of tests with
// more cannot be compared by them. maxTold is for how many it is remembered how
// to come there.
const (
	maxEnds = 1 << 17
	maxTold = 1 << 12
)

func newSpectator(first bool) *spectator {
	return &spectator{first: first, faults: map[fault]*sight{}, ends: map[endKey]*sight{}}
}

// note takes note of an execution that has ended. enough says that no other is
// of interest.
func (s *spectator) note(w world, choices []por.Choice, cfg worldConfig) (enough bool) {
	var at *sight
	sighted := func() *sight {
		if at == nil {
			at = &sight{number: s.seen, cfg: cfg}
			if s.seen < maxTold {
				at.choices = name(w, choices)
			}
			s.seen++
		}
		return at
	}
	var list []string
	final := w.ending().kind == endNormal
	for _, f := range w.faults() {
		if _, ok := s.faults[f]; !ok {
			s.faults[f] = sighted()
		}
		switch f.kind {
		case KindRace:
			continue // another order of the same trace may have another one
		case KindPanic, KindMisuse, KindLivelock:
			final = false // how far the others have come does not matter
		}
		list = append(list, publicFault(f).String())
	}
	if final {
		s.end(w, list, sighted)
	}
	return s.first && len(s.faults) > 0
}

// end takes note of the end of an execution that nothing has cut short.
func (s *spectator) end(w world, faults []string, sighted func() *sight) {
	slices.Sort(faults)
	key := endKey{strings.Join(slices.Compact(faults), "; "), w.final()}
	if _, ok := s.ends[key]; ok {
		return
	}
	if len(s.ends) == maxEnds {
		s.full = true
		return
	}
	s.ends[key] = sighted()
}

// knows reports whether a fault was seen, or one that is not told apart from it: of
// the races on one variable, and of those between two places in the code, which one
// is noticed depends on the order of events in a trace.
func (s *spectator) knows(f fault) bool {
	if _, ok := s.faults[f]; ok || f.kind != KindRace {
		return ok
	}
	for g := range s.faults {
		if g.kind == KindRace && (g.where == f.where || g.what != "" && g.what == f.what) {
			return true
		}
	}
	return false
}

// list has the faults as they are told, sorted.
func (s *spectator) list() (list []Fault) {
	for _, f := range slices.SortedFunc(maps.Keys(s.faults), compareFaults) {
		list = append(list, publicFault(f))
	}
	return slices.Compact(list)
}

func compareFaults(a, b fault) int {
	return cmp.Or(strings.Compare(publicFault(a).String(), publicFault(b).String()), strings.Compare(a.where, b.where))
}

// publicFault identifies a fault by the variable, if it is a race on one that has
// a name: which accesses race first is a matter of order.
func publicFault(f fault) Fault {
	if f.what != "" {
		return Fault{f.kind, f.what}
	}
	return Fault{f.kind, f.where}
}

// partial says why a complete search may not have seen all, "" if it has.
func (s *spectator) partial() string {
	switch {
	case s.full:
		return fmt.Sprintf("more than %d final states", maxEnds)
	case s.unseen:
		return fmt.Sprintf("races after %d rounds", maxRounds)
	}
	return ""
}

// schedule leads to what was seen; nil if that is not remembered.
func (s *sight) schedule() *Schedule {
	if s.choices == nil {
		return nil
	}
	return &Schedule{
		Message:     "seen by one search, not by another",
		EarlyTimers: s.cfg.early, Faults: s.cfg.faults, MapSeed: s.cfg.mapSeed, RandSeed: s.cfg.randSeed, Watch: s.cfg.watch,
		Choices: s.choices,
	}
}
