package bank

import (
	"sync"
	"testing"
)

type account interface {
	Deposit(n int)
	Balance() int
}

// depositTwice makes two deposits at the same time and expects to find both.
func depositTwice(t *testing.T, a account) {
	var wg sync.WaitGroup
	for _, n := range []int{50, 70} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			a.Deposit(n)
		}()
	}
	wg.Wait()
	if got := a.Balance(); got != 120 {
		t.Errorf("balance is %d after depositing 50 and 70, want 120", got)
	}
}

func TestDepositLosesUpdate(t *testing.T) { depositTwice(t, new(Account)) }

func TestDepositFixed(t *testing.T) { depositTwice(t, new(SafeAccount)) }
