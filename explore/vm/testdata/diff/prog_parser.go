// A recursive-descent parser and evaluator with errors by panic.
package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

type expr interface {
	eval(env map[string]float64) float64
	fmt.Stringer
}

type (
	num   float64
	ident string
	unary struct {
		op byte
		x  expr
	}
	binary struct {
		op   byte
		l, r expr
	}
	call struct {
		fn   string
		args []expr
	}
)

var funcs = map[string]func(...float64) float64{
	"max": func(xs ...float64) float64 {
		m := xs[0]
		for _, x := range xs {
			m = max(m, x)
		}
		return m
	},
	"sum": func(xs ...float64) (s float64) {
		for _, x := range xs {
			s += x
		}
		return
	},
}

func (n num) eval(map[string]float64) float64 { return float64(n) }
func (i ident) eval(env map[string]float64) float64 {
	v, ok := env[string(i)]
	if !ok {
		panic(evalError("undefined " + string(i)))
	}
	return v
}
func (u unary) eval(env map[string]float64) float64 { return -u.x.eval(env) }
func (b binary) eval(env map[string]float64) float64 {
	l, r := b.l.eval(env), b.r.eval(env)
	switch b.op {
	case '+':
		return l + r
	case '-':
		return l - r
	case '*':
		return l * r
	}
	if r == 0 {
		panic(evalError("division by zero"))
	}
	return l / r
}
func (c call) eval(env map[string]float64) float64 {
	f := funcs[c.fn]
	var args []float64
	for _, a := range c.args {
		args = append(args, a.eval(env))
	}
	return f(args...)
}

func (n num) String() string    { return fmt.Sprint(float64(n)) }
func (i ident) String() string  { return string(i) }
func (u unary) String() string  { return fmt.Sprintf("(%c%v)", u.op, u.x) }
func (b binary) String() string { return fmt.Sprintf("(%v %c %v)", b.l, b.op, b.r) }
func (c call) String() string {
	var ss []string
	for _, a := range c.args {
		ss = append(ss, a.String())
	}
	return c.fn + "(" + strings.Join(ss, ", ") + ")"
}

type evalError string

func (e evalError) Error() string { return "eval: " + string(e) }

type parser struct {
	s   string
	pos int
}

type syntaxError struct {
	pos int
	msg string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("%d: %s", e.pos, e.msg) }

func (p *parser) peek() byte {
	for p.pos < len(p.s) && p.s[p.pos] == ' ' {
		p.pos++
	}
	if p.pos == len(p.s) {
		return 0
	}
	return p.s[p.pos]
}

func (p *parser) fail(format string, args ...any) {
	panic(&syntaxError{p.pos, fmt.Sprintf(format, args...)})
}

func (p *parser) sum() expr {
	l := p.term()
	for c := p.peek(); c == '+' || c == '-'; c = p.peek() {
		p.pos++
		l = binary{c, l, p.term()}
	}
	return l
}

func (p *parser) term() expr {
	l := p.factor()
	for c := p.peek(); c == '*' || c == '/'; c = p.peek() {
		p.pos++
		l = binary{c, l, p.factor()}
	}
	return l
}

func (p *parser) word(ok func(rune) bool) string {
	start := p.pos
	for p.pos < len(p.s) && ok(rune(p.s[p.pos])) {
		p.pos++
	}
	return p.s[start:p.pos]
}

func (p *parser) factor() expr {
	switch c := p.peek(); {
	case c == '-':
		p.pos++
		return unary{'-', p.factor()}
	case c == '(':
		p.pos++
		e := p.sum()
		if p.peek() != ')' {
			p.fail("expected )")
		}
		p.pos++
		return e
	case unicode.IsDigit(rune(c)):
		var f float64
		fmt.Sscan(p.word(func(r rune) bool { return unicode.IsDigit(r) || r == '.' }), &f)
		return num(f)
	case unicode.IsLetter(rune(c)):
		name := p.word(unicode.IsLetter)
		if p.peek() != '(' {
			return ident(name)
		}
		if funcs[name] == nil {
			p.fail("no function %s", name)
		}
		c := call{fn: name}
		for sep := byte('('); p.peek() == sep; sep = ',' {
			p.pos++
			c.args = append(c.args, p.sum())
		}
		if p.peek() != ')' {
			p.fail("expected ) or ,")
		}
		p.pos++
		return c
	case c == 0:
		p.fail("unexpected end")
	default:
		p.fail("unexpected %q", c)
	}
	return nil
}

func run(s string, env map[string]float64) (v float64, tree string, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case error:
			err = e
		default:
			panic(e)
		}
	}()
	p := &parser{s: s}
	e := p.sum()
	if p.peek() != 0 {
		p.fail("trailing %q", p.s[p.pos:])
	}
	return e.eval(env), e.String(), nil
}

func main() {
	env := map[string]float64{"x": 3, "y": 4}
	for _, s := range []string{"1+2*3", "(1+2)*3", "-x*-2 - -y", "max(x, y*2, 5) / 2", "sum(1,2,3)+max(1)", "1 +", "(1", "2 $ 3", "z+1", "1/0", "nofn(1)", "1 2", "max(1"} {
		v, tree, err := run(s, env)
		var se *syntaxError
		fmt.Println(s, "=", v, tree, err, errors.As(err, &se))
	}
}
