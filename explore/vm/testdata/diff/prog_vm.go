// Interpreters: Brainfuck and a stack machine.
package main

import (
	"fmt"
	"strings"
)

func brainfuck(prog, input string) string {
	var tape [300]byte
	var out strings.Builder
	jump := map[int]int{}
	var stack []int
	for i, c := range prog {
		switch c {
		case '[':
			stack = append(stack, i)
		case ']':
			j := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			jump[i], jump[j] = j, i
		}
	}
	for pc, p := 0, 0; pc < len(prog); pc++ {
		switch prog[pc] {
		case '>':
			p++
		case '<':
			p--
		case '+':
			tape[p]++
		case '-':
			tape[p]--
		case '.':
			out.WriteByte(tape[p])
		case ',':
			if input != "" {
				tape[p], input = input[0], input[1:]
			} else {
				tape[p] = 0
			}
		case '[':
			if tape[p] == 0 {
				pc = jump[pc]
			}
		case ']':
			if tape[p] != 0 {
				pc = jump[pc]
			}
		}
	}
	return out.String()
}

type op func(*machine) error

type machine struct {
	stack []int
	vars  map[string]int
	pc    int
	out   []string
	steps int
}

func (m *machine) pop() int {
	v := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	return v
}

func push(n int) op { return func(m *machine) error { m.stack = append(m.stack, n); return nil } }
func load(s string) op {
	return func(m *machine) error { m.stack = append(m.stack, m.vars[s]); return nil }
}
func store(s string) op { return func(m *machine) error { m.vars[s] = m.pop(); return nil } }
func arith(f func(a, b int) int) op {
	return func(m *machine) error {
		b, a := m.pop(), m.pop()
		m.stack = append(m.stack, f(a, b))
		return nil
	}
}
func jnz(to int) op {
	return func(m *machine) error {
		if m.pop() != 0 {
			m.pc = to
		}
		return nil
	}
}
func show(m *machine) error { m.out = append(m.out, fmt.Sprint(m.pop())); return nil }

func (m *machine) run(prog []op) (err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("at %d: %v", m.pc, e)
		}
	}()
	for m.pc < len(prog) {
		m.steps++
		i := m.pc
		m.pc++
		if err := prog[i](m); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	hello := "++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++."
	fmt.Print(brainfuck(hello, ""))
	fmt.Println(brainfuck(",[.,]", "echo"), brainfuck(">,[>,]<[.<]", "reverse"))
	add, sub, mul, div := func(a, b int) int { return a + b }, func(a, b int) int { return a - b }, func(a, b int) int { return a * b }, func(a, b int) int { return a / b }
	m := &machine{vars: map[string]int{}}
	fmt.Println(m.run([]op{push(10), store("n"), push(1), store("acc"), load("acc"), load("n"), arith(mul), store("acc"), load("n"), push(1), arith(sub), store("n"), load("n"), jnz(4), load("acc"), show}))
	fmt.Println(m.out, m.steps, m.vars)
	fmt.Println((&machine{}).run([]op{push(1), push(0), arith(div)}))
	fmt.Println((&machine{}).run([]op{push(1), arith(add)}))
	fmt.Println((&machine{}).run([]op{push(1), store("x")}))
}
