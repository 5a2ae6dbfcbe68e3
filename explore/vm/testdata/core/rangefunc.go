// Loops over functions: exits, nesting, deferred calls, misuse.
package main

type seq func(yield func(int) bool)

func count(n int) seq {
	return func(yield func(int) bool) {
		defer println("count done")
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func pairs(yield func(string, int) bool) {
	_ = yield("a", 1) && yield("b", 2) && yield("c", 3)
}

func find(n, want int) (int, bool) {
	for i := range count(n) {
		if i == want {
			return i * 10, true
		}
	}
	return -1, false
}

func nested() string {
outer:
	for i := range count(3) {
		for j := range count(3) {
			switch {
			case j == 1 && i == 0:
				continue outer
			case i == 1 && j == 2:
				break outer
			case i == 2:
				return "never"
			}
			println(i, j)
		}
		println("inner over")
	}
	return "end"
}

func deferring() (s string) {
	for k, v := range pairs {
		defer func() { s += k; println("deferred", k, v) }()
	}
	println("loop over")
	return "s"
}

func recovering() (s string) {
	defer func() { s += recover().(string) }()
	for i := range count(3) {
		if i == 1 {
			panic("p")
		}
		s += "x"
	}
	return "no"
}

func jump() int {
	n := 0
	for i := range count(5) {
		n += i
		if n > 3 {
			goto out
		}
	}
	return -1
out:
	return n
}

func misuse(name string, f seq, body func(int) bool) {
	defer func() {
		if r := recover(); r != nil {
			println(name, "misused")
		} else {
			println(name, "fine")
		}
	}()
	for i := range f {
		if !body(i) {
			break
		}
	}
}

func main() {
	println(find(5, 3))
	println(find(2, 3))
	println(nested())
	println(deferring())
	println(recovering())
	println(jump())
	misuse("after", func(yield func(int) bool) { yield(0); yield(1) }, func(i int) bool { return false })
	var kept func(int) bool
	misuse("kept", func(yield func(int) bool) { kept = yield }, func(i int) bool { return true })
	misuse("late", func(yield func(int) bool) { kept(1) }, func(i int) bool { return true })
	misuse("swallow", func(yield func(int) bool) {
		defer func() { recover() }()
		yield(1)
	}, func(i int) bool { panic("lost") })
	for range func(yield func() bool) { yield() } {
		println("no variable")
	}
	total := 0
	for i := range count(4) {
		for j := range count(i) {
			if j == 2 {
				continue
			}
			total += j + 1
		}
	}
	println(total)
}
