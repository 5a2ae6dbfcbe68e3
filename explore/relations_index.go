package explore

import (
	"slices"

	"github.com/mazurka-go/mazurka/por"
)

// This file computes the relations between the transitions known when a search begins,
// and answers for [por.Placed].

// index computes the relations.
func (w *relatedWorld) index() {
	w.indexResources()
	words := (w.known + 63) / 64
	w.depends = make([][]uint64, w.known)
	for t := range w.depends {
		w.depends[t] = make([]uint64, words)
	}
	type toucher struct {
		t    int32
		mode por.Mode
	}
	touchers := map[uint64][]toucher{}
	for t := range w.all[:w.known] {
		x := &w.all[t]
		for _, a := range x.touches {
			for _, other := range touchers[a.Object] {
				if a.Mode.Meets(other.mode) {
					w.relate(t, int(other.t))
				}
			}
			touchers[a.Object] = append(touchers[a.Object], toucher{int32(t), a.Mode})
		}
		for u := range w.all[:t] {
			if y := &w.all[u]; x.wide || y.wide || shares(x, y) || (x.open || y.open) && meets(x, y) {
				w.relate(t, u)
			}
		}
	}
}

// shares reports whether two transitions have a place in common.
func shares(x, y *transition) bool {
	return x.own == y.own || x.partner >= 0 && (x.partner == y.own || x.partner == y.partner) || y.partner >= 0 && y.partner == x.own
}

// meets reports whether two transitions touch something in common.
func meets(x, y *transition) bool {
	return slices.ContainsFunc(x.touches, func(a por.Access) bool {
		return slices.ContainsFunc(y.touches, func(b por.Access) bool {
			return objectOf(a) == objectOf(b) && (a.Mode != por.Read || b.Mode != por.Read)
		})
	})
}

// relate notes that two transitions depend on each other.
func (w *relatedWorld) relate(t, u int) {
	w.depends[t][u>>6] |= 1 << (u & 63)
	w.depends[u][t>>6] |= 1 << (t & 63)
}

// indexResources numbers what transitions need, and notes who gives it.
func (w *relatedWorld) indexResources() {
	w.resources, w.needs = w.resources[:0], w.needs[:0]
	numbers := map[uint64]int32{}
	for t := range w.all[:w.known] {
		r := int32(-1)
		if o := w.all[t].needs; o != 0 {
			n, ok := numbers[o]
			if !ok {
				n = int32(len(w.resources))
				numbers[o] = n
				w.resources = append(w.resources, o)
			}
			r = n
		}
		w.needs = append(w.needs, r)
	}
	w.gives = make([][]gift, w.known)
	for t := range w.gives {
		w.gives[t] = w.giftsOf(&w.all[t], numbers)
	}
}

// giftsOf is what x may give of the resources that are numbered. What happens at
// quiescence does not tell what it touches.
func (w *relatedWorld) giftsOf(x *transition, numbers map[uint64]int32) (list []gift) {
	n := x.gift
	if n == 0 {
		n = -1
	}
	var objects []uint64
	for _, a := range x.touches {
		if a.Mode == por.Quiesce {
			objects, n = w.resources, -1
			break
		}
		objects = gives(a, objects)
	}
	for _, o := range objects {
		if r, ok := numbers[o]; ok && !slices.Contains(list, gift{r, n}) {
			list = append(list, gift{r, n})
		}
	}
	return list
}

// Transitions implements [por.Relations].
func (w *relatedWorld) Transitions() int { return w.known }

// TransitionOf implements [por.Relations].
func (w *relatedWorld) TransitionOf(c por.Choice) int {
	if w.vast {
		return 0
	}
	w.look()
	if t := int(w.transitionOf(c)); t < w.known {
		return t
	}
	return 0
}

// DependsOn implements [por.Relations].
func (w *relatedWorld) DependsOn(t, u int) bool { return w.depends[t][u>>6]>>(u&63)&1 != 0 }

// CanEnable implements [por.Relations].
func (w *relatedWorld) CanEnable(t, u int) bool {
	x, y := &w.all[t], &w.all[u]
	if t == 0 || u == 0 || y.idle {
		return true
	}
	for _, p := range x.moves {
		if p == y.own || p == y.partner {
			return true
		}
	}
	if w.needs[u] < 0 {
		return true
	}
	return w.Gives(t, int(w.needs[u])) != 0
}

// Necessary implements [por.Relations]: what is necessary depends on the state.
func (w *relatedWorld) Necessary(t, u int) por.Necessity { return 0 }

// NecessaryNow implements [por.Relations].
func (w *relatedWorld) NecessaryNow(t, u int) bool { return false }

// Visible implements [por.Relations]: what is to be seen is in the final states.
func (w *relatedWorld) Visible(int) bool { return false }

// Places implements [por.Placed].
func (w *relatedWorld) Places() int { return w.placed }

// At implements [por.Placed].
func (w *relatedWorld) At(t int) (own, partner int) {
	return int(w.all[t].own), int(w.all[t].partner)
}

// Moves implements [por.Placed].
func (w *relatedWorld) Moves(t int, buf []int32) []int32 { return w.knownPlaces(w.all[t].moves, buf) }

// knownPlaces appends the places that were known when the search began.
func (w *relatedWorld) knownPlaces(list, buf []int32) []int32 {
	for _, p := range list {
		if int(p) < w.placed {
			buf = append(buf, p)
		}
	}
	return buf
}

// Resources implements [por.Placed].
func (w *relatedWorld) Resources() int { return len(w.resources) }

// Needs implements [por.Placed].
func (w *relatedWorld) Needs(t int, buf []int32) []int32 {
	if r := w.needs[t]; r >= 0 {
		buf = append(buf, r)
	}
	return buf
}

// Gives implements [por.Placed].
func (w *relatedWorld) Gives(t, r int) int32 {
	for _, g := range w.gives[t] {
		if g.resource == int32(r) {
			return g.n
		}
	}
	return 0
}

// Idle implements [por.Placed].
func (w *relatedWorld) Idle(t int) bool { return t != 0 && w.all[t].idle }

// Here implements [por.Placed].
func (w *relatedWorld) Here(buf []int32) []int32 {
	w.look()
	return w.knownPlaces(w.present, buf)
}

// Lack implements [por.Placed].
func (w *relatedWorld) Lack(r int) int32 { return w.s.lack(w.resources[r]) }
