package main

import (
	"encoding/json"
	"strings"
	"testing"
)

const staticModule = `-- go.mod --
module bank

go 1.26
-- bank.go --
package bank

import "sync"

type Account struct {
	mu, other sync.Mutex
	balance   int
	owner     string
	notes     []string
}

func (a *Account) Deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}

func (a *Account) Withdraw(n int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance < n {
		return false
	}
	a.balance -= n
	return true
}

func (a *Account) Peek() int { return a.balance }

func (a *Account) Rename(s string) {
	a.mu.Lock()
	a.owner = s
	a.mu.Unlock()
}

func (a *Account) Owner() string {
	a.other.Lock()
	defer a.other.Unlock()
	return a.owner
}

func (a *Account) Reset() {
	a.mu.Lock()
	a.owner = ""
	a.mu.Unlock()
}
-- bank_test.go --
package bank

import (
	"sync"
	"testing"
)

func TestBank(t *testing.T) {
	a := new(Account)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { a.Deposit(1); a.Rename("x") })
	}
	wg.Go(func() { a.Withdraw(a.Peek()); _ = a.Owner(); a.Reset() })
	wg.Wait()
	_ = a.balance
}
`

// TestStatic looks at suspicions: a field read without its mutex, and one under
// another mutex; but not what happens after all goroutines have ended.
func TestStatic(t *testing.T) {
	dir := module(t, staticModule)
	r := run(t, dir, "check", "-static", "-budget", "100ms")
	for _, want := range []string{
		"bank.go:28:41: likely: bank.Account.balance is read without bank.Account.mu, which is held at 3 other places\n\tbank.go:15:4: accessed with bank.Account.mu\n",
		"bank.go:39:11: possible: bank.Account.owner is read without bank.Account.mu (but with bank.Account.other), which is held at 2 other places\n",
	} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	if strings.Contains(r.stdout, "bank_test.go:16:") {
		t.Errorf("what happens after Wait is suspicious:\n%s", r.stdout)
	}
	r = run(t, dir, "check", "-static", "-json", "-budget", "100ms")
	line, _, _ := strings.Cut(r.stdout, "\n")
	var h jsonHint
	if err := json.Unmarshal([]byte(line), &h); err != nil || h.Type != "hint" || h.Confidence != "likely" || h.Pos != "bank.go:28:41" || len(h.Related) == 0 || h.Package != "bank" {
		t.Errorf("%v: %s", err, line)
	}
	if r := run(t, dir, "check", "-budget", "100ms"); strings.Contains(r.stdout, "likely") {
		t.Errorf("hints that nobody asked for:\n%s", r.stdout)
	}
}
