// Deferred calls, panics and recover, also nested and repeated.
package main

func try(name string, f func()) {
	defer func() { println(name, "->", text(recover())) }()
	f()
	println(name, "returned")
}

func text(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case string:
		return v
	case error:
		return "error"
	}
	return "other"
}

func results() (a int, s string, err error) {
	defer func() {
		recover()
		a++
		s += "!"
	}()
	a, s = 41, "hi"
	panic("x")
}

func unnamed() int {
	defer func() { recover() }()
	panic("y")
}

func order() {
	for i := range 3 {
		defer println("defer", i)
	}
	defer func() {
		defer println("inner")
		println("outer")
	}()
}

func nested() {
	defer func() {
		println("second:", text(recover()))
	}()
	defer func() {
		panic("b")
	}()
	panic("a")
}

func replaced() {
	defer func() {
		defer func() { println("r1", text(recover())) }()
		panic("c")
	}()
	defer func() { println("r2", text(recover())) }()
	panic("d")
}

func helper() any { return recover() }

func notDirect() {
	defer func() { println("direct", text(recover())) }()
	defer func() { println("helper", text(helper())) }()
	defer func() { func() { println("literal", text(recover())) }() }()
	panic("e")
}

func deferRecover() {
	defer func() { println("kept", text(recover())) }()
	defer recover()
	panic("f")
}

type T struct{ n int }

func (t T) m()   { println("T.m", t.n, text(recover())) }
func (t *T) p()  { println("T.p", t.n, text(recover())) }

type E struct{ T }
type I interface{ m() }

func methods() {
	try("value", func() { defer T{1}.m(); panic("g") })
	try("promoted", func() { defer E{T{2}}.m(); panic("h") })
	try("bound", func() { f := (&T{3}).p; defer f(); panic("i") })
	try("expr", func() { defer (*T).p(&T{4}); panic("j") })
	try("iface", func() { var i I = E{T{5}}; defer i.m(); panic("k") })
	try("ifaceExpr", func() { var i I = &E{T{6}}; defer I.m(i); panic("l") })
}

func loop() (n int) {
	for i := 0; i < 4; i++ {
		func() {
			defer func() {
				if recover() != nil {
					n += i
				}
			}()
			if i%2 == 1 {
				panic(i)
			}
		}()
	}
	return
}

func nilFunc() {
	var f func()
	defer func() { println("nil func", text(recover())) }()
	defer f()
	println("before")
}

func args() {
	x := 1
	defer println("args", x, text(nil))
	x = 2
	defer func(y int) { println("lit", x, y) }(x)
	x = 3
}

func deep(n int) {
	defer func() {
		if n%100 == 0 {
			println("unwinding", n)
		}
	}()
	if n == 300 {
		panic("deep")
	}
	deep(n + 1)
}

func main() {
	a, s, err := results()
	println(a, s, err == nil, unnamed())
	order()
	try("nested", nested)
	try("replaced", replaced)
	try("notDirect", notDirect)
	try("deferRecover", deferRecover)
	methods()
	println(loop())
	try("nilFunc", nilFunc)
	args()
	try("deep", func() { deep(1) })
	try("again", func() {
		defer func() {
			r := recover()
			defer func() { println("again2", text(recover())); panic(r) }()
			panic("n")
		}()
		panic("m")
	})
	try("panic nil", func() { panic(nil) })
	try("runtime", func() { var m map[string]int; m["a"] = 1 })
}
