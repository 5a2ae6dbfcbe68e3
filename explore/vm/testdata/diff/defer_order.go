// Deferred calls run last in, first out, with arguments evaluated at once.
package main

import "fmt"

type logger struct{ prefix string }

func (l logger) log(s string)   { fmt.Print(l.prefix, s, " ") }
func (l *logger) plog(s string) { fmt.Print(l.prefix, s, " ") }

func trace(s string) string {
	fmt.Print("enter:", s, " ")
	return s
}

func un(s string) { fmt.Print("leave:", s, " ") }

func args() {
	i := 1
	defer fmt.Println("deferred i =", i)
	defer func() { fmt.Print("closure i = ", i, " ") }()
	defer func(n int) { fmt.Print("param n = ", n, " ") }(i * 10)
	i = 5
}

func methods() {
	l := logger{"a:"}
	p := &l
	defer l.log("value")
	defer p.plog("pointer")
	defer p.log("copied")
	l.prefix = "b:"
}

func traced() {
	defer fmt.Println()
	defer un(trace("outer"))
	func() {
		defer un(trace("inner"))
		fmt.Print("body ")
	}()
}

func loop() {
	for i := range 4 {
		defer fmt.Print(i, " ")
		if i == 2 {
			defer func() { fmt.Print("two ") }()
		}
	}
}

func builtins() {
	m := map[string]int{"a": 1, "b": 2}
	c := make(chan int, 1)
	s := []int{1, 2}
	func() {
		defer delete(m, "a")
		defer close(c)
		defer copy(s, []int{9})
		defer clear(s[1:])
		fmt.Print(m, " ", s, " ")
	}()
	_, ok := <-c
	fmt.Println(m, s, ok)
}

func conditional(n int) (out string) {
	defer func() { out += "!" }()
	if n > 0 {
		defer func() { out += "+" }()
		return "pos"
	}
	for i := n; i < 0; i++ {
		defer func() { out += fmt.Sprint(i) }()
	}
	return "neg"
}

func main() {
	args()
	methods()
	fmt.Println()
	traced()
	loop()
	fmt.Println()
	builtins()
	fmt.Println(conditional(1), conditional(-3))
	defer func() {
		defer func() {
			fmt.Println("nested defer")
		}()
		fmt.Println("outer defer")
	}()
	var f func()
	defer func() { fmt.Println("recovered:", recover()) }()
	defer f()
	f = func() { fmt.Println("not called") }
	fmt.Println("end of main")
}
