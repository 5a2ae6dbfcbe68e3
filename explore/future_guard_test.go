package explore

// Random test functions about mutexes, most of which guard what they should.

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const guardPrelude = `package gen

import (
	"sync"
	"testing"
)

var (
	_ sync.Mutex
	_ *testing.T
)
`

// guardStatements are templates for methods of a struct type G with the
// receiver g and another object h. %F is a field, %M a mutex, %C a call, %B a
// block.
var guardStatements = []string{
	"g.%M.Lock()\n%B\ng.%M.Unlock()", "g.%M.Lock()\n%A\ng.%M.Unlock()", "g.%M.Lock()\n%A\ng.%M.Unlock()", "g.%M.Lock()\n%A\n%C\n%A\ng.%M.Unlock()",
	"g.%M.Lock()\ndefer g.%M.Unlock()\n%A", "func() {\ng.%M.Lock()\ndefer g.%M.Unlock()\n%A\n}()", "g.rw.RLock()\n_ = g.%F\ng.rw.RUnlock()", "g.rw.RLock()\n%A\ng.rw.RUnlock()",
	"g.rw.RLock()\n_ = g.%F\n_ = g.%F\n%C\ng.rw.RUnlock()",
	"gmu.Lock()\n%A\ngmu.Unlock()", "if g.%M.TryLock() {\n%A\ng.%M.Unlock()\n}",
	"g.%M.Lock()\nfunc() { %A }()\ng.%M.Unlock()", "g.%M.Lock()\ngo func() { %A }()\ng.%M.Unlock()", "g.%M.Lock()\ndefer func() {\n%A\ng.%M.Unlock()\n}()",
	"g.%M.Lock()\nif g.%F > 2 {\ng.%M.Unlock()\nreturn\n}\n%A\ng.%M.Unlock()", "for range 2 {\ng.%M.Lock()\n%A\ng.%M.Unlock()\n}",
	"g.%M.Lock()\nfor i := range 2 {\nif i == 1 {\n%A\n}\n%A\n}\ng.%M.Unlock()",
	"g.%M.Lock()\ng, h = h, g\n%A\ng, h = h, g\ng.%M.Unlock()", "p := g\np.%M.Lock()\n%A\np.%M.Unlock()", "p := g\np.%M.Lock()\np.%F++\np.%M.Unlock()", "g.%M.Lock()\nh.%F++\ng.%M.Unlock()", "h.%M.Lock()\nh.%F++\nh.%M.Unlock()",
	"func(h *G) {\nh.%M.Lock()\nh.%F++\nh.%M.Unlock()\n}(h)", "g.%M.Lock()\nfunc(x *G) { x.%F++ }(g)\ng.%M.Unlock()", "g.%M.Lock()\ng.helper()\ng.%M.Unlock()", "g.helper()",
	"m := &g.%M\nm.Lock()\n%A\nm.Unlock()", "%C", "%C", "go h.f0(g)", "var l sync.Mutex\nn := 0\ngo func() {\nl.Lock()\nn++\nl.Unlock()\n}()\nl.Lock()\nn++\nl.Unlock()",
}

// guardProgram makes test number i of a seed, with a type of its own.
func guardProgram(seed uint64, i int) string {
	g := &guardGen{rng: rand.New(rand.NewPCG(seed, 13))}
	var b strings.Builder
	b.WriteString("type G struct {\n\ta int\n\tmu, nu sync.Mutex\n\trw sync.RWMutex\n\tb, c, d int\n}\n\nvar gmu sync.Mutex\n\n")
	for f := range 3 {
		fmt.Fprintf(&b, "func (g *G) f%d(h *G) {\n%s}\n\n", f, g.block(f, 0))
	}
	fmt.Fprintf(&b, "func (g *G) helper() { g.%s++ }\n\n", g.field())
	fmt.Fprintf(&b, "func TestG(t *testing.T) {\n\tg, h := new(G), new(G)\n\tgo g.f%d(h)\n\tgo h.f%d(g)\n\tg.f%d(g)\n}\n\n", g.rng.IntN(3), g.rng.IntN(3), g.rng.IntN(3))
	return strings.NewReplacer("G", fmt.Sprintf("G%d", i), "gmu", fmt.Sprintf("gmu%d", i)).Replace(b.String())
}

type guardGen struct {
	rng *rand.Rand
	mu  string // what is being held, as a rule
}

func (g *guardGen) field() string { return []string{"a", "b", "c", "d"}[g.rng.IntN(4)] }

// guarded is a field that the mutex guards, as a rule.
func (g *guardGen) guarded() string {
	if g.rng.IntN(12) == 0 {
		return g.field()
	}
	return map[string]string{"mu": "a", "nu": "b", "rw": "c", "": "d"}[g.mu]
}

func (g *guardGen) block(fn, depth int) string {
	var b strings.Builder
	for range 1 + g.rng.IntN(2) {
		text := guardStatements[g.rng.IntN(len(guardStatements))]
		if depth > 0 && strings.Contains(text, "%B") || fn == 0 && strings.Contains(text, ".f0") {
			continue
		}
		g.mu = []string{"mu", "mu", "nu", "rw"}[g.rng.IntN(4)]
		switch {
		case strings.Contains(text, "g.rw"):
			g.mu = "rw"
		case !strings.Contains(text, "%M"):
			g.mu = ""
		}
		fmt.Fprintf(&b, "{\n%s\n}\n", g.fill(text, fn, depth))
	}
	return b.String()
}

func (g *guardGen) fill(text string, fn, depth int) string {
	mu := g.mu
	filled := expand(text, func(marker byte) string {
		g.mu = mu
		switch marker {
		case 'M':
			return mu
		case 'F':
			return g.guarded()
		case 'A':
			return fmt.Sprintf("g.%s++", g.guarded())
		case 'B':
			return g.block(fn, depth+1)
		case 'C':
			if fn > 0 {
				return fmt.Sprintf("g.f%d(h)", g.rng.IntN(fn))
			}
			return "g.helper()"
		}
		return ""
	})
	g.mu = mu
	return filled
}
