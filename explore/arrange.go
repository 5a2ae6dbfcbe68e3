package explore

import (
	"slices"
	"strconv"
	"strings"
)

// arrange orders the goroutines by their names: who starts others comes before
// them, and they in the order in which they were started.
func (i *Interleaving) arrange() {
	order := make([]int, len(i.Goroutines))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return comparePaths(i.Goroutines[a].Name, i.Goroutines[b].Name) })
	column := make([]int, len(order))
	sorted := make([]Goroutine, len(order))
	for k, g := range order {
		column[g], sorted[k] = k, i.Goroutines[g]
	}
	i.Goroutines = sorted
	for k := range i.Steps {
		s := &i.Steps[k]
		s.Goroutine = column[s.Goroutine]
		for x := range s.Accesses {
			s.Accesses[x].Goroutine = column[s.Accesses[x].Goroutine]
		}
	}
	for k := range i.Waits {
		w := &i.Waits[k]
		w.Goroutine = column[w.Goroutine]
		if w.Holder >= 0 {
			w.Holder = column[w.Holder]
		}
	}
}

// nameFuncs says what the goroutines run that were not seen to run when they were first
// told of.
func (i *Interleaving) nameFuncs() {
	name := func(g int, calls []Call) {
		if f := &i.Goroutines[g].Func; *f == "" && len(calls) > 0 {
			*f = calls[0].Func
		}
	}
	for k := range i.Steps {
		s := &i.Steps[k]
		name(s.Goroutine, s.Calls)
		for x := range s.Accesses {
			name(s.Accesses[x].Goroutine, s.Accesses[x].Calls)
		}
	}
}

// comparePaths compares spawn paths, "0.2" before "0.10".
func comparePaths(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(x, y string) int {
		m, errM := strconv.Atoi(x)
		n, errN := strconv.Atoi(y)
		if errM != nil || errN != nil {
			return strings.Compare(x, y)
		}
		return m - n
	})
}

// Contended are the objects, of [Value], that several goroutines write, or that
// come back to a goroutine after another one has accessed them. What is only handed
// over is of less interest to who reads the story.
func (i *Interleaving) Contended() map[uint64]bool {
	type user struct{ last, changes, writer int }
	users, found := map[uint64]*user{}, map[uint64]bool{}
	for k := range i.Steps {
		for _, a := range i.Steps[k].Accesses {
			o := a.Value.Object
			u := users[o]
			if u == nil {
				u = &user{last: a.Goroutine, writer: -1}
				users[o] = u
			}
			if u.last != a.Goroutine {
				u.last = a.Goroutine
				u.changes++
			}
			if a.Value.What == "write" {
				found[o] = found[o] || u.writer >= 0 && u.writer != a.Goroutine
				u.writer = a.Goroutine
			}
			found[o] = found[o] || u.changes > 1
		}
	}
	return found
}

// Names are the names of the objects of [Value]; those of several objects that have the
// same one are numbered, in the order in which they appear.
func (i *Interleaving) Names() map[uint64]string {
	names, named := map[uint64]string{}, map[string][]uint64{}
	add := func(v *Value) {
		if _, ok := names[v.Object]; !ok {
			names[v.Object] = v.Name
			named[v.Name] = append(named[v.Name], v.Object)
		}
	}
	for k := range i.Steps {
		s := &i.Steps[k]
		for x := range s.Values {
			add(&s.Values[x])
		}
		for x := range s.Accesses {
			add(&s.Accesses[x].Value)
		}
	}
	for name, objects := range named {
		for k, o := range objects {
			if len(objects) > 1 {
				names[o] = name + " #" + strconv.Itoa(k+1)
			}
		}
	}
	return names
}
