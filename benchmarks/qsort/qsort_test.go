package qsort

import (
	"slices"
	"testing"
)

func sorted(t *testing.T, s *Sorter, n int) {
	a := make([]int, n)
	for i := range a {
		a[i] = i * 5 % 11
	}
	s.Sort(a)
	if !slices.IsSorted(a) {
		t.Errorf("%v", a)
	}
}

func Test2x4(t *testing.T)  { sorted(t, New(2), 4) }
func Test2x7(t *testing.T)  { sorted(t, New(2), 7) }
func Test3x7(t *testing.T)  { sorted(t, New(3), 7) }
func Test3x10(t *testing.T) { sorted(t, New(3), 10) }
func Test4x10(t *testing.T) { sorted(t, New(4), 10) }

func TestUnlocked2x4(t *testing.T) { sorted(t, NewUnlocked(2), 4) }
func TestUnlocked3x7(t *testing.T) { sorted(t, NewUnlocked(3), 7) }
