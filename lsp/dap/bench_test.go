package dap

import (
	"testing"
	"time"
)

// BenchmarkMoves measures moves in an execution of more than 2,000 steps, as a client sees
// them: from the request to the event, with the stack and the variables at the end.
func BenchmarkMoves(b *testing.B) {
	c := newTestClient(b)
	c.launch(launchShop(newModule(b, marathon), "TestMarathon"), nil)
	at := c.move("continue", 0)
	if at.Reason != "exception" {
		b.Fatalf("%+v", at)
	}
	var pos struct{ Step, Steps int }
	c.do("mazurka/position", nil, &pos)
	if pos.Step < 2000 {
		b.Fatalf("%d steps", pos.Step)
	}
	goTo := func(step int) {
		c.do("mazurka/goto", map[string]any{"step": step}, nil)
		at = c.stop()
	}
	for _, m := range []struct {
		name  string
		every int // how many moves there are between beginning and end
		start func()
		move  string
	}{
		{"continue", 1, func() { goTo(-1) }, "continue"},
		{"reverseContinue", 1, func() { goTo(pos.Step) }, "reverseContinue"},
		{"stepIn", 100, func() { goTo(1000) }, "stepIn"},
		{"next", 100, func() { goTo(1000) }, "next"},
		{"stepBack", 100, func() { goTo(1200) }, "stepBack"},
		{"nextPastAll", 1, func() {
			goTo(-1)
			for c.where(1) != "marathon_test.go:29" {
				at = c.move("next", 1)
			}
		}, "next"},
		{"stepBackPastAll", 1, func() {
			goTo(-1)
			c.move("continue", 1)
			at = c.move("stepBack", 1)
		}, "stepBack"},
	} {
		b.Run(m.name, func(b *testing.B) {
			var longest time.Duration
			for i := 0; b.Loop(); i++ {
				if i%m.every == 0 {
					b.StopTimer()
					m.start()
					b.StartTimer()
				}
				start := time.Now()
				at = c.move(m.move, at.ThreadId)
				if len(c.frames(at.ThreadId)) > 0 {
					c.scope(at.ThreadId, "Locals")
				}
				longest = max(longest, time.Since(start))
			}
			b.ReportMetric(float64(longest.Microseconds())/1000, "longest-ms")
		})
	}
	b.Run("goto", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			goTo(i * 7919 % pos.Step)
		}
	})
}
