// Names of functions, methods, method values and method expressions.
package main

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
)

type my struct{ bytes.Buffer }

func (my) val()  {}
func (my) Val()  {}
func (*my) Ptr() {}

type I interface{ Val() }
type gen[T any] struct{ x T }

func (g gen[T]) M() {}
func G[T any]()     {}

func name(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }

func main() {
	var i I = my{}
	fmt.Println(name(my.val), name(my.Val), name(my{}.val), name((&my{}).Ptr), name((*my).Ptr), name((*my).val), name((&my{}).Write), name((*my).Write), name(I.Val), name(i.Val))
	fmt.Println(name(gen[int]{}.M), name(gen[int].M), name(G[int]), name(G[my]), name((*gen[string]).M))
	f := func() {}
	fmt.Println(name(f), name(main), name(fmt.Println), name(func() { fmt.Println() }))
	type loc struct{ my }
	fmt.Println(name(loc{}.val), name((&loc{}).Ptr))
	fmt.Println(name(struct{ my }{}.val))
	m, _ := reflect.TypeOf(my{}).MethodByName("Val")
	fmt.Println(name(m.Func.Interface()))
}
