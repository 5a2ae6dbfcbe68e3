package dap

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-dap"
)

// lineBreakpoints sets the breakpoints of a file and returns what has become of them.
func (c *testClient) lineBreakpoints(file string, list ...map[string]any) []dap.Breakpoint {
	c.t.Helper()
	var body dap.SetBreakpointsResponseBody
	c.do("setBreakpoints", map[string]any{"source": map[string]any{"path": file}, "breakpoints": list}, &body)
	return body.Breakpoints
}

// value evaluates an expression in the innermost frame of where the adapter stands.
func (c *testClient) value(expression string) string {
	c.t.Helper()
	var body dap.EvaluateResponseBody
	if err := c.try("evaluate", map[string]any{"expression": expression, "context": "watch"}, &body); err != nil {
		return "error: " + err.Error()
	}
	return body.Result
}

// TestBreakpoints stops at lines, under conditions, at functions and at writes, both ways.
func TestBreakpoints(t *testing.T) {
	dir := newShop(t)
	code := filepath.Join(dir, "shop.go")
	c := newTestClient(t)
	at := c.launch(launchShop(dir, "TestTake"), nil)

	got := c.lineBreakpoints(code, map[string]any{"line": 15}, map[string]any{"line": 20, "condition": `n == 4 && name == "nut"`}, map[string]any{"line": 100})
	if !got[0].Verified || got[0].Line != 17 || got[1].Line != 20 || got[2].Verified || got[2].Message == "" {
		t.Errorf("breakpoints: %+v", got)
	}
	at = c.move("continue", 0)
	if at.Reason != "breakpoint" || c.where(at.ThreadId) != "shop.go:17" || !slices.Equal(at.HitBreakpointIds, []int{got[0].Id}) {
		t.Errorf("%+v at %s", at, c.where(at.ThreadId))
	}
	c.lineBreakpoints(code, map[string]any{"line": 20, "condition": `n == 4 && name == "nut"`})
	at = c.move("continue", 0)
	if c.where(at.ThreadId) != "shop.go:20" {
		t.Errorf("at %s", c.where(at.ThreadId))
	}
	for expression, want := range map[string]string{
		"n": "4", "n+1 == limit": "true", "orders[1]": "4", "len(orders)": "2", "s.count[name]": "3",
		"s.total": "-3", "-s.total*2 - 1": "5", "s == nil": "false", "(*s).total": "-3", `name + "s"`: `"nuts"`,
		"limit": "5", "s.mu": "locked", "!(n < 2) || nothing": "true",
		"nothing": "error: there is no variable nothing here", "s.nothing": "error: there is no field nothing",
		"f()": "error: a debugger calls nothing but len and cap", "n +": `error: "n +" is no expression`,
		"n / 0": "error: operator / does not apply", "orders[7]": "error: there is no element [7], or it is not among the first 1000",
		"name && true": "error: operator && does not apply", "1 << 100000": "error: operator << does not apply",
	} {
		if got := c.value(expression); got != want {
			t.Errorf("%s is %s, want %s", expression, got, want)
		}
	}

	c.lineBreakpoints(code)
	var set dap.SetBreakpointsResponseBody
	c.do("setFunctionBreakpoints", map[string]any{"breakpoints": []any{map[string]any{"name": "Stock.Take"}, map[string]any{"name": "nowhere"}, map[string]any{"name": "shop.Sum"}}}, &set)
	if !set.Breakpoints[0].Verified || set.Breakpoints[1].Verified || !set.Breakpoints[2].Verified {
		t.Errorf("functions: %+v", set.Breakpoints)
	}
	if at = c.move("reverseContinue", 0); at.Reason != "function breakpoint" || c.where(at.ThreadId) != "shop.go:17" {
		t.Errorf("%+v at %s", at, c.where(at.ThreadId))
	}

	c.do("setFunctionBreakpoints", map[string]any{"breakpoints": []any{}}, nil)
	var info struct{ DataID string }
	c.do("dataBreakpointInfo", map[string]any{"name": "s.total", "frameId": c.frames(at.ThreadId)[0].Id}, &info)
	c.do("setDataBreakpoints", map[string]any{"breakpoints": []any{map[string]any{"dataId": info.DataID, "accessType": "write"}, map[string]any{"dataId": "x"}}}, &set)
	if !set.Breakpoints[0].Verified || set.Breakpoints[1].Verified {
		t.Errorf("data: %+v", set.Breakpoints)
	}
	c.move("mazurka/goto", 0)
	var totals []string
	for at = c.move("continue", 0); at.Reason == "data breakpoint"; at = c.move("continue", 0) {
		totals = append(totals, c.value("s.total"))
	}
	if got := strings.Join(totals, " "); got != "-3 -7" {
		t.Errorf("totals %s", got)
	}
	if at = c.move("reverseContinue", 0); at.Reason != "data breakpoint" || c.value("s.total") != "-7" {
		t.Errorf("back at %s, total %s", at.Reason, c.value("s.total"))
	}
	if at = c.move("reverseContinue", 0); at.Reason != "data breakpoint" || c.value("s.total") != "-3" {
		t.Errorf("back at %s, total %s", at.Reason, c.value("s.total"))
	}
}

// TestLogPoint writes messages instead of stopping.
func TestLogPoint(t *testing.T) {
	dir := newShop(t)
	c := newTestClient(t)
	c.launch(launchShop(dir, "TestTake"), func() {
		c.lineBreakpoints(filepath.Join(dir, "shop.go"), map[string]any{"line": 20, "logMessage": "{n} of {name} {none}"})
	})
	if at := c.move("continue", 0); at.Reason != "pause" || !strings.Contains(at.Text, "nothing was found") {
		t.Errorf("%+v", at)
	}
	want := "3 of \"nut\" {there is no variable none here}\n4 of \"nut\" {there is no variable none here}\n"
	if got := c.output.String(); !strings.HasPrefix(got, want) {
		t.Errorf("output %q", got)
	}
}

// TestFindings stops where the execution shows a fault.
func TestFindings(t *testing.T) {
	dir := newShop(t)
	for _, tt := range []struct{ test, place, text string }{
		{"TestDeadlock", "shop.go:17", "deadlock"},
		{"TestPanic", "shop_test.go:39", "assignment to entry in nil map"},
	} {
		t.Run(tt.test, func(t *testing.T) {
			c := newTestClient(t)
			at := c.launch(launchShop(dir, tt.test), nil)
			at = c.move("continue", 0)
			if at.Reason != "exception" || c.where(at.ThreadId) != tt.place || !strings.Contains(at.Text, tt.text) {
				t.Errorf("%+v at %s", at, c.where(at.ThreadId))
			}
			var info dap.ExceptionInfoResponseBody
			c.do("exceptionInfo", map[string]any{"threadId": at.ThreadId}, &info)
			if !strings.Contains(info.Description, tt.text) || !strings.HasPrefix(info.ExceptionId, "MZ") {
				t.Errorf("%+v", info)
			}
			for range 10 {
				c.do("continue", map[string]any{"threadId": 1}, nil)
				m := c.next()
				for m.Event == "output" {
					m = c.next()
				}
				if m.Event == "terminated" {
					return
				}
				if m.Event != "stopped" {
					t.Fatalf("%+v", m)
				}
			}
			t.Error("it does not end")
		})
	}
}

// TestState shows goroutines, locks, channels, clocks and what a step touches.
func TestState(t *testing.T) {
	dir := newShop(t)
	c := newTestClient(t)
	at := c.launch(launchShop(dir, "TestTake"), func() {
		c.lineBreakpoints(filepath.Join(dir, "shop.go"), map[string]any{"line": 20})
	})
	at = c.move("continue", 0)
	var threads dap.ThreadsResponseBody
	c.do("threads", nil, &threads)
	var names []string
	for _, th := range threads.Threads {
		names = append(names, th.Name)
	}
	list := strings.Join(names, "\n")
	for _, want := range []string{"test goroutine [", "goroutine started at shop_test.go:14 [running]", "goroutine started at shop_test.go:14 [blocked in sync.RWMutex.Lock of shop.Stock.mu]"} {
		if !strings.Contains(list, want) {
			t.Errorf("no %q in\n%s", want, list)
		}
	}
	if held := c.scope(at.ThreadId, "Locks held"); len(held) != 1 || held["shop.Stock.mu"].Value != "locked" {
		t.Errorf("locks: %+v", held)
	}
	if clock := c.scope(at.ThreadId, "Vector clock"); len(clock) != 2 || clock["test goroutine"].Value == "" {
		t.Errorf("clock: %+v", clock)
	}
	at = c.move("stepIn", at.ThreadId)
	if shared := c.scope(at.ThreadId, "Shared by this step"); len(shared) == 0 {
		t.Errorf("shared: %+v", shared)
	}
	for at.Reason != "pause" {
		at = c.move("stepIn", at.ThreadId)
	}
	c.move("reverseContinue", 0)
	if c.where(1) != "shop_test.go:20" {
		t.Errorf("the test waits at %s", c.where(1))
	}
	if channels := c.scope(1, "Channels"); channels["done"].Value != "0/2, 1 receiving" || channels["done"].Type != "chan int" {
		t.Errorf("channels: %+v", channels)
	}
}

// TestChoose explores by hand: the goroutine started last takes its steps first; and keeps
// that as a schedule, which another session replays.
func TestChoose(t *testing.T) {
	dir := newShop(t)
	c := newTestClient(t)
	c.launch(launchShop(dir, "TestTake"), nil)
	if at := c.move("continue", 0); at.Reason != "pause" {
		t.Fatalf("without a choice: %+v", at)
	}
	c.do("mazurka/goto", map[string]any{"step": 2}, nil)
	c.stop()
	type option struct {
		Goroutine, Label, Text string
		Planned                bool
	}
	var list struct{ Choices []option }
	c.do("mazurka/choices", nil, &list)
	i := slices.IndexFunc(list.Choices, func(o option) bool { return o.Goroutine == "0.1" })
	if len(list.Choices) != 2 || i < 0 || list.Choices[i].Planned {
		t.Fatalf("choices %+v", list.Choices)
	}
	c.do("mazurka/choose", map[string]any{"goroutine": "0.1"}, nil)
	c.stop()
	for range 2 {
		c.move("stepIn", 0)
		if err := c.try("evaluate", map[string]any{"expression": "run 0.1", "context": "repl"}, nil); err != nil {
			t.Fatal(err)
		}
		c.stop()
	}
	file := filepath.Join(dir, "by-hand.schedule")
	c.do("mazurka/save", map[string]any{"file": "by-hand.schedule"}, nil)
	if b, err := os.ReadFile(file); err != nil || !strings.Contains(string(b), "overtaken") {
		t.Fatalf("%s, %v", b, err)
	}
	if at := c.move("continue", 0); at.Reason != "exception" || !strings.Contains(at.Text, "overtaken") {
		t.Errorf("%+v", at)
	}
	if at := c.move("restart", 0); at.Reason != "entry" {
		t.Errorf("%+v", at)
	}
	if at := c.move("continue", 0); at.Reason != "pause" {
		t.Errorf("the choices are not forgotten: %+v", at)
	}

	c = newTestClient(t)
	at := c.launch(map[string]any{"schedule": file, "stopAtFailure": true}, nil)
	if at.Reason != "exception" || c.where(at.ThreadId) != "shop_test.go:22" {
		t.Errorf("%+v at %s", at, c.where(at.ThreadId))
	}
	c = newTestClient(t)
	byHand := launchShop(dir, "TestTake")
	byHand["choices"] = []string{"0", "0", "0.1", "0.1"}
	byHand["stopOnEntry"] = false
	if at := c.launch(byHand, nil); at.Reason != "exception" || !strings.Contains(at.Text, "overtaken") {
		t.Errorf("with choices: %+v", at)
	}

	var targets dap.GotoTargetsResponseBody
	c.do("gotoTargets", map[string]any{"source": map[string]any{"path": filepath.Join(dir, "shop_test.go")}, "line": 14}, &targets)
	if len(targets.Targets) != 2 {
		t.Fatalf("targets %+v", targets)
	}
	c.do("goto", map[string]any{"threadId": 1, "targetId": targets.Targets[1].Id}, nil)
	if at := c.stop(); at.Reason != "goto" || c.where(1) != "shop_test.go:14" {
		t.Errorf("%+v at %s", at, c.where(1))
	}
}

// TestLocalWrites stops when a variable changes that only one goroutine can use.
func TestLocalWrites(t *testing.T) {
	c := newTestClient(t)
	at := c.launch(launchShop(newShop(t), "TestSpin"), nil)
	at = c.move("next", at.ThreadId)
	var info struct{ DataID string }
	c.do("dataBreakpointInfo", map[string]any{"name": "i", "frameId": c.frames(at.ThreadId)[0].Id}, &info)
	c.do("setDataBreakpoints", map[string]any{"breakpoints": []any{map[string]any{"dataId": info.DataID}}}, nil)
	for _, m := range []struct{ move, value string }{
		{"continue", "1"}, {"continue", "2"}, {"continue", "3"}, {"reverseContinue", "2"}, {"reverseContinue", "1"}, {"continue", "2"},
	} {
		if at = c.move(m.move, at.ThreadId); at.Reason != "data breakpoint" || c.value("i") != m.value {
			t.Errorf("%s: %+v, i is %s, want %s", m.move, at, c.value("i"), m.value)
		}
	}
	if at = c.move("reverseContinue", at.ThreadId); c.value("i") != "1" {
		t.Errorf("%+v, i is %s", at, c.value("i"))
	}
}

// TestRestart begins anew with the code as it is then, and keeps the breakpoints.
func TestRestart(t *testing.T) {
	dir := newShop(t)
	file := filepath.Join(dir, "shop_test.go")
	c := newTestClient(t)
	c.launch(launchShop(dir, "TestPanic"), func() { c.lineBreakpoints(file, map[string]any{"line": 39}) })
	first := c.move("continue", 0)
	if first.Reason != "exception" || len(first.HitBreakpointIds) != 1 {
		t.Errorf("%+v", first)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("package shop\n\nfunc")
	if err := c.try("restart", nil, nil); err == nil {
		t.Error("what does not compile was started")
	}
	write(strings.Replace(string(b), "var m map[string]int", "m := map[string]int{}", 1))
	if at := c.move("restart", 0); at.Reason != "entry" {
		t.Errorf("%+v", at)
	}
	if at := c.move("continue", 0); at.Reason != "breakpoint" || !slices.Equal(at.HitBreakpointIds, first.HitBreakpointIds) {
		t.Errorf("%+v, was %+v", at, first)
	}
	if at := c.move("continue", 0); at.Reason != "pause" {
		t.Errorf("%+v", at)
	}
}

// TestPause ends a move that would go on for long.
func TestPause(t *testing.T) {
	dir := newShop(t)
	c := newTestClient(t)
	c.launch(launchShop(dir, "TestSpin"), nil)
	c.send("continue", map[string]any{"threadId": 1})
	time.Sleep(100 * time.Millisecond)
	c.send("pause", map[string]any{"threadId": 1})
	var at dap.StoppedEventBody
	for range 3 {
		m := c.next()
		if m.Type == "response" && !m.Success {
			t.Errorf("%+v", m)
		}
		if m.Event == "stopped" && !strings.Contains(string(m.Body), `"pause"`) {
			t.Errorf("%s", m.Body)
		}
	}
	at = c.move("next", 1)
	if at.Reason != "step" && at.Reason != "pause" {
		t.Errorf("%+v", at)
	}
}
