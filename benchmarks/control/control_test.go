package control

import "testing"

func fly(t *testing.T, s *State, cycles int, tasks ...func(int)) {
	for cycle, m := range s.Fly(cycles, tasks...) {
		if m < 0 || m > 200 {
			t.Errorf("the rudder is at %d in cycle %d", m, cycle)
		}
	}
}

// flight runs the first tasks of the list.
func flight(t *testing.T, tasks, cycles int) {
	s := new(State)
	fly(t, s, cycles, []func(int){s.sense, s.steer, s.radio, s.watch, s.report}[:tasks]...)
}

func unlocked(t *testing.T, cycles int) {
	s := new(State)
	fly(t, s, cycles, s.reportUnlocked, s.radio, s.watch)
}

func Test2x1(t *testing.T) { flight(t, 2, 1) }
func Test3x1(t *testing.T) { flight(t, 3, 1) }
func Test3x2(t *testing.T) { flight(t, 3, 2) }
func Test4x1(t *testing.T) { flight(t, 4, 1) }
func Test4x2(t *testing.T) { flight(t, 4, 2) }
func Test5x1(t *testing.T) { flight(t, 5, 1) }
func Test5x2(t *testing.T) { flight(t, 5, 2) }

func TestUnlocked1(t *testing.T) { unlocked(t, 1) }
func TestUnlocked2(t *testing.T) { unlocked(t, 2) }
