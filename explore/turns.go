package explore

import (
	"math/rand/v2"

	"github.com/mazurka-go/mazurka/explore/vm"
)

// turns is the scheduler of a program that runs once, under one schedule:
// fair, as that of the Go runtime, so that a goroutine that spins does not
// keep the others from what it waits for. A seed other than zero makes every
// choice at random.
type turns struct {
	seed   uint64
	random *rand.Rand
	slot   vm.Slot // whose turn it is
	taken  int     // visible operations in this turn
}

// turn is how many visible operations a goroutine may do in one turn.
const turn = 16

func newTurns(seed uint64) *turns {
	return &turns{seed: seed, random: rand.New(rand.NewPCG(seed, 0))}
}

// next picks one of the enabled choices, which are ordered by goroutine.
func (t *turns) next(m *vm.Machine, enabled []vm.Choice) vm.Choice {
	if t.seed != 0 {
		return enabled[t.random.IntN(len(enabled))]
	}
	own := of(enabled, t.slot)
	if len(own) == 0 || t.taken >= turn {
		t.slot, t.taken = after(enabled, t.slot), 0
		own = of(enabled, t.slot)
	}
	t.taken++
	// A select does not take its default case if another is ready.
	if n := len(own); n > 1 && m.AltName(own[n-1]) == "default" {
		own = own[:n-1]
	}
	if len(own) == 1 {
		return own[0]
	}
	return own[t.random.IntN(len(own))]
}

// of returns the choices of one goroutine.
func of(enabled []vm.Choice, slot vm.Slot) []vm.Choice {
	lo := 0
	for lo < len(enabled) && enabled[lo].Slot < slot {
		lo++
	}
	hi := lo
	for hi < len(enabled) && enabled[hi].Slot == slot {
		hi++
	}
	return enabled[lo:hi]
}

// after returns the next goroutine with a choice, in a circle.
func after(enabled []vm.Choice, slot vm.Slot) vm.Slot {
	for _, c := range enabled {
		if c.Slot > slot {
			return c.Slot
		}
	}
	return enabled[0].Slot
}
