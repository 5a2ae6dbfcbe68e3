package orders

import (
	"sync"
	"testing"
)

// business has terminals enter orders and deliver in turns.
func business(t *testing.T, order func(c *Company, home, remote, items int), terminals, transactions, warehouses int) {
	const stock = 20
	c := New(warehouses, stock)
	var wg sync.WaitGroup
	for i := range terminals {
		home := i % warehouses
		wg.Go(func() {
			for n := range transactions {
				if n%2 == 0 {
					order(c, home, (home+1)%warehouses, n+2)
				} else {
					c.Deliver(home)
				}
			}
		})
	}
	wg.Wait()
	in, ordered, paid := c.Audit()
	if in+ordered+paid != warehouses*stock {
		t.Errorf("%d items in stock, %d ordered, %d paid for; there were %d", in, ordered, paid, warehouses*stock)
	}
}

func Test2x1x1(t *testing.T) { business(t, (*Company).Order, 2, 1, 1) }
func Test2x2x2(t *testing.T) { business(t, (*Company).Order, 2, 2, 2) }
func Test3x2x2(t *testing.T) { business(t, (*Company).Order, 3, 2, 2) }
func Test3x2x3(t *testing.T) { business(t, (*Company).Order, 3, 2, 3) }
func Test2x4x2(t *testing.T) { business(t, (*Company).Order, 2, 4, 2) }
func Test3x3x3(t *testing.T) { business(t, (*Company).Order, 3, 3, 3) }
func Test4x4x4(t *testing.T) { business(t, (*Company).Order, 4, 4, 4) }

func TestGreedy2x1x2(t *testing.T) { business(t, (*Company).OrderGreedy, 2, 1, 2) }
func TestGreedy3x2x3(t *testing.T) { business(t, (*Company).OrderGreedy, 3, 2, 3) }
