package load

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// module writes the files of a txtar archive to a new directory.
func module(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	fs, err := txtar.FS(txtar.Parse([]byte(archive)))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, fs); err != nil {
		t.Fatal(err)
	}
	return dir
}

const small = `
-- go.mod --
module example.com/small

go 1.22
-- small.go --
package small

import (
	"context"
	"fmt"
	"sync"
	"time"
)

type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Add(ctx context.Context) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	time.Sleep(time.Millisecond)
	return fmt.Sprint(c.n, ctx.Err())
}
-- small_test.go --
package small

import (
	"context"
	"testing"
)

func TestAdd(t *testing.T) {
	var c Counter
	done := make(chan bool)
	for range 2 {
		go func() { c.Add(context.Background()); done <- true }()
	}
	<-done
	<-done
}
-- ext_test.go --
package small_test

import (
	"testing"

	"example.com/small"
)

func TestExt(t *testing.T) { _ = new(small.Counter) }
`

func TestSmall(t *testing.T) {
	dir := module(t, small)
	prog, err := Load(t.Context(), &Config{Dir: dir, Patterns: []string{"./..."}, Tests: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range prog.All() {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.ID, e)
		}
	}
	for _, p := range prog.Targets {
		t.Log(p.ImportPath, p.Tests, len(p.Closure()))
	}
	_ = filepath.Join
	prog.BuildAll()
}
