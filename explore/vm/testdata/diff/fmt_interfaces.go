// Stringer, error, Formatter, GoStringer, and panics in them.
package main

import (
	"errors"
	"fmt"
)

type str int

func (s str) String() string { return fmt.Sprintf("str(%d)", int(s)) }

type pstr struct{ n int }

func (p *pstr) String() string { return fmt.Sprint("pstr ", p.n) }

type both struct{}

func (both) Error() string  { return "as error" }
func (both) String() string { return "as string" }

type gostr struct{ a int }

func (g gostr) GoString() string { return "GOSTR" }

type form struct{ v string }

func (f form) Format(s fmt.State, verb rune) {
	w, wok := s.Width()
	p, pok := s.Precision()
	fmt.Fprintf(s, "<%c %s w=%d,%t p=%d,%t", verb, f.v, w, wok, p, pok)
	for _, c := range "+-# 0" {
		if s.Flag(int(c)) {
			fmt.Fprintf(s, " %q", c)
		}
	}
	fmt.Fprint(s, " "+fmt.FormatString(s, verb)+">")
}

type panics struct{}

func (panics) String() string { panic("boom") }

type panicsErr struct{}

func (panicsErr) String() string { panic(errors.New("an error")) }

type nilRecv struct{ s string }

func (n *nilRecv) String() string { return n.s }

type wrap struct {
	S  str
	P  *pstr
	s  str
	E  error
	In any
}

type recur struct{ self *recur }

func (r recur) String() string { return fmt.Sprintf("recur with %v", r.self == nil) }

type embed struct{ str }

func main() {
	fmt.Println(str(1), &pstr{2}, pstr{3}, both{}, gostr{4})
	fmt.Printf("%v %d %s %x %q %+v %#v %T\n", str(5), str(5), str(5), str(5), str(5), str(5), str(5), str(5))
	fmt.Printf("%v %s %d\n", both{}, both{}, both{})
	fmt.Printf("%v %#v %+v %#v\n", gostr{1}, gostr{1}, gostr{1}, []gostr{{1}})
	f := form{"f"}
	fmt.Printf("%v %+d %-10.3s %#x % q %08z\n", f, f, f, f, f, f)
	fmt.Println(f, []form{f})
	fmt.Printf("%v|%s|%d\n", panics{}, panicsErr{}, panics{})
	var n *nilRecv
	fmt.Printf("%v %s\n", n, n)
	fmt.Println(wrap{1, &pstr{2}, 3, errors.New("e"), str(9)})
	fmt.Printf("%+v\n", wrap{S: 1, In: both{}})
	fmt.Println([]str{1, 2}, map[str]str{2: 20, 1: 10}, [1]both{}, struct{ X, y str }{1, 2})
	fmt.Println(recur{}, embed{7})
	fmt.Printf("%v %d\n", embed{7}, embed{7})
	fmt.Printf("%s %v\n", error(nil), fmt.Stringer(nil))
	fmt.Printf("%6v|%-8v|%06d\n", str(1), str(2), str(3))
	fmt.Printf("%v %v\n", &[]str{1}, &struct{ A str }{3})
	var ip *int
	fmt.Printf("%v %+v %p %t\n", ip, ip, ip, ip == nil)
}
