package lsp

import (
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

const bankModule = `
-- go.mod --
module bank

go 1.26
-- bank.go --
package bank

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

func (a *Account) set(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance = n
}

func (a *Account) Withdraw(n int) bool {
	have := a.Balance()
	if have < n {
		return false
	}
	a.set(have - n)
	return true
}
-- bank_test.go --
package bank

import (
	"sync"
	"testing"
)

func TestWithdraw(t *testing.T) {
	a := &Account{balance: 100}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { a.Withdraw(50) })
	}
	wg.Wait()
	if got := a.Balance(); got != 0 {
		t.Errorf("balance = %d, want 0", got)
	}
}

func TestRace(t *testing.T) {
	n := 100
	done := make(chan bool)
	go func() {
		n -= 50
		done <- true
	}()
	n -= 50
	<-done
	_ = n
}
`

// TestDiagnosticStory checks that diagnostics tell the values that matter
// and their related locations what happened, in order.
func TestDiagnosticStory(t *testing.T) {
	c := newTestClient(t, bankModule)
	c.open("bank_test.go")
	c.waitFor("both tests", func() bool {
		return c.state == "idle" && c.tests["TestWithdraw"].Verdict == "failed" && c.tests["TestRace"].Verdict == "failed"
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	list := c.fresh("bank_test.go")
	for _, tt := range []struct {
		code, message string
		related       []string // in this order, among others
	}{
		{"MZ005", "balance = 50, want 0 (bank.Account.balance: 100 -> 50 -> 50) [TestWithdraw]", []string{
			"goroutine started at bank_test.go:12 (1 of 2): read of bank.Account.balance = 100",
			"goroutine started at bank_test.go:12 (2 of 2): read of bank.Account.balance = 100",
			"goroutine started at bank_test.go:12 (2 of 2): write of bank.Account.balance: 100 -> 50",
			"goroutine started at bank_test.go:12 (1 of 2): write of bank.Account.balance: 50 -> 50",
			"test goroutine: failure",
		}},
		{"MZ001", "data race on n: write at bank_test.go:24 (goroutine started at bank_test.go:23) and read at bank_test.go:27 (test goroutine)" +
			" are not ordered (n: 100 -> 50 -> 0) [TestRace]", []string{
			"goroutine started at bank_test.go:23: write (n: 100 -> 50)",
			"test goroutine: read (n = 50)",
		}},
	} {
		i := slices.IndexFunc(list, func(d protocol.Diagnostic) bool { return d.Code == protocol.ProgressToken(protocol.String(tt.code)) })
		if i < 0 {
			t.Fatalf("no %s among %+v", tt.code, list)
		}
		d := list[i]
		if got := string(d.Message.(protocol.String)); got != tt.message {
			t.Errorf("message %q\nwant    %q", got, tt.message)
		}
		var texts []string
		for _, rel := range d.RelatedInformation {
			texts = append(texts, rel.Message)
		}
		rest := texts
		for _, want := range tt.related {
			i := slices.Index(rest, want)
			if i < 0 {
				t.Errorf("%s: no %q in order among\n%s", tt.code, want, strings.Join(texts, "\n"))
				continue
			}
			rest = rest[i+1:]
		}
		if len(texts) > maxRelated {
			t.Errorf("%s: %d related locations", tt.code, len(texts))
		}
	}
}
