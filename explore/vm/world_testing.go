package vm

import (
	"fmt"
	"slices"
)

// Intrinsics of the model of package testing.

// testingReport is func report(kind int, msg string, pc uintptr): an
// assertion failed, or the test does what a test must not do, at pc.
func testingReport(m *Machine, g *G, w []uint64) trap {
	msg, t := m.guestString(g, w[1], w[2])
	if t != trapNone {
		return t
	}
	side := Side{Slot: g.Slot, What: "failure", Index: g.index, Stack: m.stackOf(g)}
	if ReportKind(w[0]) == MisuseReport {
		side.What = "misuse"
	}
	if id, instr, ok := pcFunc(w[3]); ok {
		side.Loc = Location{id, m.code(id).Broken(instr)}
		// The frames of package testing, and of helpers, say nothing.
		i := slices.IndexFunc(side.Stack, func(f StackFrame) bool { return f.Loc == side.Loc })
		if i < 0 {
			// The function, an example, has returned.
			i, side.Stack = 0, []StackFrame{{Func: m.code(id).Name, Pos: m.prog.position(m.prog.declared(id)), Loc: side.Loc}}
		}
		side.Stack = side.Stack[i:]
	}
	m.report(Report{Kind: ReportKind(w[0]), Message: msg, Sides: []Side{side}})
	return trapNone
}

func testingOutput(m *Machine, g *G, w []uint64) trap {
	b, t := m.view(g, w[0], w[1])
	if t != trapNone {
		return t
	}
	return m.print(b, false)
}

// exitedInTest is func exitedInTest(code int) of package os.
func exitedInTest(m *Machine, g *G, w []uint64) trap {
	m.report(Report{Kind: FailureReport, Message: fmt.Sprintf("os.Exit(%d) ends the test binary while the test runs", int64(w[0])),
		Sides: []Side{m.side(g, "failure")}})
	return trapNone
}

// endGoroutine is func endGoroutine() of package os.
func endGoroutine(m *Machine, g *G, w []uint64) trap {
	g.panics = 0
	g.frames = g.frames[:0]
	return trapEnd
}

// testingSkipped is func skipped(): the test skipped itself.
func testingSkipped(m *Machine, g *G, w []uint64) trap {
	first := m.gs[mainSlot]
	m.touch(first)
	first.skipped = true
	return trapNone
}

// Seeded reports whether some execution so far has depended on the order in which
// a map is iterated, or on random numbers.
func (m *Machine) Seeded() bool { return m.seeded }

// Skipped reports whether the test skipped itself in this execution.
func (m *Machine) Skipped() bool {
	return len(m.gs) > int(mainSlot) && m.gs[mainSlot] != nil && m.gs[mainSlot].skipped
}

func init() {
	register(map[string]Intrinsic{
		"testing.report":  testingReport,
		"testing.output":  testingOutput,
		"os.endGoroutine": endGoroutine,
		"os.exitedInTest": exitedInTest,
		"testing.skipped": testingSkipped,
		"testing.panicking": func(m *Machine, g *G, w []uint64) trap {
			w[0] = boolWord(m.panicking(g))
			return trapNone
		},
	})
}
