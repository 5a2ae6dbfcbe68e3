package explore

import "testing"

// owners are choices, one of each goroutine in the list.
type owners []int32

func (o owners) size() int         { return len(o) }
func (o owners) owner(i int) int32 { return o[i] }
func (owners) fallback(int) bool   { return false }

// TestTurnsAreFair checks that a goroutine gets its turn that can go on only now and then,
// always at the same place of what another one does over and over.
func TestTurnsAreFair(t *testing.T) {
	for round := 1; round <= 2*turn; round++ {
		for place := range round {
			s, served := newTurns(0), false
			for n := 0; n < 4*turn*round && !served; n++ {
				can := owners{1}
				if n%round == place {
					can = owners{1, 2}
				}
				served = can.owner(next(s, can)) == 2
			}
			if !served {
				t.Errorf("a goroutine that can go on at place %d of %d never does", place, round)
			}
		}
	}
}
