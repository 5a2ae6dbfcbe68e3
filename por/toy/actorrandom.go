package toy

import (
	"fmt"
	"math/rand/v2"
)

// RandomActors generates a small system of actors from a seed: rules with and
// without messages, quorums of any size, guards on variables and on what was
// received. What is observed are the first variables of all processes.
func RandomActors(seed uint64) *Actors {
	g := &actorGenerator{rng: rand.New(rand.NewPCG(seed, 0x6163746f7273))}
	g.procs = 2 + g.rng.IntN(3)
	var rules []Rule
	for p := range g.procs {
		for range 1 + g.rng.IntN(3) {
			rules = append(rules, g.rule(p))
		}
	}
	return NewActors(g.procs, budget+1, func(s *Actors) string {
		text := ""
		for p := range s.procs {
			text += fmt.Sprint(s.of(p)[0], " ")
		}
		return text
	}, rules...)
}

type actorGenerator struct {
	rng   *rand.Rand
	procs int
}

// values is how many values variables and messages have.
const values = 3

// budget is a variable that counts what would otherwise go on forever.
const budget = 2

// rule generates a rule of process p.
func (g *actorGenerator) rule(p int) Rule {
	r := Rule{Name: "random", Proc: p}
	if g.rng.IntN(3) > 0 {
		r.Kind, r.From = uint8(1+g.rng.IntN(2)), g.others(p)
		r.Quorum = 1 + g.rng.IntN(len(r.From))
	}
	if g.rng.IntN(4) > 0 {
		r.Sends = []Address{{uint8(1 + g.rng.IntN(2)), g.others(p)}}
	}
	if g.rng.IntN(8) == 0 {
		r.Observes = []Variable{{g.others(p)[0], 1}}
	}
	g.guard(&r)
	g.action(&r)
	if g.rng.IntN(2) == 0 {
		r.Uses = append(append([]int{}, r.Reads...), r.Writes...)
	}
	if len(r.Sends) > 0 && len(r.Sends[0].To) > r.Quorum {
		r.twice()
	}
	return r
}

// others are one or more processes other than p.
func (g *actorGenerator) others(p int) (list []int) {
	for q := range g.procs {
		if q != p && (g.rng.IntN(2) == 0 || len(list) == 0 && (q == g.procs-1 || q == g.procs-2 && p == g.procs-1)) {
			list = append(list, q)
		}
	}
	return list
}

// guard gives r a guard, or none.
func (g *actorGenerator) guard(r *Rule) {
	x, v := g.rng.IntN(2), int32(g.rng.IntN(values))
	switch g.rng.IntN(5) {
	case 0:
		r.Reads = []int{x}
		r.Guard = func(vars []int32, _ []Message) bool { return vars[x] == v }
	case 1:
		r.Reads = []int{x}
		r.Guard = func(vars []int32, _ []Message) bool { return vars[x] != v }
	case 2:
		if r.Quorum > 0 {
			r.Reads, r.Stamps = []int{x}, []int{x}
			r.Guard = func(vars []int32, in []Message) bool { return int32(in[0].A) >= vars[x] }
		}
	case 3:
		if r.Quorum > 0 {
			r.Guard = sameA
		}
	}
}

// action says what r does: it computes a value from what it is given, may
// keep it, and sends it.
func (g *actorGenerator) action(r *Rule) {
	x, how, v := g.rng.IntN(2), g.rng.IntN(4), int32(g.rng.IntN(values))
	if how > 0 {
		r.Writes, r.Visible = []int{x}, x == 0
	}
	if how == 1 {
		r.Grows = []int{x}
	}
	observes, sends := r.Observes, r.Sends
	r.Do = func(t *Turn) {
		sum := v
		for _, m := range t.In {
			sum += int32(m.A)
		}
		for _, o := range observes {
			sum += t.Observe(o)
		}
		sum %= values
		switch how {
		case 1:
			t.Vars[x] = max(t.Vars[x], sum)
		case 2, 3:
			t.Vars[x] = sum
		}
		for _, a := range sends {
			for _, to := range a.To {
				t.Send(a.Kind, to, sum, 0, 0)
			}
		}
	}
}

// twice lets the process of r execute such rules twice only: they bring more
// messages than they consume.
func (r *Rule) twice() {
	guard, do := r.Guard, r.Do
	r.Reads, r.Writes = append(r.Reads, budget), append(r.Writes, budget)
	if r.Uses != nil {
		r.Uses = append(r.Uses, budget)
	}
	r.Guard = func(vars []int32, in []Message) bool {
		return vars[budget] < 2 && (guard == nil || guard(vars, in))
	}
	r.Do = func(t *Turn) {
		t.Vars[budget]++
		do(t)
	}
}
