// Bubbles belong to the scheduler: the machine knows which goroutines are in
// one and has a clock for each.
//
//mazurka:replace
package synctest

import "unsafe"

// newBubble makes a bubble, joinBubble puts the calling goroutine into it,
// and endBubble waits until no goroutine is in it any more.
func newBubble() unsafe.Pointer
func joinBubble(b unsafe.Pointer)
func endBubble(b unsafe.Pointer)

// currentBubble is the bubble of the calling goroutine, or nil.
func currentBubble() unsafe.Pointer

// waitBubble waits until every other goroutine of the bubble is durably
// blocked.
func waitBubble(b unsafe.Pointer)

func Run(f func()) {
	if currentBubble() != nil {
		panic("synctest.Run called from within a synctest bubble")
	}
	b := newBubble()
	go func() {
		joinBubble(b)
		f()
	}()
	endBubble(b)
}

func Wait() {
	b := currentBubble()
	if b == nil {
		panic("goroutine is not in a bubble")
	}
	waitBubble(b)
}

func IsInBubble() bool { return currentBubble() != nil }

type Association int

const (
	Unbubbled = Association(iota)
	CurrentBubble
	OtherBubble
)

func Associate[T any](p *T) Association {
	if currentBubble() == nil {
		return Unbubbled
	}
	return CurrentBubble
}

func Disassociate[T any](p *T) {}

func IsAssociated[T any](p *T) bool { return currentBubble() != nil }

// A Bubble is a bubble to come back to.
type Bubble struct{ b unsafe.Pointer }

func Acquire() *Bubble {
	if b := currentBubble(); b != nil {
		return &Bubble{b}
	}
	return nil
}

func (b *Bubble) Release() {}

func (b *Bubble) Run(f func()) {
	if b == nil {
		f()
		return
	}
	old := currentBubble()
	joinBubble(b.b)
	defer joinBubble(old)
	f()
}
