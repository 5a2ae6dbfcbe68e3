package explore

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/mazurka-go/mazurka/analysis"
	"github.com/mazurka-go/mazurka/analysis/load"
)

// futureBank is a package of an ordinary size and kind.
const futureBank = `package bank

import (
	"sync"
	"testing"
)

type account struct {
	mu      sync.Mutex
	balance int
	next    *account
}

func (a *account) add(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

func TestBank(t *testing.T) {
	a := &account{}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { a.add(1) })
	}
	wg.Wait()
	if a.balance != 2 {
		t.Errorf("balance %d", a.balance)
	}
	a.next = nil
}
`

const futureServer = `package bank

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestServer(t *testing.T) {
	a := &account{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.add(1)
		fmt.Fprintln(w, r.URL)
	}))
	defer s.Close()
	r, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, r.Body)
	r.Body.Close()
}
`

// A futureBench is a package whose static facts are asked for.
type futureBench struct {
	dir     string
	session *Session
	program *load.Program
	target  *load.Target
	effects *analysis.Effects
}

func newFutureBench(b *testing.B, server bool) *futureBench {
	f := &futureBench{dir: b.TempDir()}
	f.write(b, "go.mod", "module bank\n\ngo 1.26\n")
	f.write(b, "bank_test.go", futureBank)
	if server {
		f.write(b, "server_test.go", futureServer)
	}
	f.session = NewSession(filepath.Join(f.dir, "cache"))
	f.load(b)
	f.session.mu.Lock()
	defer f.session.mu.Unlock()
	c, err := f.session.codeOf(f.program)
	if err != nil {
		b.Fatal(err)
	}
	f.effects = c.newEffects(f.program)
	return f
}

func (f *futureBench) write(b *testing.B, name, text string) {
	if err := os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
}

// load loads the package as it is now. Its functions have bodies: whatever runs
// the test needs them.
func (f *futureBench) load(b *testing.B) {
	snap, err := f.session.Load(context.Background(), LoadOptions{Dir: f.dir})
	if err != nil {
		b.Fatal(err)
	}
	f.program, f.target = snap.program, snap.program.Targets[0]
	for _, p := range f.target.Closure() {
		if p.SSA == nil {
			b.Fatal(p.ID, p.Errors)
		}
		f.program.Build(p.SSA)
	}
}

func (f *futureBench) future() *analysis.Future {
	tests := f.target.Tests
	return futureOf(f.effects, f.target, function(&tests[len(tests)-1]))
}

// BenchmarkFuture measures what static facts cost: first, after an edit, and
// by question.
func BenchmarkFuture(b *testing.B) {
	for _, server := range []bool{false, true} {
		name := map[bool]string{false: "plain", true: "server"}[server]
		b.Run(name+"/first", func(b *testing.B) {
			f := newFutureBench(b, server)
			for b.Loop() {
				f.session.mu.Lock()
				c, err := f.session.codeOf(f.program)
				f.session.mu.Unlock()
				if err != nil {
					b.Fatal(err)
				}
				f.effects = c.newEffects(f.program)
				f.future()
			}
		})
		b.Run(name+"/edit", func(b *testing.B) {
			f := newFutureBench(b, server)
			f.future()
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				text := futureBank
				for range i%5 + 1 {
					text += "\n// edited\nvar _ = 0\n"
				}
				f.write(b, "bank_test.go", text)
				f.load(b)
				b.StartTimer()
				f.future()
			}
		})
	}
	b.Run("query", func(b *testing.B) {
		f := newFutureBench(b, false)
		future := f.future()
		fn := function(&f.target.Tests[0])
		var classes []analysis.Class
		for _, block := range fn.Blocks {
			for _, instr := range block.Instrs {
				classes = append(classes, future.ClassesOf(instr)...)
			}
		}
		for i := 0; b.Loop(); i++ {
			block := fn.Blocks[i%len(fn.Blocks)]
			set := future.After(fn, block.Index, len(block.Instrs)/2)
			set.May(classes[i%len(classes)], analysis.Write)
		}
	})
}
