package tsp

import "testing"

// cities are some of these; it is uphill from some to others.
func cities(n int) [][]int64 {
	all := [][]int64{
		{0, 3, 2, 4, 5},
		{4, 0, 3, 1, 2},
		{1, 5, 0, 3, 4},
		{3, 2, 4, 0, 1},
		{2, 4, 1, 5, 0},
	}
	distance := make([][]int64, n)
	for i := range distance {
		distance[i] = all[i][:n]
	}
	return distance
}

func solve(t *testing.T, workers, n int, offer func(*Best, int64)) {
	want := Solve(cities(n), 1, (*Best).Offer)
	if got := Solve(cities(n), workers, offer); got != want {
		t.Errorf("a tour of %d, want %d", got, want)
	}
}

func Test2x3(t *testing.T) { solve(t, 2, 3, (*Best).Offer) }
func Test2x4(t *testing.T) { solve(t, 2, 4, (*Best).Offer) }
func Test3x3(t *testing.T) { solve(t, 3, 3, (*Best).Offer) }
func Test3x4(t *testing.T) { solve(t, 3, 4, (*Best).Offer) }
func Test2x5(t *testing.T) { solve(t, 2, 5, (*Best).Offer) }

func TestHasty2x3(t *testing.T) { solve(t, 2, 3, (*Best).OfferHasty) }
func TestHasty2x4(t *testing.T) { solve(t, 2, 4, (*Best).OfferHasty) }
