package explore

import "github.com/mazurka-go/mazurka/por"

// A waiting finds out when processes could not go on.
type waiting struct {
	w     world
	known []por.Proc // those that have been heard of
	since []int      // by process: number of its present wait, from 1 on; 0 for none, unheard
	again []int      // by process: number of its wait since its latest step, 0 for none
	able  []int      // by process: the number of the latest look at which it could go on, from 1 on
	looks int
	spans []span
}

// A span is a [Wait] of a process, in numbers of choices.
type span struct {
	proc, holder por.Proc
	Wait
}

// hear notes that there is a process.
func (v *waiting) hear(p por.Proc) {
	if p < 0 {
		return
	}
	for len(v.since) <= int(p) {
		v.since, v.again = append(v.since, unheard), append(v.again, 0)
		v.able = append(v.able, 0)
	}
	if v.since[p] == unheard {
		v.since[p] = 0
		v.known = append(v.known, p)
	}
}

// look compares who can go on, by the choices enabled now, with those who could
// before the latest step.
func (v *waiting) look(enabled []por.Choice) {
	v.looks++
	for _, c := range enabled {
		v.hear(c.Proc)
		v.able[c.Proc] = v.looks
		if half, ok := v.w.partner(c); ok {
			v.hear(half.Proc)
			v.able[half.Proc] = v.looks
		}
	}
	latest := v.looks - 2 // the choice executed before this look
	for _, p := range v.known {
		waits := v.w.lives(p) && v.able[p] != v.looks
		switch k := v.since[p]; {
		case waits && k == 0 && v.again[p] > 0:
			v.since[p] = v.again[p]
			v.spans[v.again[p]-1].To = -1
		case waits && k == 0:
			on, pos, holder := v.w.waitsFor(p)
			v.spans = append(v.spans, span{p, holder, Wait{From: latest, To: -1, On: on, Pos: pos}})
			v.since[p], v.again[p] = len(v.spans), len(v.spans)
		case !waits && k > 0:
			v.spans[k-1].To = latest
			v.since[p] = 0
		}
	}
}

// step notes that a process has taken a step. Until then, if it could go on and others
// see to it that it cannot any more, it goes on waiting.
func (v *waiting) step(p por.Proc) {
	v.hear(p)
	v.again[p] = 0
}

const unheard = -1
