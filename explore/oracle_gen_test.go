package explore

// Random concurrent test functions for the oracle. A program is a tree of
// statements over one set of shared variables, so that a part can be left out
// and the rest still compiles. What a goroutine observes goes to a row of its
// own in the package variable obs: it is part of the state, orders
// nothing, and can be compared at the end.

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// genPrelude is what the generated functions share. The markers in
// templates are replaced as genState.fill says.
const genPrelude = `package gen

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

var obs [16][40]int

type shared struct {
	mu0, mu1   sync.Mutex
	rw         sync.RWMutex
	c0, c1, cn chan int
	wg         sync.WaitGroup
	once       sync.Once
	cond, rc   *sync.Cond
	m          sync.Map
	pool       sync.Pool
	a0, a1     atomic.Int32
	word       int64
	ab         atomic.Bool
	ap         atomic.Pointer[int]
	av         atomic.Value
	x, y       int
	ctx        context.Context
	cancel     context.CancelFunc
	tm, nt     *time.Timer
	mp         map[int]int
}

func start() *shared {
	s := new(shared)
	s.cond = sync.NewCond(&s.mu0)
	s.rc = sync.NewCond(s.rw.RLocker())
	s.ctx, s.cancel = context.Background(), func() {}
	s.mp = map[int]int{}
	return s
}

func num(v any) int {
	switch v := v.(type) {
	case int:
		return v
	case *int:
		if v != nil {
			return *v
		}
	case bool:
		if v {
			return 1
		}
	case error:
		if v != nil {
			return 2
		}
	}
	return -1
}

func pair(v any, ok bool) int { return 2*num(v) + num(ok) }

func safe(n *int, f func()) {
	defer func() {
		if recover() != nil {
			*n = 9
		}
	}()
	f()
}

var (
	_ = runtime.Gosched
	_ = synctest.Wait
	_ context.Context
)
`

// A genStmt is a statement: head, then body between head and tail.
type genStmt struct {
	head, tail string
	body       []*genStmt
}

// A genProgram is the body of a generated test function.
type genProgram struct {
	seed   uint64
	bubble bool // it is in a bubble of synctest
	body   []*genStmt
}

func (p *genProgram) render(name string) string {
	var b strings.Builder
	head, tail := "{", "}\n"
	if p.bubble {
		head, tail = "{ synctest.Test(t, func(t *testing.T) {", "}) }\n"
	}
	fmt.Fprintf(&b, "func %s(t *testing.T) %s\n\ts := start()\n", name, head)
	renderStmts(&b, p.body, "\t")
	b.WriteString(tail)
	return b.String()
}

func renderStmts(b *strings.Builder, list []*genStmt, indent string) {
	for _, s := range list {
		for line := range strings.SplitSeq(s.head, "\n") {
			b.WriteString(indent + line + "\n")
		}
		renderStmts(b, s.body, indent+"\t")
		if s.tail != "" {
			for line := range strings.SplitSeq(s.tail, "\n") {
				b.WriteString(indent + line + "\n")
			}
		}
	}
}

// smaller lists the programs with one statement left out, or replaced by its
// body.
func (p *genProgram) smaller() (list []*genProgram) {
	for _, body := range smallerStmts(p.body) {
		list = append(list, &genProgram{p.seed, p.bubble, body})
	}
	return list
}

func smallerStmts(stmts []*genStmt) (list [][]*genStmt) {
	splice := func(i int, with []*genStmt) []*genStmt {
		out := append([]*genStmt(nil), stmts[:i]...)
		return append(append(out, with...), stmts[i+1:]...)
	}
	for i, s := range stmts {
		list = append(list, splice(i, nil))
		if len(s.body) > 0 && !strings.HasPrefix(s.head, "select") {
			list = append(list, splice(i, s.body))
		}
		for _, body := range smallerStmts(s.body) {
			list = append(list, splice(i, []*genStmt{{s.head, s.tail, body}}))
		}
	}
	return list
}

// A genState makes one program.
type genState struct {
	rng    *rand.Rand
	themes map[string]bool
	ops    int // visible operations that may still be added
	gos    int // goroutines that may still be started
	rows   int
	cols   [16]int
}

// A genTemplate is a kind of statement. cost is about how many visible
// operations it has. %B stands for a block of statements, %G for the body of a
// function that runs elsewhere.
type genTemplate struct {
	theme string
	cost  int
	text  string
}

var genTemplates = []genTemplate{
	{"mutex", 2, "s.%M.Lock()\n%B\ns.%M.Unlock()"},
	{"mutex", 2, "s.%M.Lock()\ns.x++\ns.%M.Unlock()"},
	{"mutex", 2, "s.%M.Lock()\n%O = s.x\ns.%M.Unlock()"},
	{"mutex", 2, "if s.%M.TryLock() {\n%O = 1\n%B\ns.%M.Unlock()\n}"},
	{"mutex", 1, "%O = num(s.mu0.TryLock())"},
	{"mutex", 1, "s.mu0.Lock()"},
	{"mutex", 1, "s.mu0.Unlock()"},
	{"rw", 2, "s.rw.RLock()\n%B\ns.rw.RUnlock()"},
	{"rw", 2, "s.rw.RLock()\n%O = s.x\ns.rw.RUnlock()"},
	{"rw", 3, "s.rw.Lock()\n%B\ns.rw.Unlock()"},
	{"rw", 3, "s.rw.Lock()\ns.x++\ns.rw.Unlock()"},
	{"rw", 2, "if s.rw.TryLock() {\n%O = 1\n%B\ns.rw.Unlock()\n}"},
	{"rw", 2, "if s.rw.TryRLock() {\n%O = 1\n%B\ns.rw.RUnlock()\n}"},
	{"rw", 1, "s.rw.RLock()"},
	{"rw", 1, "s.rw.RUnlock()"},
	{"rw", 2, "s.rw.Lock()"},
	{"rw", 1, "s.rw.Unlock()"},
	{"chan", 1, "s.%C <- %V"},
	{"chan", 1, "s.%C <- %V"},
	{"chan", 1, "%O = <-s.%C"},
	{"chan", 1, "%O = <-s.%C"},
	{"chan", 1, "{\nv, ok := <-s.%C\n%O = pair(v, ok)\n}"},
	{"chan", 1, "close(s.%C)"},
	{"chan", 1, "%O = len(s.%C)"},
	{"chan", 3, "for v := range s.%C {\n%O += v\n%B\n}"},
	{"chan", 1, "safe(&%O, func() { s.%C <- %V })"},
	{"chan", 1, "safe(&%O, func() { close(s.%C) })"},
	{"nilchan", 1, "s.cn <- %V"},
	{"nilchan", 1, "%O = <-s.cn"},
	{"select", 1, "%S"},
	{"select", 1, "%S"},
	{"select", 1, "%S"},
	{"select", 1, "%S"},
	{"wg", 1, "s.wg.Add(%N)"},
	{"wg", 1, "s.wg.Done()"},
	{"wg", 1, "s.wg.Done()"},
	{"wg", 1, "s.wg.Wait()"},
	{"wg", 1, "s.wg.Wait()"},
	{"wg", 3, "s.wg.Go(func() {\n%G\n})"},
	{"wg", 1, "safe(&%O, func() { s.wg.Done() })"},
	{"once", 2, "s.once.Do(func() {\n%G\n})"},
	{"once", 2, "s.once.Do(func() { s.x = %V })\n%O = s.x"},
	{"cond", 4, "s.mu0.Lock()\ns.cond.Wait()\n%B\ns.mu0.Unlock()"},
	{"cond", 4, "s.mu0.Lock()\nfor s.x == 0 {\ns.cond.Wait()\n}\ns.mu0.Unlock()"},
	{"cond", 1, "s.cond.Signal()"},
	{"cond", 1, "s.cond.Broadcast()"},
	{"cond", 3, "s.mu0.Lock()\ns.x = %V\ns.cond.Signal()\ns.mu0.Unlock()"},
	{"cond", 3, "s.mu0.Lock()\ns.x = %V\ns.mu0.Unlock()\ns.cond.Broadcast()"},
	{"rcond", 4, "s.rw.RLock()\ns.rc.Wait()\n%B\ns.rw.RUnlock()"},
	{"rcond", 1, "s.rc.Signal()"},
	{"rcond", 1, "s.rc.Broadcast()"},
	{"map", 1, "s.m.Store(%K, %V)"},
	{"map", 1, "%O = pair(s.m.Load(%K))"},
	{"map", 1, "%O = pair(s.m.LoadOrStore(%K, %V))"},
	{"map", 1, "%O = pair(s.m.LoadAndDelete(%K))"},
	{"map", 1, "s.m.Delete(%K)"},
	{"map", 1, "%O = pair(s.m.Swap(%K, %V))"},
	{"map", 1, "%O = num(s.m.CompareAndSwap(%K, %V, %V))"},
	{"map", 1, "%O = num(s.m.CompareAndDelete(%K, %V))"},
	{"map", 1, "s.m.Range(func(k, v any) bool { %O = %P*10 + num(k) + num(v); return true })"},
	{"map", 1, "s.m.Clear()"},
	{"pool", 1, "s.pool.Put(%V)"},
	{"pool", 1, "%O = num(s.pool.Get())"},
	{"atomic", 1, "s.%A.Store(%V)"},
	{"atomic", 1, "%O = int(s.%A.Load())"},
	{"atomic", 1, "%O = int(s.%A.Load())"},
	{"atomic", 1, "s.%A.Add(%V)"},
	{"atomic", 1, "s.%A.Add(%V)"},
	{"atomic", 1, "%O = int(s.%A.Add(%V))"},
	{"atomic", 1, "%O = num(s.%A.CompareAndSwap(%Z, %V))"},
	{"atomic", 1, "s.%A.CompareAndSwap(%Z, %V)"},
	{"atomic", 1, "%O = int(s.%A.Swap(%V))"},
	{"atomic", 1, "s.%A.Or(%V)"},
	{"atomic", 1, "%O = int(s.%A.And(%V))"},
	{"atomic", 2, "if s.%A.CompareAndSwap(%Z, %V) {\n%B\n}"},
	{"atomic2", 1, "atomic.AddInt64(&s.word, %V)"},
	{"atomic2", 1, "%O = int(atomic.LoadInt64(&s.word))"},
	{"atomic2", 1, "atomic.StoreInt64(&s.word, %V)"},
	{"atomic2", 1, "s.ab.Store(true)"},
	{"atomic2", 1, "%O = num(s.ab.Load())"},
	{"atomic2", 1, "%O = num(s.ab.Swap(true))"},
	{"atomic2", 1, "s.ap.Store(new(int))"},
	{"atomic2", 1, "%O = num(s.ap.Load())"},
	{"atomic2", 1, "%O = num(s.ap.CompareAndSwap(nil, &[]int{%V}[0]))"},
	{"atomic2", 2, "s.av.Store(%V)"},
	{"atomic2", 2, "%O = num(s.av.Load())"},
	{"plain", 0, "s.x = %V"},
	{"plain", 0, "%O = s.x"},
	{"plain", 0, "s.y++"},
	{"plain", 0, "%O = s.y"},
	{"plain", 0, "s.mp[%K] = %V"},
	{"plain", 0, "%O = s.mp[%K]"},
	{"plain", 1, "if s.x == %V {\n%B\n}"},
	{"timer", 1, "time.Sleep(%D)"},
	{"timer", 2, "<-time.After(%D)"},
	{"timer", 2, "time.AfterFunc(%D, func() {\n%G\n})"},
	{"timer", 3, "tm := time.AfterFunc(%D, func() {\n%G\n})\n%O = num(tm.Stop())"},
	{"timer", 4, "tm := time.NewTimer(%D)\n%B\n%O = num(tm.Stop())"},
	{"timer", 4, "tm := time.NewTimer(%D)\n%O = num(tm.Reset(%D))\n<-tm.C"},
	{"timer", 3, "tm := time.NewTimer(%D)\nselect {\ncase <-tm.C:\n%O = 1\ndefault:\n%O = 2\n}\n%B"},
	{"timer", 3, "tk := time.NewTicker(%D)\n<-tk.C\ntk.Stop()\n%B"},
	{"timer", 1, "s.tm = time.AfterFunc(%D, func() {\n%G\n})"},
	{"timer", 1, "if s.tm != nil {\n%O = num(s.tm.Reset(%D))\n}"},
	{"timer", 1, "<-s.nt.C"},
	{"timer", 1, "%O = num(s.nt.Stop())"},
	{"timer", 1, "%O = num(s.nt.Reset(%D))"},
	{"timer", 1, "%O = int(time.Since(time.Unix(946684800, 0)))"},
	{"bubble", 1, "synctest.Wait()"},
	{"ctx", 1, "s.cancel()"},
	{"ctx", 1, "<-s.ctx.Done()"},
	{"ctx", 1, "%O = num(s.ctx.Err() != nil)"},
	{"ctx", 2, "if s.ctx.Err() == nil {\n%B\n}"},
	{"ctx", 3, "{\nctx, cancel := context.WithCancel(s.ctx)\n%B\ncancel()\n%O = num(ctx.Err() != nil)\n}"},
	{"ctx", 3, "{\nstop := context.AfterFunc(s.ctx, func() {\n%G\n})\n%O = num(stop())\n}"},
	{"panic", 0, "panic(%V)"},
	{"panic", 1, "safe(&%O, func() {\n%B\n})"},
	{"panic", 0, "runtime.Goexit()"},
	{"panic", 0, "defer s.mu0.Unlock()"},
	{"panic", 0, "defer func() { %O = num(recover()) }()"},
	{"test", 0, "t.Error(%V)"},
	{"test", 1, "if %P == %V {\nt.Errorf(\"bad %%d\", %P)\n}"},
	{"any", 1, "if %P == %V {\n%B\n}"},
	{"any", 1, "if %P > %V {\n%B\n}"},
	{"any", 2, "for range 2 {\n%B\n}"},
	{"any", 1, "runtime.Gosched()"},
	{"any", 1, "defer func() {\n%B\n}()"},
	{"go", 1, "go func() {\n%G\n}()"},
}

var genThemes = []string{
	"mutex", "rw", "chan", "select", "wg", "once", "cond", "rcond", "map", "pool", "atomic", "atomic2",
	"plain", "timer", "ctx", "panic", "test", "nilchan",
}

// randomProgram makes the program of a seed.
func randomProgram(seed uint64) *genProgram {
	g := &genState{rng: rand.New(rand.NewPCG(seed, 7)), themes: map[string]bool{"any": true, "go": true}}
	for range 1 + g.rng.IntN(3) {
		theme := genThemes[g.rng.IntN(len(genThemes))]
		g.themes[theme] = true
		if theme == "select" || theme == "nilchan" {
			g.themes["chan"] = true
		}
		if theme == "rcond" {
			g.themes["rw"] = true
		}
	}
	g.ops = 5 + g.rng.IntN(6)
	g.gos = 2 + g.rng.IntN(2)
	p := &genProgram{seed: seed, bubble: seed%4 == 3}
	if p.bubble {
		g.themes["timer"], g.themes["bubble"] = true, true
	}
	for _, c := range []string{"c0", "c1"} {
		p.body = append(p.body, &genStmt{head: fmt.Sprintf("s.%s = make(chan int, %d)", c, []int{0, 0, 1, 2}[g.rng.IntN(4)])})
	}
	if g.themes["timer"] {
		p.body = append(p.body, &genStmt{head: g.words("s.nt = time.NewTimer(%D)", 0, "")})
	}
	if g.themes["ctx"] {
		switch g.rng.IntN(3) {
		case 0:
			p.body = append(p.body, &genStmt{head: "s.ctx, s.cancel = context.WithTimeout(s.ctx, 2)"})
		default:
			p.body = append(p.body, &genStmt{head: "s.ctx, s.cancel = context.WithCancel(s.ctx)"})
		}
	}
	if g.themes["wg"] && g.rng.IntN(3) > 0 {
		p.body = append(p.body, &genStmt{head: fmt.Sprintf("s.wg.Add(%d)", 1+g.rng.IntN(2))})
	}
	for range g.gos {
		if g.rng.IntN(4) > 0 {
			if s := g.statement(0, 0, "go"); s != nil {
				p.body = append(p.body, s)
			}
		}
	}
	p.body = append(p.body, g.block(0, 0, 1+g.rng.IntN(5))...)
	return p
}

func (g *genState) block(row, depth, n int) (list []*genStmt) {
	for range n {
		if s := g.statement(row, depth, ""); s != nil {
			list = append(list, s)
		}
	}
	return list
}

// statement makes a statement of the theme, or of any; nil if none fits.
func (g *genState) statement(row, depth int, theme string) *genStmt {
	var fit []*genTemplate
	for i := range genTemplates {
		t := &genTemplates[i]
		switch {
		case theme != "" && t.theme != theme, !g.themes[t.theme], t.cost > g.ops:
		case t.theme == "go" && (g.gos == 0 || depth > 2), depth > 2 && strings.Contains(t.text, "%B"):
		case strings.Contains(t.text, "%G") && g.rows > 10:
		case (t.theme == "any" || t.theme == "panic") && g.rng.IntN(3) > 0:
		default:
			fit = append(fit, t)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	t := fit[g.rng.IntN(len(fit))]
	g.ops -= t.cost
	if t.theme == "go" {
		g.gos--
	}
	return g.fill(t.text, row, depth)
}

// fill replaces the markers of a template.
func (g *genState) fill(text string, row, depth int) *genStmt {
	s := &genStmt{}
	if text == "%S" {
		g.choose(s, row, depth)
		return s
	}
	head, tail, _ := strings.Cut(text, "\n%B\n")
	if h, t, ok := strings.Cut(text, "\n%G\n"); ok {
		head, tail = h, t
		g.rows++
		s.body = g.block(g.rows, depth+1, 1+g.rng.IntN(4))
	} else if tail != "" {
		s.body = g.block(row, depth+1, 1+g.rng.IntN(2))
	}
	mutex := []string{"mu0", "mu0", "mu1"}[g.rng.IntN(3)]
	s.head, s.tail = g.words(head, row, mutex), g.words(tail, row, mutex)
	if strings.HasPrefix(head, "tm :=") || strings.HasPrefix(head, "tk :=") {
		s.head, s.tail = "{\n"+s.head, strings.TrimPrefix(s.tail+"\n}", "\n")
	}
	return s
}

// words replaces the markers within lines.
func (g *genState) words(text string, row int, mutex string) string {
	return expand(text, func(marker byte) string {
		switch marker {
		case 'O':
			g.cols[row]++
			return fmt.Sprintf("obs[%d][%d]", row, g.cols[row]-1)
		case 'P':
			return fmt.Sprintf("obs[%d][%d]", row, max(0, g.cols[row]-1))
		case 'V':
			return strconv.Itoa(1 + g.rng.IntN(3))
		case 'Z', 'D':
			return strconv.Itoa(g.rng.IntN(3))
		case 'N':
			return []string{"1", "1", "2", "-1"}[g.rng.IntN(4)]
		case 'K':
			return strconv.Itoa(g.rng.IntN(2))
		case 'M':
			return mutex
		case 'C':
			return []string{"c0", "c0", "c1"}[g.rng.IntN(3)]
		case 'A':
			return []string{"a0", "a0", "a1"}[g.rng.IntN(3)]
		case '%':
			return "%"
		}
		return ""
	})
}

// expand replaces each marker of a template, which is a percent sign and a
// letter.
func expand(template string, word func(marker byte) string) string {
	var b strings.Builder
	for i := 0; i < len(template); i++ {
		if template[i] != '%' {
			b.WriteByte(template[i])
			continue
		}
		i++
		b.WriteString(word(template[i]))
	}
	return b.String()
}

// choose makes a select statement. Its cases are parts of the tree, with
// their bodies.
func (g *genState) choose(s *genStmt, row, depth int) {
	s.head, s.tail = "select {", "}"
	kinds := []string{"case %O = <-s.%C:", "case %O = <-s.%C:", "case s.%C <- %V:", "case s.%C <- %V:", "case s.cn <- %V:"}
	if g.themes["ctx"] {
		kinds = append(kinds, "case <-s.ctx.Done():")
	}
	if g.themes["timer"] {
		kinds = append(kinds, "case <-time.After(%D):", "case <-s.nt.C:", "case <-s.nt.C:")
	}
	for range 1 + g.rng.IntN(3) {
		c := &genStmt{head: g.words(kinds[g.rng.IntN(len(kinds))], row, ""), body: []*genStmt{{head: g.words("%O = 1", row, "")}}}
		if g.rng.IntN(3) == 0 {
			c.body = append(c.body, g.block(row, depth+1, 1)...)
		}
		s.body = append(s.body, c)
	}
	if g.rng.IntN(3) == 0 {
		s.body = append(s.body, &genStmt{head: "default:", body: []*genStmt{{head: g.words("%O = 2", row, "")}}})
	}
}
