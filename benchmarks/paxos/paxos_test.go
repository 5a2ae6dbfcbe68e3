package paxos

import "testing"

func agree(t *testing.T, proposers, acceptors int, stubborn bool) {
	chosen := Choose(proposers, acceptors, stubborn)
	for _, v := range chosen {
		if v != chosen[0] {
			t.Errorf("the values %v are chosen", chosen)
		}
	}
}

func Test1x3(t *testing.T) { agree(t, 1, 3, false) }
func Test2x1(t *testing.T) { agree(t, 2, 1, false) }
func Test2x2(t *testing.T) { agree(t, 2, 2, false) }
func Test2x3(t *testing.T) { agree(t, 2, 3, false) }

func TestStubborn2x1(t *testing.T) { agree(t, 2, 1, true) }
func TestStubborn2x3(t *testing.T) { agree(t, 2, 3, true) }
