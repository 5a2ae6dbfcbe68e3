package explore

import (
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/por"
)

// This file puts a story together: to the steps come the sides of the fault,
// the halves of communications, accesses, edges and waits.

// An assembly is a story in the making.
type assembly struct {
	*telling
	steps []Step
	at    []int // by number of a choice: index in steps
	half  []int // by number of a choice: index in steps of its half, -1 for none
	count map[por.Proc]int
	sides []side
	put   []bool // by side: it is in steps
}

// assemble completes the story. What a goroutine does before its first event it
// does when it is started, before its parent goes on; what it does after another
// one, at once; what it does after all of them, at the end.
func (t *telling) assemble(sides []side) {
	a := &assembly{telling: t, count: map[por.Proc]int{}, sides: sides, put: make([]bool, len(sides))}
	for i, st := range t.out.Steps {
		a.addHalf(i, st.Matters)
		a.at = append(a.at, len(a.steps))
		for _, x := range t.accesses[i] {
			x.Goroutine = t.column(x.proc)
			st.Accesses = appendAccess(st.Accesses, x.Access)
		}
		a.steps = append(a.steps, st)
		e := &t.events[i]
		a.count[e.Proc]++
		if e.Peer >= 0 && a.count[e.Peer] == 0 {
			a.addSides(e.Peer, false)
		}
		a.addSides(e.Proc, false)
	}
	for _, p := range t.procs() {
		a.addSides(p, true)
	}
	t.out.Steps = a.steps
	a.addEdges()
	a.addBirths()
	a.addTimerEdges()
	a.addWaits()
	t.out.arrange()
	t.out.nameFuncs()
}

// addHalf puts in the half of a communication that step i completes.
func (a *assembly) addHalf(i int, matters bool) {
	st, ok := a.halves[i]
	if !ok {
		a.half = append(a.half, -1)
		return
	}
	st.Goroutine, st.Matters = a.column(por.Proc(st.Goroutine)), matters && !st.library
	a.half = append(a.half, len(a.steps))
	a.steps = append(a.steps, st)
}

// addSides puts in the sides whose turn it is. A side on the line of the step
// before it is told by that step.
func (a *assembly) addSides(p por.Proc, atEnd bool) {
	for i, s := range a.sides {
		if s.proc != p || a.put[i] || s.after != a.count[p] && !atEnd {
			continue
		}
		a.put[i] = true
		st := s.step
		st.Index, st.Goroutine, st.Matters, st.Side = -1, a.columns[p], true, true
		if k := len(a.steps) - 1; k >= 0 {
			last := &a.steps[k]
			takeAccess(&st, last)
			if last.sameLine(&st) {
				st.Index, st.Half = last.Index, last.Half
				st.Values = append(last.Values, st.Values...)
				st.Accesses = append(last.Accesses, st.Accesses...)
				a.steps = a.steps[:k]
			}
		}
		a.steps = append(a.steps, st)
	}
}

// appendAccess appends an access. A write behind a read of the same on the same line
// tells of both.
func appendAccess(list []Access, x Access) []Access {
	if k := len(list) - 1; k >= 0 {
		last := &list[k]
		if last.Goroutine == x.Goroutine && last.Pos.Filename == x.Pos.Filename && last.Pos.Line == x.Pos.Line &&
			last.Value.Object == x.Value.Object && last.Value.What == "read" && last.Value.Before == x.Value.Before {
			list = list[:k]
		}
	}
	return append(list, x)
}

// takeAccess gives a side the access that it is, with those behind it, if the step
// before it has it.
func takeAccess(side, from *Step) {
	i := slices.IndexFunc(from.Accesses, func(x Access) bool {
		return x.Goroutine == side.Goroutine && x.Pos.Filename == side.Pos.Filename && x.Pos.Line == side.Pos.Line &&
			(strings.HasSuffix(side.Text, x.Value.What) || x.Value.What == "write" && strings.HasSuffix(side.Text, "read"))
	})
	if i < 0 {
		return
	}
	v, rest := from.Accesses[i].Value, i+1
	if v.What == "write" && strings.HasSuffix(side.Text, "read") {
		v.What, v.After = "read", ""
		rest = i
	}
	side.Values = []Value{v}
	side.Accesses = slices.Clone(from.Accesses[rest:])
	from.Accesses = from.Accesses[:i]
}

func (a *assembly) addEdges() {
	index := func(choice int, half bool) int {
		if half {
			return a.half[choice]
		}
		return a.at[choice]
	}
	for _, e := range a.order.edges {
		a.out.Edges = append(a.out.Edges, Edge{index(e.from, e.fromHalf), index(e.to, e.toHalf)})
	}
}

// addBirths adds the edges from go statements to sides that are what the goroutine
// does before its first event.
func (a *assembly) addBirths() {
	first := map[int]int{} // by column
	for i := range a.steps {
		if g := a.steps[i].Goroutine; a.steps[i].Side || a.steps[i].Index >= 0 {
			if _, ok := first[g]; !ok {
				first[g] = i
			}
		}
	}
	for i, e := range a.events {
		g, ok := a.columns[e.Peer]
		if k, told := first[g]; ok && told && a.half[i] < 0 && k > a.at[i] && a.steps[k].Index < 0 {
			a.out.Edges = append(a.out.Edges, Edge{a.at[i], k})
			delete(first, g)
		}
	}
}

// addTimerEdges adds the edges from timers, which have no clocks: who waited until
// one fired comes after it, and so does the goroutine that it starts.
func (a *assembly) addTimerEdges() {
	fires := func(i int) bool { return i >= 0 && len(a.order.after[i]) == 0 }
	add := func(i int, p por.Proc) {
		for j := i + 1; j < len(a.events); j++ {
			if a.events[j].Proc == p {
				a.out.Edges = append(a.out.Edges, Edge{a.at[i], a.at[j]})
				return
			}
		}
	}
	for i := range a.events {
		if fires(i) && a.events[i].Peer >= 0 {
			add(i, a.events[i].Peer)
		}
	}
	for _, s := range a.waits.spans {
		if fires(s.To) {
			add(s.To, s.proc)
		}
	}
}

func (a *assembly) addWaits() {
	index := func(choice int) int {
		if choice < 0 {
			return -1
		}
		return a.at[choice]
	}
	for _, s := range a.waits.spans {
		w := s.Wait
		w.Goroutine, w.From, w.To, w.Holder = a.column(s.proc), index(w.From), index(w.To), -1
		if s.holder >= 0 {
			w.Holder = a.column(s.holder)
		}
		a.out.Waits = append(a.out.Waits, w)
	}
}
