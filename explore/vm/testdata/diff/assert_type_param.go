package main

import "runtime"

type T int

func F[T any]() (res string) {
	defer func() {
		res = recover().(runtime.Error).Error()
	}()
	_ = interface{ T() T }(nil).(T)
	return
}
func G[T any](x any) (res string) {
	defer func() {
		res = recover().(runtime.Error).Error()
	}()
	_ = x.(interface{ M(T) }).(interface{ X() T })
	return
}

func main() {
	println(F[T]())
	println(F[string]())
	println(G[int](1))
	func() {
		defer func() { println(recover().(error).Error()) }()
		_ = interface{ M() T }(nil).(interface{ N() })
	}()
	func() {
		defer func() { println(recover().(error).Error()) }()
		_ = interface{ M() T }(nil).(interface{ M() T })
	}()
	func() {
		defer func() { println(recover().(error).Error()) }()
		_ = any(nil).(int)
	}()
}
