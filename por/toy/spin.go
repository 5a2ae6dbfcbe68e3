package toy

import "github.com/mazurka-go/mazurka/por"

// A Spinner is a system that tells its waiting loops: reads that are repeated
// until they find something, such as "read:x jz:-2". It implements
// [por.Spinner].
type Spinner struct{ *System }

// Spins implements [por.Spinner].
func (s Spinner) Spins(p por.Proc) bool {
	if s.word(int(p))[pStatus] != running {
		return false
	}
	o := s.at(int(p))
	if o.spins == nil {
		return false
	}
	value := s.state[s.regs+s.object(int(p), o)]
	switch o.spins.kind {
	case opJz:
		return value == 0
	case opJnz:
		return value != 0
	default:
		return value == o.spins.a
	}
}

// Quiescent implements [por.Spinner].
func (s Spinner) Quiescent(buf []por.Choice) []por.Choice { return s.quiescent(buf) }

// RandomSpins generates a program of processes that wait for registers to be 1,
// twice: by reading them again and again, and by await.
func RandomSpins(seed uint64) (spinning Spinner, awaiting *System) {
	return Spinner{Parse(randomSpins(seed, "read:X jz:-2"))}, Parse(randomSpins(seed, "await:X:1 set:1"))
}
