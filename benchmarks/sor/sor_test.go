package sor

import (
	"reflect"
	"testing"
)

func square(rows int) [][]float64 {
	grid := make([][]float64, rows)
	for i := range grid {
		grid[i] = make([]float64, 4)
		grid[i][0] = float64(i)
	}
	return grid
}

func relax(t *testing.T, workers, iterations int, meet func()) {
	got, want := square(2*workers+2), square(2*workers+2)
	Relax(got, workers, iterations, meet)
	Relax(want, 1, iterations, func() {})
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func Test2x1(t *testing.T) { relax(t, 2, 1, NewBarrier(2).Wait) }
func Test2x2(t *testing.T) { relax(t, 2, 2, NewBarrier(2).Wait) }
func Test3x1(t *testing.T) { relax(t, 3, 1, NewBarrier(3).Wait) }
func Test3x2(t *testing.T) { relax(t, 3, 2, NewBarrier(3).Wait) }
func Test4x1(t *testing.T) { relax(t, 4, 1, NewBarrier(4).Wait) }

func TestNoBarrier2x1(t *testing.T) { relax(t, 2, 1, func() {}) }
func TestNoBarrier3x1(t *testing.T) { relax(t, 3, 1, func() {}) }
