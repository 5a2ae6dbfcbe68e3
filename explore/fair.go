package explore

import (
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/por"
)

// Programs spin: they look at a flag again and again until somebody sets it.
// A scheduler that never lets that somebody run would have infinitely many
// executions to show, none of which says anything. This file makes the
// world fair in the sense that matters.
//
// A process spins if it has come back to where it was, twice by the same events,
// has in sum written nothing, and no other process has, from each event of the one
// round to that of the next, done anything dependent with it. It would do the same again, so nothing is lost by
// letting it wait until somebody does something dependent. It then counts as
// blocked, like a process in front of a lock. If in the end all that could go on spins, that is a
// livelock; but not if one of them looks at the clock, since time would pass.
//
// The events of a round must be reads, or locks taken and given back, and the
// process must wait where it has given them back: elsewhere it would keep
// others from what it lets them have once in every round.
//
// Whether a process spins depends on its own events and those dependent with
// them only, so independent steps commute as before. An operation that a
// spin has waited for is not Firm: it cannot always come earlier.
//
// A loop that counts its own rounds is no spin in this sense: each round
// differs. It ends by itself, or at the bound on the length of an execution.

// A spinner is a world whose processes can be seen to spin.
type spinner interface {
	world
	// local is a hash of what the process itself is, depth the length of its
	// stack, looks how often it has looked at the clock.
	local(por.Proc) [2]uint64
	depth(por.Proc) int
	looks(por.Proc) int
	// logged and unchanged: see [vm.Machine.Unchanged].
	logged() int
	unchanged(parts [][2]int) bool
	// quiescent appends the choices there would be if nothing else could go
	// on.
	quiescent([]por.Choice) []por.Choice
	// spinPlace says where a process spins, as a function: a round may be
	// noticed at any of its points. spinFinding tells it.
	spinPlace(por.Proc) string
	spinFinding(procs []por.Proc) (*Finding, []side)
}

// spinWindow is how many events of its own a round of a spin may have.
const spinWindow = 8

// spinRounds is in which round at the latest a process is seen to spin.
const spinRounds = 3

// A fairWorld lets processes that spin wait.
type fairWorld struct {
	spinner
	// matching says that states are compared: how a process is has to be known at
	// every place to which it may come back, or a state in which it has come back
	// would pass for one in which it has not.
	matching bool

	path    []pathEvent
	latest  []int // by process: index in path of its latest event, -1 for none
	waiting []spin
	depths  []int // by mark: length of path

	buf   []por.Choice
	parts [][2]int
}

// A pathEvent is an event of the present execution.
type pathEvent struct {
	por.Event
	prev     int // index of the process's event before it, -1 for none
	from, to int // the part of the log it wrote
	depth    int // of the process's stack after it
	local    [2]uint64
	looks    int
	hasLocal bool
	// rounds is how often the process has come back here undisturbed and with
	// nothing changed, as far as it matters.
	rounds uint8
}

// A spin is a process that waits. Its rounds are the events of the path from
// behind from up to at; woken is the index of the event that ended the
// waiting, -1 if it goes on.
type spin struct {
	proc     por.Proc
	from, at int
	woken    int
	timed    bool // it looks at the clock
}

func fair(w spinner, matching bool) *fairWorld {
	return &fairWorld{spinner: w, matching: matching, depths: []int{0}}
}

func (w *fairWorld) Reset() {
	w.spinner.Reset()
	w.cut(0)
	w.depths = w.depths[:0]
}

func (w *fairWorld) Mark() int {
	m := w.spinner.Mark()
	for len(w.depths) <= m {
		w.depths = append(w.depths, len(w.path))
	}
	w.depths[m] = len(w.path)
	return m
}

func (w *fairWorld) Rewind(m int) {
	w.spinner.Rewind(m)
	w.cut(w.depths[m])
}

// cut forgets the events of the path from index n on.
func (w *fairWorld) cut(n int) {
	for i := len(w.path) - 1; i >= n; i-- {
		w.latest[w.path[i].Proc] = w.path[i].prev
	}
	w.path = w.path[:n]
	for len(w.waiting) > 0 && w.waiting[len(w.waiting)-1].at >= n {
		w.waiting = w.waiting[:len(w.waiting)-1]
	}
	for i := range w.waiting {
		if w.waiting[i].woken >= n {
			w.waiting[i].woken = -1
		}
	}
}

// forget keeps of the path the latest events only. It must not be gone back to
// earlier ones, other than to the beginning; who waits because of earlier ones
// has to be seen to spin again.
func (w *fairWorld) forget(keep int) {
	n := len(w.path) - keep
	if n <= 0 {
		return
	}
	w.path = w.path[:copy(w.path, w.path[n:])]
	for i := range w.path {
		w.path[i].prev = max(w.path[i].prev-n, -1)
	}
	for p := range w.latest {
		w.latest[p] = max(w.latest[p]-n, -1)
	}
	w.waiting = slices.DeleteFunc(w.waiting, func(s spin) bool { return s.from < n })
	for i := range w.waiting {
		s := &w.waiting[i]
		s.from, s.at = s.from-n, s.at-n
		if s.woken >= 0 {
			s.woken -= n
		}
	}
}

// waits reports whether a process waits for its spin to make sense.
func (w *fairWorld) waits(p por.Proc) bool {
	return slices.ContainsFunc(w.waiting, func(s spin) bool { return s.proc == p && s.woken < 0 })
}

func (w *fairWorld) Enabled(buf []por.Choice) []por.Choice {
	start := len(buf)
	buf = w.spinner.Enabled(buf)
	if len(w.waiting) == 0 {
		return buf
	}
	all := len(buf)
	kept := slices.DeleteFunc(buf[start:], func(c por.Choice) bool { return w.waits(c.Proc) })
	buf = buf[:start+len(kept)]
	if len(buf) == start && all > start {
		buf = w.spinner.quiescent(buf)
	}
	return buf
}

func (w *fairWorld) Pending(buf []por.Event) []por.Event {
	start := len(buf)
	buf = w.spinner.Pending(buf)
	if len(w.waiting) > 0 {
		for i := start; i < len(buf); i++ {
			w.soften(&buf[i])
		}
	}
	return buf
}

// soften takes back the promise of the operation behind a spin: it may have
// to wait.
func (w *fairWorld) soften(e *por.Event) {
	if !e.Firm {
		return
	}
	for i := len(w.waiting) - 1; i >= 0; i-- {
		if s := &w.waiting[i]; s.proc == e.Proc {
			e.Firm = w.latestOf(e.Proc) != s.at
			return
		}
	}
}

func (w *fairWorld) latestOf(p por.Proc) int {
	for int(p) >= len(w.latest) {
		w.latest = append(w.latest, -1)
	}
	return w.latest[p]
}

func (w *fairWorld) Step(c por.Choice) por.Event {
	from := w.logged()
	e := w.spinner.Step(c)
	prev := w.latestOf(e.Proc)
	if len(w.waiting) > 0 {
		w.soften(&e)
	}
	at := len(w.path)
	w.path = append(w.path, pathEvent{Event: e, prev: prev, from: from, to: w.logged(), depth: w.depth(e.Proc)})
	w.latest[e.Proc] = at
	for i := range w.waiting {
		if s := &w.waiting[i]; s.woken < 0 && w.wakes(s, &e) {
			s.woken = at
		}
	}
	w.look(at)
	return e
}

// wakes reports whether an event is dependent with a round of a spin.
func (w *fairWorld) wakes(s *spin, e *por.Event) bool {
	for i := s.at; i > s.from; i = w.path[i].prev {
		if f := &w.path[i].Event; f.Proc == s.proc && por.Dependent(e, f) {
			return true
		}
	}
	return false
}

// look finds out whether the process of the latest event spins.
func (w *fairWorld) look(at int) {
	x := &w.path[at]
	if x.Peer >= 0 || x.Wide {
		return
	}
	if w.matching && w.quiet(x.prev, at) {
		w.know(x)
	}
	i := x.prev
	for n := 1; n <= spinWindow && i >= 0; n, i = n+1, w.path[i].prev {
		y := &w.path[i]
		if y.depth != x.depth || !sameStep(&y.Event, &x.Event) {
			continue
		}
		if !w.quiet(i, at) || !w.still(i, at) {
			continue
		}
		w.know(x)
		if w.matching && y.local != x.local {
			continue
		}
		x.rounds = max(x.rounds, min(y.rounds+1, spinRounds))
		if y.hasLocal && y.local == x.local && w.harmless(i, at) && w.repeated(i, at) {
			w.waiting = append(w.waiting, spin{proc: x.Proc, from: i, at: at, woken: w.wokenBefore(i, at), timed: x.looks != y.looks})
			return
		}
	}
}

// know remembers how the process is after an event.
func (w *fairWorld) know(x *pathEvent) {
	if !x.hasLocal {
		x.local, x.looks, x.hasLocal = w.local(x.Proc), w.looks(x.Proc), true
	}
}

// sameStep reports whether two events of a process are the same operation.
func sameStep(a, b *por.Event) bool {
	return a.Op == b.Op && a.Accesses[0] == b.Accesses[0] && a.Choice == b.Choice &&
		a.Peer == b.Peer && a.Wide == b.Wide && a.Accesses == b.Accesses
}

// repeated reports whether what a process did between two of its events is what it
// did before the first of them, event by event, and no other process has
// done anything dependent with one of these in between. That depends on the events dependent
// with these only, in whatever order others were executed.
func (w *fairWorld) repeated(from, to int) bool {
	k := from
	for j := to; j > from; j, k = w.path[j].prev, w.path[k].prev {
		if k < 0 || !sameStep(&w.path[k].Event, &w.path[j].Event) {
			return false
		}
		for i := k + 1; i < j; i++ {
			if e := &w.path[i].Event; e.Proc != w.path[j].Proc && por.Dependent(e, &w.path[j].Event) {
				return false
			}
		}
	}
	return true
}

// wokenBefore is the index of the first event that concerns a round and was executed
// before its end, which might have been after it; -1 if there is none.
func (w *fairWorld) wokenBefore(from, to int) int {
	p := w.path[to].Proc
	for i := from + 1; i < to; i++ {
		if w.path[i].Proc == p {
			continue
		}
		for j := to; j > from; j = w.path[j].prev {
			if j < i && por.Dependent(&w.path[i].Event, &w.path[j].Event) {
				return i
			}
		}
	}
	return -1
}

// quiet reports whether what a process did between two of its events is nothing but
// reads, and locks taken or given back.
func (w *fairWorld) quiet(from, to int) bool {
	for i := to; i > from; i = w.path[i].prev {
		for _, a := range w.path[i].Accesses {
			switch a.Mode {
			case 0, por.Read, por.Acquire, por.Share, por.Release, por.Unshare:
			default:
				return false
			}
		}
	}
	return true
}

// harmless reports whether a process has given back the locks that it took between
// two of its events.
func (w *fairWorld) harmless(from, to int) bool {
	for i := to; i > from; i = w.path[i].prev {
		for _, a := range w.path[i].Accesses {
			if (a.Mode == por.Acquire || a.Mode == por.Share) && !w.givenBack(a.Object, i, to) {
				return false
			}
		}
	}
	return true
}

// givenBack reports whether the process that took a lock by event i has given
// it back by event to.
func (w *fairWorld) givenBack(object uint64, i, to int) bool {
	for j := to; j > i; j = w.path[j].prev {
		for _, a := range w.path[j].Accesses {
			if a.Object == object && (a.Mode == por.Release || a.Mode == por.Unshare) {
				return true
			}
		}
	}
	return false
}

// still reports whether a process has in sum written nothing between two of
// its events.
func (w *fairWorld) still(from, to int) bool {
	w.parts = w.parts[:0]
	for i := to; i > from; i = w.path[i].prev {
		w.parts = append(w.parts, [2]int{w.path[i].from, w.path[i].to})
	}
	slices.Reverse(w.parts)
	return w.unchanged(w.parts)
}

// Fingerprint takes in who waits, and how far everybody is on the way there: a
// state to which a process has come back must not be taken for the one where
// it was first, or a search that matches states would never see it wait.
func (w *fairWorld) Fingerprint() [2]uint64 { return w.withWaits(w.spinner.Fingerprint()) }

func (w *fairWorld) final() [2]uint64 { return w.withWaits(w.spinner.final()) }

func (w *fairWorld) withWaits(h [2]uint64) [2]uint64 {
	add := func(x uint64) {
		h[0] = (h[0] ^ x) * 0x9E3779B97F4A7C15
		h[1] ^= h[0]
	}
	for p, i := range w.latest {
		if i >= 0 {
			x := &w.path[i]
			add(uint64(p)<<32 | uint64(x.Op)<<8 | uint64(x.rounds))
			add(x.Accesses[0].Object)
		}
	}
	for i := range w.waiting {
		if s := &w.waiting[i]; s.woken < 0 {
			add(uint64(s.proc)<<32 | 1<<31)
		}
	}
	return h
}

// stuck lists the processes that spin for nothing: nothing is enabled, but
// only because they wait.
func (w *fairWorld) stuck() (procs []por.Proc) {
	if len(w.waiting) == 0 || len(w.Enabled(w.buf[:0])) > 0 {
		return nil
	}
	w.buf = w.spinner.Enabled(w.buf[:0])
	for _, c := range w.buf {
		if !slices.Contains(procs, c.Proc) {
			procs = append(procs, c.Proc)
		}
	}
	return procs
}

// busy reports whether a process waits for time to pass without sleeping.
func (w *fairWorld) busy() bool {
	return slices.ContainsFunc(w.waiting, func(s spin) bool { return s.woken < 0 && s.timed })
}

func (w *fairWorld) ending() ending {
	if w.busy() && len(w.stuck()) > 0 {
		return ending{kind: endLimit, bound: "a loop that waits for time to pass without sleeping"}
	}
	return w.spinner.ending()
}

func (w *fairWorld) faults() []fault {
	found := w.spinner.faults()
	procs := w.stuck()
	if len(procs) == 0 || w.busy() {
		return found
	}
	return append(found, w.livelock(procs))
}

func (w *fairWorld) livelock(procs []por.Proc) fault {
	var where []string
	for _, p := range procs {
		where = append(where, w.spinPlace(p))
	}
	slices.Sort(where)
	return fault{kind: KindLivelock, where: strings.Join(slices.Compact(where), " ")}
}

func (w *fairWorld) describe(f fault) (*Finding, []side) {
	if procs := w.stuck(); f.kind == KindLivelock && len(procs) > 0 && w.livelock(procs) == f {
		return w.spinFinding(procs)
	}
	return w.spinner.describe(f)
}
