package explore

import (
	"fmt"
	"strings"
	"testing"
)

// boundedBuffer is the producer and the consumer of Section 4 of [AAGGS17]
// (por/cdpor.go): n values, and a buffer with room for all. Whoever finds
// nothing takes nothing.
const boundedBuffer = `
type buffer%[1]d struct {
	mu     sync.Mutex
	slots  [%[1]d]int
	head   int
	tail   int
	got    [%[1]d]int
	taken  int
}

func (b *buffer%[1]d) put(v int) {
	b.mu.Lock()
	b.slots[b.tail] = v
	b.tail++
	b.mu.Unlock()
}

func (b *buffer%[1]d) take() {
	b.mu.Lock()
	if b.head < b.tail {
		b.got[b.taken] = b.slots[b.head]
		b.head++
	} else {
		b.got[b.taken] = -1
	}
	b.taken++
	b.mu.Unlock()
}

// What was taken is still there at the end.
var shared%[1]d buffer%[1]d

func TestBuffer%[1]d(t *testing.T) {
	b := &shared%[1]d
	go func() {
		for i := range %[1]d {
			b.put(i + 1)
		}
	}()
	for range %[1]d {
		b.take()
	}
}
`

// TestAAGGS17_Section4 checks that cdpor finds out on real code what it finds out
// on the model: in which orders a producer and a consumer come to the same state.
func TestAAGGS17_Section4(t *testing.T) {
	counts := []struct{ n, source, cdpor int }{{3, 20, 8}, {5, 252, 32}, {7, 3432, 128}, {9, 48620, 512}}
	var b strings.Builder
	b.WriteString("package m\n\nimport (\n\t\"sync\"\n\t\"testing\"\n)\n")
	for _, c := range counts {
		fmt.Fprintf(&b, boundedBuffer, c.n)
	}
	s, snap := loaded(t, writeModule(t, map[string]string{"m_test.go": b.String()}))
	for _, c := range counts {
		test := snap.Lookup("example.com/m", fmt.Sprintf("TestBuffer%d", c.n))
		for name, want := range map[string]int{"source-dpor": c.source, "cdpor": c.cdpor} {
			r := s.Check(t.Context(), []*Test{test}, Options{Algorithm: name, NoCache: true}, func(Update) {})[0]
			if r.Executions != want || r.Verdict != Verified {
				t.Errorf("%d slots, %s: %d executions, %s (%s); want %d", c.n, name, r.Executions, r.Verdict, r.Bound, want)
			}
		}
	}
}
