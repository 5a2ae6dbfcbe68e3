package explore

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// An hbOrder finds out which steps happen before which, by the vector clocks of the
// processes before and after each step: a component that has grown in a step is
// that of somebody whose release the step has acquired.
type hbOrder struct {
	w      world
	clocks map[por.Proc][]uint32  // after the latest step of each process
	times  map[por.Proc][]ownTime // ascending
	after  [][]uint32             // by step: the clock of its process
	edges  []hbEdge
}

// An ownTime says that a process's own component has grown to time in a step, of
// its own or, if half is set, a step that a partner has executed.
type ownTime struct {
	time uint32
	step int
	half bool
}

// An hbEdge leads from a step to a step, or from or to the half of one.
type hbEdge struct {
	from, to         int
	fromHalf, toHalf bool
}

func newOrder(w world) *hbOrder {
	return &hbOrder{w: w, clocks: map[por.Proc][]uint32{}, times: map[por.Proc][]ownTime{}}
}

// step notes that the latest step was one of process p, and of partner, if that is not -1.
func (o *hbOrder) step(p, partner por.Proc) {
	at := ownTime{step: len(o.after)}
	now := o.w.clock(p, nil)
	o.after = append(o.after, now)
	if partner >= 0 {
		half := ownTime{step: at.step, half: true}
		o.acquired(partner, o.w.clock(partner, nil), half)
	}
	o.acquired(p, now, at)
}

// acquired notes the clock that a process has at a step of its own, or a half.
func (o *hbOrder) acquired(p por.Proc, now []uint32, at ownTime) {
	for _, e := range o.direct(p, o.clocks[p], now) {
		o.edges = append(o.edges, hbEdge{e.step, at.step, e.half, at.half})
	}
	o.clocks[p] = now
	o.released(p, now, at)
}

func (o *hbOrder) released(p por.Proc, clock []uint32, at ownTime) {
	if int(p) < len(clock) {
		at.time = clock[p]
		o.times[p] = append(o.times[p], at)
	}
}

// direct are the releases that a process whose clock was before has acquired, but
// for those that others of them have acquired already.
func (o *hbOrder) direct(p por.Proc, before, now []uint32) (list []ownTime) {
	type release struct {
		of por.Proc
		t  uint32
		at ownTime
	}
	var all []release
	for i, t := range now {
		q := por.Proc(i)
		if q == p || t == 0 || i < len(before) && t <= before[i] {
			continue
		}
		if at, ok := o.releaseOf(q, t); ok {
			all = append(all, release{q, t, at})
		}
	}
	for _, r := range all {
		follows := slices.ContainsFunc(all, func(s release) bool {
			c := o.after[s.at.step]
			return s.of != r.of && !s.at.half && int(r.of) < len(c) && c[r.of] >= r.t
		})
		if !follows {
			list = append(list, r.at)
		}
	}
	return list
}

// releaseOf is the step in which q gave away what it had done up to its time t.
func (o *hbOrder) releaseOf(q por.Proc, t uint32) (ownTime, bool) {
	times := o.times[q]
	i, _ := slices.BinarySearchFunc(times, t, func(x ownTime, t uint32) int {
		if x.time <= t {
			return -1
		}
		return 1
	})
	if i == len(times) {
		return ownTime{}, false
	}
	return times[i], true
}
