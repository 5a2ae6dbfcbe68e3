// Names and identity of types declared in functions, generic ones included.
package main

import "fmt"

type G[T any] struct{ v T }

func f[T any, U any](x T) any {
	type L struct{ x T }
	type M struct{ l L }
	g := func() any {
		type N struct{ u U }
		return N{}
	}
	fmt.Printf("%T %T %T %v\n", M{}, g(), G[L]{}, L{x})
	return L{x}
}

func (g G[T]) m() any {
	type K []T
	return K{g.v}
}

func main() {
	type L struct{}
	fmt.Printf("%T %T %T\n", f[int, string](1), f[L, G[L]](L{}), L{})
	fmt.Printf("%T %T\n", G[string]{}.m(), G[G[L]]{}.m())
	fmt.Println(f[int, int](1) == f[int, int](1), f[int, int](1) == f[int, string](1))
}
