// Package transfer shows the AB-BA deadlock: two locks taken in the order in
// which the arguments happen to come.
package transfer

import "sync"

// An Account is a balance with a lock of its own.
type Account struct {
	ID int

	mu      sync.Mutex
	balance int
}

// NewAccount returns an account holding some money. IDs must be unique.
func NewAccount(id, balance int) *Account {
	return &Account{ID: id, balance: balance}
}

// Balance returns the money in the account.
func (a *Account) Balance() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Transfer moves amount between two accounts.
//
// It is wrong: it locks the payer first and the payee second. If the payee
// pays back at the same moment, each transfer holds the lock the other needs.
func Transfer(from, to *Account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}

// OrderedTransfer is [Transfer] with the locks taken in the order of the
// accounts' IDs, whoever pays.
func OrderedTransfer(from, to *Account, amount int) {
	first, second := from, to
	if second.ID < first.ID {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= amount
	to.balance += amount
}
