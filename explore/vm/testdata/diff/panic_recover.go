// Panics, recovery, and where recover works.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

type myErr struct{ code int }

func (e *myErr) Error() string { return fmt.Sprint("code ", e.code) }

func catch(name string, f func()) {
	defer func() {
		e := recover()
		_, isRuntime := e.(runtime.Error)
		fmt.Printf("%s: %v (%T, runtime %t)\n", name, e, e, isRuntime)
	}()
	f()
}

func helper() any { return recover() }

func doRecover() { fmt.Println("doRecover:", recover()) }

func notDirect() {
	defer func() {
		fmt.Println("direct:", recover())
	}()
	defer func() {
		fmt.Println("helper:", helper())
		func() { fmt.Println("nested:", recover()) }()
	}()
	panic(1)
}

type rec struct{ name string }

func (r rec) recover()   { fmt.Println("method", r.name, recover()) }
func (r *rec) precover() { fmt.Println("pmethod", r.name, recover()) }

type recoverer interface{ recover() }

func main() {
	catch("string", func() { panic("s") })
	catch("int", func() { panic(42) })
	catch("error", func() { panic(errors.New("e")) })
	catch("custom", func() { panic(&myErr{7}) })
	catch("nil", func() { panic(nil) })
	catch("none", func() {})
	catch("typed nil", func() { panic((*myErr)(nil) == nil) })
	catch("struct", func() { panic(struct{ a, b int }{1, 2}) })
	notDirect()
	func() {
		defer doRecover()
		panic("named function")
	}()
	func() {
		r := rec{"r"}
		defer r.recover()
		panic("value method")
	}()
	func() {
		r := &rec{"p"}
		defer r.recover()
		panic("through pointer")
	}()
	func() {
		r := &rec{"pp"}
		defer r.precover()
		panic("pointer method")
	}()
	func() {
		var i recoverer = &rec{"i"}
		defer i.recover()
		panic("interface")
	}()
	func() {
		f := rec{"mv"}.recover
		defer f()
		panic("method value")
	}()
	fmt.Println("outside:", recover())
	func() {
		defer func() {
			fmt.Println("second:", recover())
		}()
		defer func() {
			fmt.Println("first:", recover())
			panic("again")
		}()
		panic("one")
	}()
	func() {
		defer fmt.Println("after recovery:", "evaluated before")
		defer func() {
			recover()
			fmt.Println("twice:", recover())
		}()
		panic("x")
	}()
}
