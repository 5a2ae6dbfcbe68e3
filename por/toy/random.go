package toy

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A theme is a family of operations that interact. In a template, X stands
// for one of two objects, V for a small number, and J for a jump over one or
// two operations. Templates with several operations keep them together.
type theme struct {
	declare   string
	templates []string
}

var themes = []theme{
	{"", []string{"read:X", "write:X:V", "write:X:.+1", "add:X:1", "fetch:X:1", "cas:X:V:V", "read:X write:X:.+1"}},
	{"", []string{"write:X:V", "read:X jz:J", "cas:X:0:1 jnz:J", "read:X assert:V", "await:X:1", "add:X:1", "read:X add:b:1 rep:1:-3"}},
	{"", []string{"lock:mX", "unlock:mX", "lock:mX unlock:mX", "lock:mX read:a write:a:.+1 unlock:mX", "trylock:mX jz:J", "lock:m0 lock:m1 unlock:m1 unlock:m0", "lock:m1 lock:m0 unlock:m0 unlock:m1"}},
	{"", []string{"rlock:m0", "runlock:m0", "rlock:m0 runlock:m0", "lock:m0 unlock:m0", "lock:m0", "rlock:m0 read:a runlock:m0", "trylock:m0", "unlock:m0"}},
	{"chan c0 1 c1 2", []string{"send:cX:V", "recv:cX", "recv:cX jz:J", "close:cX", "select:c0?,c1?", "select:cX?,default", "select:c0!V,c1?", "select:cX!V,default", "send:cX:."}},
	{"chan c0 0 c1 0", []string{"send:cX:V", "send:cX:V", "recv:cX", "recv:cX", "recv:cX jeq:1:J", "close:cX", "select:c0?,c1?", "select:c0!V,c1!V", "select:c0?,c1!V", "select:cX?,default"}},
	{"chan c0 0 c1 1", []string{"send:cX:V", "recv:cX", "select:c0?,c1?", "select:c0!V,c1!V", "select:c1?,c0!V,default", "close:c1"}},
	{"", []string{"lock:m0 wait:k:m0 unlock:m0", "lock:m0 signal:k unlock:m0", "signal:k", "broadcast:k", "lock:m0 unlock:m0"}},
	{"", []string{"wgadd:wX:1", "wgdone:wX", "wgadd:wX:1 wgdone:wX", "wgwait:wX", "wgadd:w0:2", "wgwait:w0 read:a", "write:a:V wgdone:w0"}},
	{"", []string{"sleep:V", "tick", "sleep:V read:a", "write:a:V", "add:a:1"}},
	{"", []string{"panic", "read:a jz:J panic", "write:a:V"}},
	{"object r0 r1", fieldTemplates},
}

// fieldTemplates are operations on fields of objects, of the ones that two
// references begin with and of others.
var fieldTemplates = []string{
	"let:v:rX get:v.f", "let:v:rX put:v.f:V", "let:v:rX put:v.f:.+1", "let:v:rX bump:v.f:1", "let:v:rX get:v.f put:v.g:.",
	"let:v:rX put:v.g:V", "let:v:rX put:v.g:V", "take:v:rX get:v.f", "take:v:rX put:v.f:V", "take:v:rX publish:r0:v", "new:v publish:rX:v", "new:w put:w.f:V let:v:rX store:v.n:w",
	"let:v:rX load:w:v.n jnil:w:1 get:w.f", "let:v:r0 load:w:v.n put:w.f:V", "let:v:rX hold:v.m drop:v.m", "let:v:rX hold:v.m", "let:v:rX drop:v.m",
	"let:v:rX get:v.f jz:1 let:v:r0 put:v.f:V",
}

// Random generates a small program from a seed: two to four processes,
// operations of one to three themes, some of the processes started and
// joined by others. It may block, fail, or misuse what it is given; it
// always ends.
func Random(seed uint64) *System { return Parse(RandomSource(seed)) }

// RandomLoops generates a program like those of [Random], some of whose
// processes run forever, or until they see something.
func RandomLoops(seed uint64) *System {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x6c6f6f7073))}
	lines := strings.Split(strings.TrimSuffix(g.program(), "\n"), "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "chan") || strings.HasPrefix(line, "object") || strings.Contains(line, "go:") || strings.Contains(line, "join:"):
		case g.rng.IntN(3) == 0:
			lines[i] += fmt.Sprintf(" jmp:-%d", 1+len(strings.Fields(strings.TrimPrefix(line, "-"))))
		case g.rng.IntN(3) == 0:
			lines[i] += " read:a jz:-2"
		}
	}
	return Parse(strings.Join(lines, "\n") + "\n")
}

// RandomCycles generates a program of processes most of which run forever in
// circles that take them through the same states, with steps that nobody else
// can tell, until something ends everything.
func RandomCycles(seed uint64) *System {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x6379636c6573))}
	templates := []string{"tick", "tick", "write:X:V", "read:X", "read:X jz:J", "await:X:1", "write:X:1", "write:X:0", "lock:m0 unlock:m0", "read:X assert:V"}
	var b strings.Builder
	for range 2 + g.rng.IntN(2) {
		start := b.Len()
		for range 2 + g.rng.IntN(3) {
			b.WriteString(g.fill(templates[g.rng.IntN(len(templates))]) + " ")
		}
		switch n := len(strings.Fields(b.String()[start:])); g.rng.IntN(4) {
		case 0:
		case 1:
			b.WriteString("read:a jz:1 panic")
		default:
			fmt.Fprintf(&b, "set:0 jmp:-%d", n+2)
		}
		b.WriteString("\n")
	}
	return Parse(b.String())
}

// RandomWrites generates a program of processes that write two registers and
// seldom read them.
func RandomWrites(seed uint64) *System {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x777269746573))}
	templates := []string{"write:X:V", "write:X:V", "write:X:.+1", "read:X", "read:X jz:1 write:b:V", "cas:X:V:V", "await:X:V", "add:X:1", "lock:m0 write:X:V unlock:m0"}
	var b strings.Builder
	for range 2 + g.rng.IntN(3) {
		for range 1 + g.rng.IntN(3) {
			b.WriteString(g.fill(templates[g.rng.IntN(len(templates))]) + " ")
		}
		b.WriteString("\n")
	}
	return Parse(b.String())
}

// RandomHeap generates a program of processes that access fields of objects,
// those that global references begin with and those that others pass on. Some
// run forever.
func RandomHeap(seed uint64) *System {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x68656170))}
	templates := append([]string{
		"load:v:v.n", "get:v.f", "put:v.f:V", "put:v.g:.", "copy:w:v", "take:w:rX", "get:w.g", "put:w.g:V", "store:v.n:w", "new:v put:v.f:V publish:rX:v",
		"lock:m0 let:v:rX get:v.f put:v.f:.+1 unlock:m0", "let:v:rX bump:v.f:1", "read:a jz:J", "write:a:1", "take:v:rX jnil:v:1 get:v.f",
	}, fieldTemplates...)
	if g.rng.IntN(8) == 0 {
		templates = append(templates, "panic", "sleep:1", "wgadd:w0:1 wgdone:w0", "wgwait:w0", "assert:0")
	}
	var b strings.Builder
	b.WriteString("object r0 r1\n")
	procs := 2 + g.rng.IntN(3)
	spawn := procs > 2 && g.rng.IntN(3) == 0
	for p := range procs {
		line := []string{}
		switch {
		case spawn && p == procs-1:
			line = append(line, "-")
		case spawn && p == 0:
			line = append(line, fmt.Sprint("go:", procs-1))
		}
		for range 1 + g.rng.IntN([]int{0, 0, 5, 4, 3}[procs]) {
			line = append(line, g.fill(templates[g.rng.IntN(len(templates))]))
		}
		if !(spawn && (p == 0 || p == procs-1)) && g.rng.IntN(6) == 0 {
			line = append(line, fmt.Sprintf("jmp:-%d", 1+len(strings.Fields(strings.Join(line, " ")))))
		}
		b.WriteString(strings.Join(line, " ") + "\n")
	}
	return Parse(b.String())
}

// RandomSums generates a program of processes that add to a register, and wait
// until it has some value: what they wait for may be over again, and may come
// about in many ways.
func RandomSums(seed uint64) *System {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x73756d73))}
	templates := []string{"add:b:1", "add:b:1", "add:b:-1", "await:b:1", "await:b:2", "await:b:3", "read:a add:b:1 rep:1:-3", "add:b:1 rep:1:-2", "write:a:1", "await:a:1"}
	var b strings.Builder
	for range 2 + g.rng.IntN(3) {
		for range 1 + g.rng.IntN(3) {
			b.WriteString(g.fill(templates[g.rng.IntN(len(templates))]) + " ")
		}
		b.WriteString("\n")
	}
	return Parse(b.String())
}

// RandomSource is the source of [Random].
func RandomSource(seed uint64) string {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x6d617a75726b61))}
	return g.program()
}

type generator struct {
	rng *rand.Rand
}

func (g *generator) program() string {
	var b strings.Builder
	var templates []string
	declared := false
	for range 1 + g.rng.IntN(3) {
		t := themes[g.rng.IntN(len(themes))]
		if t.declare != "" {
			if declared {
				continue // channels have the same names everywhere
			}
			declared = strings.HasPrefix(t.declare, "chan")
			b.WriteString(t.declare + "\n")
		}
		templates = append(templates, t.templates...)
	}
	procs := 2 + g.rng.IntN(3)
	budget := []int{0, 0, 5, 3, 2}[procs]
	spawned := procs - 1
	spawn := g.rng.IntN(4) == 0
	for p := range procs {
		var line []string
		if spawn && p == spawned {
			line = append(line, "-")
		}
		if spawn && p == 0 {
			line = append(line, fmt.Sprint("go:", spawned))
		}
		for range 1 + g.rng.IntN(budget) {
			line = append(line, g.fill(templates[g.rng.IntN(len(templates))]))
		}
		if spawn && p == 0 && g.rng.IntN(2) == 0 {
			line = append(line, fmt.Sprint("join:", spawned))
		}
		b.WriteString(strings.Join(line, " ") + "\n")
	}
	return b.String()
}

// fill gives the letters X, V and J of a template random values.
func (g *generator) fill(template string) string {
	var b strings.Builder
	object := g.rng.IntN(2)
	for i, r := range template {
		switch {
		case r == 'X' && i > 0 && template[i-1] == ':':
			b.WriteString([]string{"a", "b"}[object])
		case r == 'X':
			fmt.Fprint(&b, object)
		case r == 'V':
			fmt.Fprint(&b, g.rng.IntN(3))
		case r == 'J':
			fmt.Fprint(&b, 1+g.rng.IntN(2))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Kinds are the names of the operations that are events, by Op of
// [por.Event].
func Kinds() []string {
	var names []string
	for _, s := range syntax[:opVisible] {
		names = append(names, s.name)
	}
	return names
}

// contexts are ways to come to execute an operation of each kind, and what
// others may do to the same objects.
var contexts = [...][]string{
	opRead: {"read:a"}, opReadAdd: {"readadd:a"}, opWrite: {"write:a:2"}, opAdd: {"add:a:1"}, opFetch: {"fetch:a:1"},
	opCAS: {"cas:a:0:1", "cas:a:1:2"}, opAwait: {"await:a:0", "await:a:1"},
	opLock: {"lock:m0"}, opUnlock: {"unlock:m0", "lock:m0 unlock:m0"}, opTryLock: {"trylock:m0", "trylock:m0 jz:1 unlock:m0"},
	opRLock: {"rlock:m0"}, opRUnlock: {"runlock:m0", "rlock:m0 runlock:m0"},
	opSend: {"send:c0:1", "send:c1:1", "send:c1:1 send:c1:2"}, opRecv: {"recv:c0", "recv:c1", "send:c1:1 recv:c1"}, opClose: {"close:c0", "close:c1"},
	opSelect: {"select:c0?,c1!1", "select:c0!2,c1?", "select:c1?,default", "select:c0?,default", "select:c1!3,default"},
	opWait:   {"lock:m0 wait:k:m0 unlock:m0", "wait:k:m0"}, opSignal: {"signal:k"}, opBroadcast: {"broadcast:k"},
	opWgAdd: {"wgadd:w:1"}, opWgDone: {"wgdone:w", "wgadd:w:1 wgdone:w"}, opWgWait: {"wgwait:w"},
	opGo: {"go:3"}, opJoin: {"join:2"}, opSleep: {"sleep:1"}, opTick: {"tick"}, opPanic: {"panic"}, opEnd: {"write:b:1"},
	opGet: {"let:v:r get:v.f", "get:v.f"}, opPut: {"let:v:r put:v.f:2", "let:v:r put:v.m:0"}, opBump: {"let:v:r bump:v.f:1"},
	opLoad: {"let:v:r load:v:v.n get:v.f"}, opStore: {"let:v:r new:w store:v.n:w put:w.f:1", "let:v:r store:v.n:v"},
	opHold: {"let:v:r hold:v.m", "let:v:r hold:v.m drop:v.m"}, opDrop: {"let:v:r drop:v.m", "let:v:r hold:v.m drop:v.m"},
	opTake: {"take:v:r", "take:v:r put:v.f:3"}, opPublish: {"new:v publish:r:v", "publish:r:v"},
}

// Pairing generates a program in which an operation of kind i meets one of
// kind j, and a third process does something like them.
func Pairing(i, j int, seed uint64) *System {
	g := &generator{rng: rand.New(rand.NewPCG(seed, uint64(i)<<8|uint64(j)))}
	pick := func(kind int) string {
		list := contexts[kind]
		return list[g.rng.IntN(len(list))]
	}
	either := func() string { return pick([]int{i, j}[g.rng.IntN(2)]) }
	lines := []string{"chan c0 0 c1 1\nobject r", pick(i), pick(j), either() + " " + pick(g.rng.IntN(len(contexts))), "- read:a"}
	if g.rng.IntN(2) == 0 {
		lines[1] += " " + either()
	}
	// Only one may start the last process.
	program := strings.Join(lines, "\n")
	if first := strings.Index(program, "go:3"); first >= 0 {
		program = program[:first+4] + strings.ReplaceAll(program[first+4:], "go:3", "tick")
	}
	return Parse(program + "\njoin:0 join:1\n")
}

// randomSpins generates a program, with wait in the place of what waits for a
// register to be 1.
func randomSpins(seed uint64, wait string) string {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0x7370696e))}
	templates := []string{wait, wait + " write:b:1", wait + " write:X:0", "write:X:1", "write:X:0", "cas:X:0:1", "read:X", "lock:m0 write:X:1 unlock:m0", "lock:m0", "sleep:1 write:X:1", "read:X jz:1 write:b:1"}
	var b strings.Builder
	for range 2 + g.rng.IntN(3) {
		for range 1 + g.rng.IntN(2) {
			b.WriteString(g.fill(templates[g.rng.IntN(len(templates))]) + " ")
		}
		b.WriteString("\n")
	}
	return b.String()
}
