package explore_test

import "fmt"

// statement generates a statement.
func (g *fuzzGen) statement(depth int) {
	kinds := []func(int){g.declaration, g.declaration, g.assignment, g.assignment, g.update, g.print, g.deferred, g.commaOk, g.closure, g.methods}
	if depth > 0 {
		kinds = append(kinds, g.ifElse, g.ifElse, g.loop, g.rangeLoop, g.rangeLoop, g.switches, g.typeSwitch, g.recovered, g.concurrent, g.generic, g.failing)
	}
	kinds[g.n(len(kinds))](depth)
}

func (g *fuzzGen) declaration(int) {
	t := g.typ()
	g.declare(t, g.expr(t, 3))
}

func (g *fuzzGen) assignment(int) {
	x := g.vars[g.n(len(g.vars))]
	if x.typ == "int" && g.n(3) == 0 {
		if y := g.some("int"); y != x.name {
			g.line("%s, %s = %s, %s", x.name, y, g.expr("int", 2), g.expr("int", 2))
			return
		}
	}
	value := g.expr(x.typ, 3)
	switch x.typ {
	case "string":
		value = "cut(" + value + ")"
	case "[]int":
		value = "few(" + value + ")"
	}
	g.line("%s = %s", x.name, value)
}

// update changes a part of a variable, or adds to it.
func (g *fuzzGen) update(int) {
	x := g.vars[g.n(len(g.vars))]
	switch x.typ {
	case "[]int":
		if g.n(3) == 0 {
			g.line("%s = few(append(%s, %s...))", x.name, x.name, g.expr("[]int", 1))
			return
		}
		g.line("if len(%s) > 0 {\n%s[small(%s)%%len(%s)] %s %s\n}", x.name, x.name, g.expr("int", 1), x.name, g.pick("=", "+=", "-=", "^="), g.expr("int", 2))
	case "[3]int":
		g.line("%s[%d] %s %s", x.name, g.n(3), g.pick("=", "+=", "|="), g.expr("int", 2))
	case "map[string]int":
		g.line("%s[%s] %s %s", x.name, g.expr("string", 1), g.pick("=", "+="), g.expr("int", 2))
	case "map[int]bool":
		g.line("delete(%s, %s)", x.name, g.expr("int", 1))
	case "S0":
		g.line("%s.A %s %s", x.name, g.pick("=", "+=", "*="), g.expr("int", 2))
	case "S1":
		g.line("%s.S0, %s.D = %s, %s", x.name, x.name, g.expr("S0", 1), g.expr("float64", 1))
	case "*S0":
		g.line("%s.B = cut(%s.B + %s)", x.name, x.name, g.expr("string", 1))
	case "*int":
		g.line("*%s += %s", x.name, g.expr("int", 1))
	case "string":
		g.line("%s = cut(%s + %s)", x.name, x.name, g.expr("string", 1))
	case "int", "int8", "uint8", "int64", "uint64", "int32":
		if g.n(2) == 0 {
			g.line("%s%s", x.name, g.pick("++", "--"))
			return
		}
		g.line("%s %s %s", x.name, g.pick("+=", "-=", "*=", "&=", "|=", "^=", "&^="), g.expr(x.typ, 2))
	case "float64":
		g.line("%s %s %s", x.name, g.pick("+=", "-=", "*=", "/="), g.expr("float64", 2))
	}
}

func (g *fuzzGen) print(int) { g.show(g.vars[g.n(len(g.vars))]) }

func (g *fuzzGen) deferred(int) {
	if g.loops > 1 || g.quiet {
		return
	}
	switch g.n(3) {
	case 0:
		g.line("defer trace(\"deferred\", %s)", g.expr("int", 2))
	case 1:
		g.line("defer func(n int) { r = r*3 + n }(%s)", g.expr("int", 2))
	default:
		g.line("defer func() {\ntrace(\"result\", r)\nr += %d\n}()", g.n(10))
	}
}

func (g *fuzzGen) commaOk(int) {
	x, ok := g.name(), g.name()
	switch g.n(4) {
	case 0:
		g.line("%s, %s := %s[%s]", x, ok, g.expr("map[string]int", 1), g.expr("string", 1))
	case 1:
		g.line("%s, %s := v(%s).(%s)", x, ok, g.expr("any", 2), g.pick("int", "uint8", "float64", "string", "[3]int", "S0", "fmt.Stringer", "Summer"))
		g.line("_ = %s\ntrace(%s)", x, ok)
		return
	case 2:
		g.line("%s, %s := strconv.Atoi(%s)", x, ok, g.expr("string", 1))
		g.line("err = errors.Join(err, %s)\ntrace(%s)", ok, x)
		return
	default:
		g.line("%s, %s := errors.AsType[*failure](%s)", x, ok, g.expr("error", 1))
		g.line("trace(%s != nil, %s)", x, ok)
		return
	}
	g.line("trace(%s, %s)", x, ok)
}

// closure makes a closure that changes what is around it, and calls it.
func (g *fuzzGen) closure(int) {
	f, x := g.name(), g.some("int")
	g.line("%s := func(n int) int {\n%s += n\nreturn %s * 2\n}", f, x, x)
	y := g.name()
	g.line("%s := %s(%s)", y, f, g.expr("int", 2))
	g.line("trace(%s, %s)", x, y)
}

func (g *fuzzGen) methods(int) {
	switch g.n(4) {
	case 0:
		if x := g.some("S0"); x != "" {
			g.line("%s.Inc(%s)", x, g.expr("int", 2))
		}
	case 1:
		if x := g.some("S1"); x != "" {
			g.line("%s.Inc(%s)\ntrace(%s.S0, %s.F)", x, g.expr("int", 2), x, x)
		}
	case 2:
		if x := g.some("S0"); x != "" {
			f := g.name()
			g.line("%s := %s.Sum\n%s.A++\ntrace(%s(%s))", f, x, x, f, g.expr("int", 1))
		}
	default:
		g.line("trace((*S0).Sum(%s, %s), MyInt.Sum(%s, 2))", g.expr("*S0", 1), g.expr("int", 1), g.expr("MyInt", 1))
	}
}

func (g *fuzzGen) ifElse(depth int) {
	g.line("if %s {", g.expr("bool", 3))
	g.scope(1+g.n(3), depth-1)
	if g.n(2) == 0 {
		g.line("} else if %s {", g.expr("bool", 2))
		g.scope(1+g.n(2), depth-1)
	}
	if g.n(2) == 0 {
		g.line("} else {")
		g.scope(1+g.n(2), depth-1)
	}
	g.line("}")
}

// inLoop generates the body of a loop; label is where it may jump.
func (g *fuzzGen) inLoop(depth int, label string) {
	g.loops++
	g.line("tick()")
	known := len(g.vars)
	g.block(1+g.n(3), depth-1)
	g.line("if %s {\n%s %s\n}", g.expr("bool", 2), g.pick("break", "continue"), label)
	g.block(g.n(2), depth-1)
	g.vars = g.vars[:known]
	g.loops--
}

func (g *fuzzGen) loop(depth int) {
	i, label := g.name(), g.name()
	g.line("%s:\nfor %s := 0; %s < %d; %s++ {", label, i, i, 1+g.n(5), i)
	g.inLoop(depth, label)
	g.line("}")
}

func (g *fuzzGen) rangeLoop(depth int) {
	k, x, label := g.name(), g.name(), g.name()
	known := len(g.vars)
	types := [2]string{"int", "int"}
	over := ""
	switch g.n(7) {
	case 0:
		over = g.expr("[]int", 2)
	case 1:
		over, types[1] = g.expr("string", 2), "int32"
	case 2:
		over = g.expr("[3]int", 1)
	case 3:
		over, types[1] = fmt.Sprintf("count(small(%s))", g.expr("int", 1)), "string"
	case 4:
		over, types[1] = fmt.Sprintf("sorted(%s)", g.expr("map[string]int", 2)), "string"
	case 5:
		g.line("%s:\nfor %s := range small(%s) {\n_ = %s", label, k, g.expr("int", 1), k)
		g.vars = append(g.vars, fuzzVar{k, "int"})
		g.inLoop(depth, label)
		g.vars = g.vars[:known]
		g.line("}")
		return
	default:
		over, types[1] = g.expr("[]byte", 2), "uint8"
	}
	g.line("%s:\nfor %s, %s := range %s {\n_, _ = %s, %s", label, k, x, over, k, x)
	g.vars = append(g.vars, fuzzVar{k, types[0]}, fuzzVar{x, types[1]})
	g.inLoop(depth, label)
	g.vars = g.vars[:known]
	g.line("}")
}

func (g *fuzzGen) switches(depth int) {
	t := g.pick("int", "string", "uint8")
	g.line("switch %s {", g.expr(t, 2))
	for i := range 1 + g.n(3) {
		g.line("case %s, %s:", g.expr(t, 1), g.expr(t, 1))
		g.scope(1+g.n(2), depth-1)
		if i == 0 && g.n(3) == 0 {
			g.line("fallthrough\ncase %s:", g.expr(t, 1))
			g.scope(1, depth-1)
		}
	}
	g.line("default:")
	g.scope(1, depth-1)
	g.line("}")
}

func (g *fuzzGen) typeSwitch(depth int) {
	x := g.name()
	g.line("switch %s := %s.(type) {", x, conversion("any", g.expr("any", 2)))
	for _, t := range []string{"int", "string", "S0", "Summer", "error"}[g.n(3):] {
		g.line("case %s:\n_ = %s", t, x)
		known := len(g.vars)
		g.vars = append(g.vars, fuzzVar{x, t})
		g.block(1+g.n(2), depth-1)
		g.vars = g.vars[:known]
	}
	g.line("case nil, []int:\ntrace(\"nil or ints\", %s == nil)\ndefault:\ntrace(\"other\")\n}", x)
}

// recovered runs a block that may panic, in a function of its own.
func (g *fuzzGen) recovered(depth int) {
	g.line("func() {\ndefer func() {\nif e := recover(); e != nil {\ntrace(\"caught\", fmt.Sprintf(\"%%T %%v\", e, e))")
	if g.n(4) == 0 {
		g.line("panic(fmt.Sprint(\"again \", e))")
	}
	g.line("}\n}()")
	loops := g.loops
	g.loops = 0
	g.scope(2+g.n(3), depth-1)
	g.loops = loops
	g.line("}()")
}

// failing may do something that panics.
func (g *fuzzGen) failing(int) {
	g.line("if %s {", g.expr("bool", 2))
	switch g.n(8) {
	case 0:
		g.line("trace(%s[%s])", g.expr("[]int", 1), g.expr("int", 2))
	case 1:
		g.line("trace(%s / %s)", g.expr("int", 1), g.expr("int", 1))
	case 2:
		g.line("trace(%s.(%s))", conversion("any", g.expr("any", 1)), g.pick("int", "string", "Summer", "fmt.Stringer", "[]int"))
	case 3:
		g.line("trace(%s[%s:%s])", g.expr("string", 1), g.expr("int", 1), g.expr("int", 1))
	case 4:
		g.line("var m map[string]int\nm[%s] = 1", g.expr("string", 1))
	case 5:
		g.line("trace([3]int(%s))", g.expr("[]int", 1))
	case 6:
		g.line("panic(%s)", g.pick(g.expr("error", 1), g.expr("int", 1), g.expr("string", 1)))
	default:
		g.line("trace(any(%s) == any(%s))", g.expr("any", 1), g.expr("any", 1))
	}
	g.line("}")
}

func (g *fuzzGen) generic(int) {
	switch g.n(4) {
	case 0:
		g.line("trace(fold(%s, %s))", g.expr("[]int", 1), g.expr("int", 1))
	case 1:
		g.line("trace(apply(%s, func(x int) string { return strconv.Itoa(x + %s) }))", g.expr("[]int", 1), g.expr("int", 1))
	case 2:
		g.line("trace(%s.Swap(%s))", g.expr("Pair[string, int]", 1), g.expr("string", 1))
	default:
		t := g.pick("int", "string", "float64", "bool", "[3]int")
		g.line("trace(Pair[%s, []%s]{%s, []%s{%s}})", t, t, g.expr(t, 1), t, g.expr(t, 1))
	}
}

// concurrent starts goroutines whose order does not show.
func (g *fuzzGen) concurrent(int) {
	if g.loops > 0 {
		return
	}
	quiet := g.quiet
	g.quiet = true
	n := 2 + g.n(3)
	x, e := g.name(), g.expr("int", 1)
	switch g.n(5) {
	case 0:
		g.line("%s := make([]int, %d)\nfunc() {\nvar wg sync.WaitGroup\nfor i := range %s {\nwg.Go(func() { %s[i] = i*%s })\n}\nwg.Wait()\n}()", x, n, x, x, e)
	case 1:
		g.line("%s := 0\nfunc() {\nc := make(chan int, %d)\nfor i := range %d {\ngo func() { c <- i*i + %s }()\n}\nfor range %d {\n%s += <-c\n}\n}()", x, g.n(3), n, e, n, x)
	case 2:
		g.line("%s := 0\nfunc() {\nvar mu sync.Mutex\nvar wg sync.WaitGroup\nwg.Add(%d)\nfor i := range %d {\ngo func() {\ndefer wg.Done()\nmu.Lock()\ndefer mu.Unlock()\n%s += i + %s\n}()\n}\nwg.Wait()\n}()", x, n, n, x, e)
	case 3:
		g.line("%s := func() (sum int) {\nnumbers, texts, done := make(chan int), make(chan string), make(chan bool)\ngo func() {\ndefer close(done)\nfor i := range %d {\nnumbers <- i\ntexts <- strconv.Itoa(%s)\n}\n}()\nfor {\nselect {\ncase n := <-numbers:\nsum += n\ncase s := <-texts:\nsum += len(s)\ncase <-done:\nreturn sum\n}\n}\n}()", x, n, e)
	default:
		g.line("%s := func() (sum int) {\nc := make(chan int)\ngo func() {\ndefer close(c)\ndefer func() { c <- len(fmt.Sprint(recover())) }()\nfor i := %d; ; i-- {\nc <- %s / i\n}\n}()\nfor n := range c {\nsum += n\n}\nreturn sum\n}()", x, n, e)
	}
	g.line("trace(%s)", x)
	g.quiet = quiet
}
