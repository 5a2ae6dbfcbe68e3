package lsp

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

var cycles = flag.Int("lsp.cycles", 25, "cycles of TestCycles")

// TestCycles opens, edits, saves and closes files that are renamed and deleted
// meanwhile. At the end what is known is what is there.
func TestCycles(t *testing.T) {
	c := newTestClient(t, counterModule)
	rng := rand.New(rand.NewPCG(9, 10))
	text := string(must(os.ReadFile(c.path("counter.go"))))
	tests := string(must(os.ReadFile(c.path("counter_test.go"))))
	name := "counter_test.go"
	for i := range *cycles {
		c.open("counter.go")
		c.open(name)
		c.edit("counter.go", []string{text, fixed(text), text[:len(text)/2]}[rng.IntN(3)])
		c.edit(name, strings.Replace(tests, "range 2", fmt.Sprintf("range %d", 1+rng.IntN(3)), 1))
		if rng.IntN(2) == 0 {
			c.save(name, tests)
		}
		time.Sleep(time.Duration(rng.IntN(30)) * time.Millisecond)
		old := name
		switch rng.IntN(3) {
		case 0:
			name = fmt.Sprintf("r%d_test.go", i)
			c.must(os.Rename(c.path(old), c.path(name)))
			c.touched(old, protocol.FileChangeTypeDeleted)
			c.touched(name, protocol.FileChangeTypeCreated)
		case 1:
			c.must(os.Remove(c.path(old)))
			c.touched(old, protocol.FileChangeTypeDeleted)
			time.Sleep(time.Duration(rng.IntN(30)) * time.Millisecond)
			c.must(os.WriteFile(c.path(name), []byte(tests), 0o666))
			c.touched(name, protocol.FileChangeTypeCreated)
		}
		c.close(old)
		c.close("counter.go")
	}
	c.must(os.WriteFile(c.path(name), []byte(tests), 0o666))
	c.touched(name, protocol.FileChangeTypeChanged)
	c.open("counter.go")
	c.open(name)
	c.waitFor("the race of the test that is there", func() bool {
		st := c.tests["TestInc"]
		return c.state == "idle" && st.Verdict == "failed" && !st.Stale && st.URI == c.uri(name) && len(c.fresh("counter.go")) > 0
	})
	if code := c.quit(); code != 0 {
		t.Errorf("exit status %d, want 0", code)
	}
}

func (c *testClient) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *testClient) close(name string) {
	c.t.Helper()
	c.must(c.srv.DidClose(c.t.Context(), &protocol.DidCloseTextDocumentParams{TextDocument: protocol.TextDocumentIdentifier{URI: c.uri(name)}}))
}

// touched says that a file has changed on disk.
func (c *testClient) touched(name string, how protocol.FileChangeType) {
	c.t.Helper()
	c.must(c.srv.DidChangeWatchedFiles(c.t.Context(), &protocol.DidChangeWatchedFilesParams{
		Changes: []protocol.FileEvent{{URI: c.uri(name), Type: how}},
	}))
}

// TestBrokenModule breaks the module in several ways; what was known is stale
// as long as it lasts, and there again afterwards.
func TestBrokenModule(t *testing.T) {
	for name, breakIt := range map[string]func(c *testClient) (repair func()){
		"syntax": func(c *testClient) func() {
			c.edit("counter.go", "pakcage counter\n")
			return func() { c.edit("counter.go", c.texts["counter.go"]) }
		},
		"types": func(c *testClient) func() {
			c.edit("counter_test.go", strings.Replace(c.texts["counter_test.go"], "c.Inc)", "c.Dec)", 1))
			return func() { c.edit("counter_test.go", c.texts["counter_test.go"]) }
		},
		"go.mod": func(c *testClient) func() {
			good := must(os.ReadFile(c.path("go.mod")))
			c.must(os.WriteFile(c.path("go.mod"), []byte("modul counter\n"), 0o666))
			c.touched("go.mod", protocol.FileChangeTypeChanged)
			c.edit("counter.go", c.texts["counter.go"]+"\n// x\n")
			return func() {
				c.must(os.WriteFile(c.path("go.mod"), good, 0o666))
				c.touched("go.mod", protocol.FileChangeTypeChanged)
			}
		},
		"missing import": func(c *testClient) func() {
			c.edit("counter.go", strings.Replace(c.texts["counter.go"], `"sync"`, `"sync"; _ "example.com/nowhere"`, 1))
			return func() { c.edit("counter.go", c.texts["counter.go"]) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := failedCounter(t)
			repair := breakIt(c)
			c.waitFor("stale findings", func() bool {
				p := c.diags[c.path("counter.go")]
				return c.tests["TestInc"].Stale && len(p.Diagnostics) > 0 && len(c.fresh("counter.go")) == 0
			})
			time.Sleep(150 * time.Millisecond) // for the load
			c.waitFor("nothing to do", func() bool { return c.state == "idle" })
			repair()
			c.waitFor("fresh findings", func() bool { return !c.tests["TestInc"].Stale && len(c.fresh("counter.go")) > 0 })
		})
	}
}

// TestWorkspaceFile edits a module that a test of another module of the same
// go.work reaches.
func TestWorkspaceFile(t *testing.T) {
	c := newTestClient(t, `
-- go.work --
go 1.26

use (
	./a
	./b
)
-- a/go.mod --
module example.com/a

go 1.26
-- a/a.go --
package a

var N int

func Inc() { N++ }
-- b/go.mod --
module example.com/b

go 1.26
-- b/b_test.go --
package b

import (
	"sync"
	"testing"

	"example.com/a"
)

func TestB(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(a.Inc)
	}
	wg.Wait()
}
`)
	text := c.open("a/a.go")
	c.waitFor("the race", func() bool { return len(c.fresh("a/a.go")) > 0 })
	c.edit("a/a.go", strings.Replace(text, "N++", "", 1))
	c.waitFor("its end", func() bool { return len(c.diags[c.path("a/a.go")].Diagnostics) == 0 })
}

// TestResume checks that an exploration that an edit elsewhere interrupts goes on
// where it was, and that one of code that is edited does not.
func TestResume(t *testing.T) {
	c := newTestClient(t, `
-- go.mod --
module m

go 1.26
-- a/a_test.go --
package a

import (
	"sync"
	"testing"
)

func TestLong(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var log []int
	for i := range 5 {
		wg.Go(func() {
			for range 8 {
				mu.Lock()
				log = append(log, i)
				mu.Unlock()
			}
		})
	}
	wg.Wait()
}
-- b/b.go --
package b
`)
	text := c.open("a/a_test.go")
	c.open("b/b.go")
	running := func(least int) func() bool {
		return func() bool {
			st := c.tests["TestLong"]
			return st.State == "running" && st.Executions > least
		}
	}
	c.waitFor("a search", running(500))
	c.mu.Lock()
	before := c.tests["TestLong"].Executions
	c.mu.Unlock()
	for i := range 3 {
		c.edit("b/b.go", fmt.Sprintf("package b\n\nvar X = %d\n", i))
	}
	c.note(func() { c.least = before })
	c.waitFor("more of the same search", running(before+200))
	c.mu.Lock()
	if c.least < before {
		t.Errorf("the search began anew: %d executions after %d", c.least, before)
	}
	c.mu.Unlock()
	c.edit("a/a_test.go", strings.Replace(text, "range 5", "range 2", 1))
	c.waitFor("another search", func() bool { return c.tests["TestLong"].Verdict == "verified" })
}
