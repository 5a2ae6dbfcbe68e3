// Package recursion overflows any stack.
package recursion

import "testing"

func down(n int) int { return down(n+1) + 1 }

type visitor interface{ visit(visitor) }

type endless struct{ pad [100]int }

func (e endless) visit(v visitor) { v.visit(v) }

// want: panic|incomplete
func TestRecursion(t *testing.T) { t.Log(down(0)) }

// want: panic|incomplete
func TestMutual(t *testing.T) { endless{}.visit(endless{}) }

// want: panic|incomplete
func TestDeferred(t *testing.T) {
	var f func()
	f = func() {
		defer f()
		panic("again")
	}
	f()
}
