// Package bank shows a lost update: every access to the balance is locked,
// and still deposits disappear.
package bank

import "sync"

// An Account guards each access to its balance by a lock.
//
// Deposit is wrong: it reads the balance in one critical section and writes
// it back in another. Two deposits at once may both start from the same
// balance, and the later write swallows the earlier one. There is no data
// race, so the race detector has nothing to say.
type Account struct {
	mu      sync.Mutex
	balance int
}

// Balance returns the money in the account.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

func (a *Account) setBalance(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance = n
}

// Deposit adds n to the balance.
func (a *Account) Deposit(n int) {
	a.setBalance(a.Balance() + n)
}

// A SafeAccount is an [Account] whose deposits are one critical section each.
type SafeAccount struct {
	mu      sync.Mutex
	balance int
}

// Balance returns the money in the account.
func (a *SafeAccount) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Deposit adds n to the balance.
func (a *SafeAccount) Deposit(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.balance += n
}
