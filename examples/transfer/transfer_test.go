package transfer

import (
	"sync"
	"testing"
)

// exchange lets two people pay each other at the same time.
func exchange(t *testing.T, transfer func(from, to *Account, amount int)) {
	alice, bob := NewAccount(1, 100), NewAccount(2, 100)
	var wg sync.WaitGroup
	wg.Go(func() { transfer(alice, bob, 30) })
	wg.Go(func() { transfer(bob, alice, 10) })
	wg.Wait()
	if a, b := alice.Balance(), bob.Balance(); a != 80 || b != 120 {
		t.Errorf("balances are %d and %d, want 80 and 120", a, b)
	}
}

func TestTransferDeadlocks(t *testing.T) { exchange(t, Transfer) }

func TestTransferFixed(t *testing.T) { exchange(t, OrderedTransfer) }
