package por

import "testing"

// TestCommutingIsTransitive checks what a history relies on when it skips
// what commutes.
func TestCommutingIsTransitive(t *testing.T) {
	for a := Read; a <= Await; a++ {
		for b := Read; b <= Await; b++ {
			if a.conflict(b) != b.conflict(a) {
				t.Errorf("modes %d and %d: not symmetric", a, b)
			}
			for c := Read; c <= Await; c++ {
				if a.conflict(b) == 0 && b.conflict(c) == 0 && a.conflict(c) != 0 {
					t.Errorf("modes %d, %d, %d: not transitive", a, b, c)
				}
			}
		}
	}
}
