package lsp

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/mazurka-go/mazurka/explore"
)

// A moment is something that happens at a line in the course of an
// interleaving: a step, or an access to shared memory behind it.
type moment struct {
	step      int    // index
	when      string // "step 3" by the number of the choice, "after step 3" if it is none
	pos       token.Position
	goroutine string // where it was started
	text      string // what happens, with its values
	values    string // the values alone, "" if there are none
	side      bool   // the finding is about it
	plain     bool   // an access
	what      explore.Value
}

// moments lists what matters of an interleaving, in order.
func moments(story *explore.Interleaving) (list []moment) {
	names := goroutineNames(story)
	when := "start"
	for i := range story.Steps {
		st := &story.Steps[i]
		if st.Index >= 0 {
			when = fmt.Sprintf("step %d", st.Index+1)
		} else if !strings.HasPrefix(when, "after") {
			when = "after " + when
		}
		if st.Matters && st.Pos.IsValid() {
			m := moment{step: i, when: when, pos: st.Pos, goroutine: names[st.Goroutine], text: st.Text, side: st.Side}
			if len(st.Values) > 0 {
				m.what = st.Values[len(st.Values)-1]
				m.values = valueText(m.what)
			}
			if m.values != "" {
				m.text += " (" + m.values + ")"
			}
			list = append(list, m)
		}
		for _, x := range st.Accesses {
			values := valueText(x.Value)
			list = append(list, moment{
				step: i, when: when, pos: x.Pos, goroutine: names[x.Goroutine], text: x.Value.What + " of " + values,
				values: values, plain: true, what: x.Value,
			})
		}
	}
	return list
}

// goroutineNames are the labels of the goroutines; those of several with the same
// are numbered.
func goroutineNames(story *explore.Interleaving) []string {
	count, seen := map[string]int{}, map[string]int{}
	for _, g := range story.Goroutines {
		count[g.Label]++
	}
	var names []string
	for _, g := range story.Goroutines {
		name := g.Label
		if count[name] > 1 {
			seen[name]++
			name = fmt.Sprintf("%s (%d of %d)", name, seen[name], count[name])
		}
		names = append(names, name)
	}
	return names
}

// valueText tells a value: what it is, or from what to what it changes.
func valueText(v explore.Value) string {
	switch {
	case v.What == "write" || v.After != "" && v.After != v.Before:
		return fmt.Sprintf("%s: %s -> %s", v.Name, v.Before, v.After)
	case v.Before == "":
		return ""
	case v.What == "send" || v.What == "receive":
		return v.Before
	}
	return fmt.Sprintf("%s = %s", v.Name, v.Before)
}

// maxRelated is how many related locations a finding has at most.
const maxRelated = 16

// momentsOf are the moments that tell a finding: its sides, what is written
// and read, and of the rest what is nearest to the end.
func momentsOf(f *explore.Finding) []moment {
	if f.Interleaving == nil || len(f.Interleaving.Steps) == 0 {
		return sidesOf(f)
	}
	all := moments(f.Interleaving)
	rank := func(m *moment) int {
		switch {
		case m.side:
			return 0
		case m.plain && m.what.What == "write":
			return 1
		case m.plain:
			return 2
		}
		return 3
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = len(all) - 1 - i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(&all[a]) - rank(&all[b]) })
	order = order[:min(len(order), maxRelated)]
	slices.Sort(order)
	var out []moment
	for _, i := range order {
		out = append(out, all[i])
	}
	return out
}

// sidesOf are the sides of a finding that has no interleaving.
func sidesOf(f *explore.Finding) (out []moment) {
	for _, rel := range f.Related {
		out = append(out, moment{pos: rel.Pos, goroutine: rel.Goroutine, text: rel.Message, side: rel.Side})
	}
	return out
}

// maxChain is how many values of a variable are told in a message.
const maxChain = 5

// valuesOf tells which values led to a finding: those that the variable had
// which the accesses of a race are to, or which the goroutine that fails read last.
func valuesOf(f *explore.Finding) string {
	if f.Interleaving == nil || f.Kind != explore.KindRace && f.Kind != explore.KindFailure && f.Kind != explore.KindPanic {
		return ""
	}
	all := moments(f.Interleaving)
	end := slices.IndexFunc(all, func(m moment) bool { return m.side })
	if end < 0 {
		return ""
	}
	variable := all[end].what.Name
	for i := end; i >= 0 && f.Kind != explore.KindRace; i-- {
		if all[i].plain && all[i].goroutine == all[end].goroutine {
			variable = all[i].what.Name
			break
		}
	}
	return chain(all, variable)
}

// chain tells the values of a variable, one after the other: "n: 0 -> 1 -> 2".
func chain(all []moment, variable string) string {
	var values []string
	for _, m := range all {
		v := m.what
		if v.Name != variable || v.What != "write" || variable == "" {
			continue
		}
		if len(values) == 0 || values[len(values)-1] != v.Before {
			values = append(values, v.Before)
		}
		values = append(values, v.After)
	}
	if len(values) == 0 {
		return ""
	}
	if cut := len(values) - maxChain; cut > 0 {
		values = append([]string{"…"}, values[cut:]...)
	}
	return variable + ": " + strings.Join(values, " -> ")
}
