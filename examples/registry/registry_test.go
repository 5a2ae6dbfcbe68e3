package registry

import "testing"

type rooms interface{ Room(name string) *Room }

// meet lets two users ask for the same room at the same time.
func meet(t *testing.T, r rooms) {
	other := make(chan *Room)
	go func() { other <- r.Room("lobby") }()
	mine := r.Room("lobby")
	if theirs := <-other; mine != theirs {
		t.Error("two users entered two different rooms of the same name")
	}
}

func TestRoomCreatedTwice(t *testing.T) { meet(t, New()) }

func TestRoomFixed(t *testing.T) { meet(t, NewSafe()) }
