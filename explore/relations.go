package explore

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// This file is [por.Placed] for a machine: relations between transitions.
//
// What a test can do is not known in advance, but seen: a relatedWorld remembers where
// goroutines were, what they could do there, what that touched and where it led, from
// one search to the next. When a search comes to something new, it begins anew, knowing
// it ([relatedWorld.outgrown]). Only a search that has come to nothing new is a result.
//
// Why that is enough: suppose that a search came to nothing new, yet some execution has
// something new in it. Take a shortest path w, from any state expanded, to where
// something is new: a goroutine at a place, a way to go on there, what that touches, or
// where it leads. All of w but for the new thing itself is as the relations say. If a
// transition of the stubborn set of the state is on w, the first can come to the front,
// and w is shorter from where it leads. Otherwise all transitions of the set are
// independent of those on w. One that is taken moves nobody who is on w or at its end,
// for it would depend on that, and changes neither what is executed there nor what that
// touches or where it leads, as far as it touches what is touched at the end in no way
// that does not commute; and what it does touch, and what is pending at the end,
// blocked or not, has been looked at in the state after, or would be new itself. So the
// new thing is still there after it, at the end of a path as long as w; and lpor sees
// to it that something that brings it nearer is not put off forever.
//
// A new way to go on of somebody whom the set moves would be lost. So all ways have to
// be known as soon as one is: those of a select are; partners are foreseen, wherever
// they may meet ([relatedWorld.offer]); and where others may make new ways in another
// manner, whatever touches the same object is dependent.
//
// A transition is one alternative of an operation at a place (see [vm.Machine.Place]):
// a goroutine, its stack, the operation and the objects that it is on. So a loop is as
// many transitions as there are operations and objects in it. A rendezvous has two
// places.
//
// The rules, by operation. "Depends" is por's table of modes ([por.Mode]), applied to
// all that the two were ever seen to touch, but only where two operations may be
// enabled in one state; what one operation gives another is in the modes as well:
//
//   - Mutex. Lock touches the mutex by Acquire, Unlock by Release. Two Locks depend on
//     each other. An Unlock of the owner is never enabled together with a Lock; it
//     gives what one Lock needs, and nothing else does. An Unlock by somebody else,
//     TryLock and a failing Unlock are Writes, which depend on all and may give.
//   - RWMutex. The same for its gate, which RLock shares; a writer that has closed the
//     gate needs as many RUnlocks as there are readers, none of whom is counted twice:
//     each RUnlock gives one.
//   - WaitGroup. Wait needs the counter to be zero. Done gives one of what is lacking,
//     Add(-n) gives n, and since Add with a positive number only makes more lack, Wait
//     cannot go on before as many have been given as lack now. Add and Done commute,
//     and depend on nothing but Wait; Done and Wait are never enabled together.
//   - Channels. A receive needs an item, a send needs room: sends give the one,
//     receives the other, and close, which both can do with, both. Sends depend on each
//     other, and on close; receives depend on each other; a send and a receive depend
//     on each other only if they exchange a value, as then they are one transition. A
//     nil channel is never given anything. An alternative of a select is as if it were
//     alone, but that it looks at the ends of the channels of the others; the default
//     needs what nobody gives, for which see below.
//   - Cond. Who sleeps needs to be called: Signal and Broadcast give what they were
//     seen to call. Unless one has been called who has not gone on yet, somebody has to
//     be called before one who sleeps now can.
//   - Once. Do needs the function to have returned, which leaving it gives.
//   - Contexts are made of these: a Mutex, a channel that is closed, atomics, and
//     timers.
//   - Atomics, watched memory and the operations of models wait for nothing: loads are
//     Reads, the rest Writes, or Updates if nobody looks at the result.
//   - A timer, or a sleep, that needs time to pass is idle: it is enabled only if
//     nothing else is.
//
// What can be enabled by something that these rules do not name (a default, or whose
// turn it is in a queue, or the end of a spin), is disabled though nothing that it
// needs is lacking; por takes it that anything may enable it then.

// A relatedWorld is a world with relations between its transitions.
type relatedWorld struct {
	*fairWorld
	s *system

	places map[placeKey]int32
	all    []transition // [0] stands for what was not known when the search began
	ownAt  [][]int32    // by place
	offers map[uint64][]proposal

	// The present state: the pending events, their transitions, and the places.
	looked  bool
	events  []por.Event
	of      []int32
	present []int32
	before  []int32 // scratch

	// What the present search has begun with.
	known     int
	placed    int // how many places were known
	resources []uint64
	depends   [][]uint64
	gives     [][]gift
	needs     []int32 // by transition: a resource, -1 for none

	// steps are those since the search began, learned when it came to something new for
	// the last time, 0 if it did not.
	steps, learned int64
	vast           bool
}

type placeKey struct {
	proc por.Proc
	at   [2]uint64
}

type transitionKey struct{ own, partner, alt int32 }

// A transition is what is known of one.
type transition struct {
	transitionKey
	touches []por.Access // of any event seen
	last    por.Event
	moves   []int32
	needs   uint64 // an object, 0 if none
	gift    int32  // how often it gives, if it does
	idle    bool   // all events seen were at quiescence
	wide    bool   // one of them was Wide
	open    bool   // see [vm.Machine.Open]
}

// A proposal is that a process may exchange something at a place.
type proposal struct {
	proc  por.Proc
	place int32
}

// meeting stands for the alternative of a rendezvous that may not have been seen.
const meeting = -1

// A gift is that a transition gives of a resource.
type gift struct{ resource, n int32 }

// maxTransitions is how many transitions there may be: the relations of more would take
// too long to compute, and there are none.
const maxTransitions = 1 << 12

func relate(w *fairWorld, s *system) *relatedWorld {
	return &relatedWorld{
		fairWorld: w, s: s, places: map[placeKey]int32{}, offers: map[uint64][]proposal{},
		all: []transition{{transitionKey: transitionKey{own: -1, partner: -1}, wide: true}},
	}
}

func (w *relatedWorld) begin() {
	if !w.vast {
		w.scout(scoutSteps + w.steps/scoutShare)
	}
	w.known, w.placed = len(w.all), len(w.ownAt)
	w.steps, w.learned = 0, 0
	if w.vast = w.vast || w.known > maxTransitions; w.vast {
		w.known = 1
	}
	w.index()
}

// Bounds of the walks at random before a search: one ends when so many executions in a
// row have shown nothing new, or after so many steps. Both are more the longer the last
// search was that was in vain.
const (
	scoutFruitless = 16
	scoutPatience  = 256
	scoutSteps     = 1 << 13
	scoutShare     = 8
	scoutDepth     = 1 << 10
)

// scout gets to know the test by some executions at random, of so many steps in all.
func (w *relatedWorld) scout(steps int64) {
	state := uint64(w.steps)<<1 | 1
	patience := scoutFruitless + w.steps/scoutPatience
	w.steps = 0
	for fruitless := int64(0); fruitless < patience && w.steps < steps; fruitless++ {
		w.Reset()
		w.learned = 0
		for range scoutDepth {
			choices := w.Enabled(nil)
			if len(choices) == 0 {
				break
			}
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			w.Step(choices[state%uint64(len(choices))])
		}
		if w.unordered(false) || w.learned != 0 {
			fruitless = 0
		}
	}
	w.Reset()
}

// outgrown reports whether the search has come to something new, so that it has to
// begin anew; not at once, as there may be more, unless it is over.
func (w *relatedWorld) outgrown(over bool) bool {
	return w.learned != 0 && !w.vast && (over || w.steps >= 2*w.learned)
}

func (w *relatedWorld) learn() { w.learned = max(w.steps, 1) }

func (w *relatedWorld) Reset() {
	w.fairWorld.Reset()
	w.looked = false
}

func (w *relatedWorld) Rewind(m int) {
	w.fairWorld.Rewind(m)
	w.looked = false
}

func (w *relatedWorld) Step(c por.Choice) por.Event {
	if w.vast {
		return w.fairWorld.Step(c)
	}
	w.look()
	t := w.transitionOf(c)
	w.before = append(w.before[:0], w.present...)
	e := w.fairWorld.Step(c)
	w.steps++
	w.looked = false
	w.look()
	if t != 0 {
		w.seen(t, &e)
		w.led(t)
	}
	return e
}

// led notes where transition t has led.
func (w *relatedWorld) led(t int32) {
	x := &w.all[t]
	for _, p := range w.present {
		if !slices.Contains(w.before, p) && !slices.Contains(x.moves, p) {
			x.moves = append(x.moves, p)
			w.learn()
		}
	}
}

// look finds out where the processes are in the present state, and what they could do.
func (w *relatedWorld) look() {
	if w.looked {
		return
	}
	w.looked = true
	w.events = w.fairWorld.Pending(w.events[:0])
	w.of, w.present = w.of[:0], w.present[:0]
	last := por.Proc(-1)
	for i := range w.events {
		if p := w.events[i].Proc; p != last {
			w.present = append(w.present, w.place(p))
			last = p
		}
	}
	for i := range w.events {
		t := w.transition(&w.events[i])
		w.of = append(w.of, t)
		w.seen(t, &w.events[i])
	}
}

// place is the number of the place where p is.
func (w *relatedWorld) place(p por.Proc) int32 {
	key := placeKey{p, w.s.place(p)}
	n, ok := w.places[key]
	if !ok {
		n = int32(len(w.ownAt))
		w.places[key] = n
		w.ownAt = append(w.ownAt, nil)
		w.offer(p, n)
		w.learn()
	}
	return n
}

// offer notes what p at a new place may exchange with others at theirs. That they meet
// is a transition whether or not it was seen, or who is served first would seem to be
// all that there are.
func (w *relatedWorld) offer(p por.Proc, place int32) {
	for _, name := range w.s.offers(p) {
		for _, o := range w.offers[name^1] {
			if o.proc != p {
				w.all = append(w.all, transition{transitionKey: transitionKey{own: place, partner: o.place, alt: meeting}})
			}
		}
		w.offers[name] = append(w.offers[name], proposal{p, place})
	}
}

// transition is the number of that of a pending event.
func (w *relatedWorld) transition(e *por.Event) int32 {
	key := transitionKey{own: w.placeOf(e.Proc), partner: w.placeOf(e.Peer), alt: e.Alt}
	for _, t := range w.ownAt[key.own] {
		if w.all[t].transitionKey == key {
			return t
		}
	}
	t := int32(len(w.all))
	x := transition{transitionKey: key, idle: true, gift: w.s.gift(e.Proc), open: w.s.open(e.Proc)}
	x.needs = w.s.needs(e.Choice)
	if key.partner >= 0 {
		w.met(key.own, key.partner)
	}
	w.ownAt[key.own] = append(w.ownAt[key.own], t)
	w.all = append(w.all, x)
	w.learn()
	return t
}

// met forgets that those at two places might meet, now that it was seen: in all ways in
// which they can do so at once.
func (w *relatedWorld) met(a, b int32) {
	for i := range w.all {
		if x := &w.all[i]; x.alt == meeting && (x.own == a && x.partner == b || x.own == b && x.partner == a) {
			x.own, x.partner = -1, -1
		}
	}
}

// placeOf is where p is in the state that is being looked at, -1 if there is no such
// process.
func (w *relatedWorld) placeOf(p por.Proc) int32 {
	last, n := por.Proc(-1), 0
	for i := range w.events {
		if q := w.events[i].Proc; q != last {
			if q == p {
				return w.present[n]
			}
			last = q
			n++
		}
	}
	return -1
}

// seen notes an event of transition t.
func (w *relatedWorld) seen(t int32, e *por.Event) {
	x := &w.all[t]
	if x.last == *e {
		return
	}
	x.last = *e
	if e.Wide && !x.wide {
		x.wide = true
		w.learn()
	}
	quiet := false
	for _, a := range e.Accesses {
		if a.Mode == 0 {
			break
		}
		quiet = quiet || a.Mode == por.Quiesce
		a = unnumbered(a)
		if !slices.Contains(x.touches, a) {
			x.touches = append(x.touches, a)
			w.learn()
		}
	}
	if x.idle && !quiet {
		x.idle = false
		w.learn()
	}
}

// transitionOf is the transition of a choice that is enabled now.
func (w *relatedWorld) transitionOf(c por.Choice) int32 {
	for i := range w.events {
		if w.events[i].Choice == c {
			return w.of[i]
		}
	}
	return 0
}
