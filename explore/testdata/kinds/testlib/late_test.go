package testlib

import (
	"sync"
	"testing"
)

type printer struct {
	logf func(string, ...any)
	wg   sync.WaitGroup
}

func (p *printer) print(s string) {
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		p.logf("printed %s", s)
	}()
}

// want: panic|misuse
func TestLateLog(t *testing.T) {
	p := &printer{logf: t.Logf}
	p.print("page")
}

// want: verified
func TestLateLogFixed(t *testing.T) {
	p := &printer{logf: t.Logf}
	t.Cleanup(p.wg.Wait)
	p.print("page")
}
