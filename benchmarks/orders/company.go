// Package orders is a company whose warehouses take orders and payments at
// several terminals: "Simple JBB" of [P16].
//
// Tests are named by terminals, transactions of each, and warehouses. The error is
// in the orders that need stock of two warehouses: they lock theirs first, which
// ends in a deadlock.
package orders

import "sync"

// A Company has warehouses.
type Company struct {
	warehouses []*warehouse

	mu     sync.Mutex
	income int
}

type warehouse struct {
	mu     sync.Mutex
	stock  int
	orders []int // amounts not yet delivered
}

// New returns a company with some items in each of its warehouses.
func New(warehouses, stock int) *Company {
	c := new(Company)
	for range warehouses {
		c.warehouses = append(c.warehouses, &warehouse{stock: stock})
	}
	return c
}

// Order enters an order at a warehouse. The last item comes from another one.
func (c *Company) Order(home, remote, items int) {
	first, second := c.warehouses[min(home, remote)], c.warehouses[max(home, remote)]
	first.mu.Lock()
	defer first.mu.Unlock()
	if first != second {
		second.mu.Lock()
		defer second.mu.Unlock()
	}
	c.enter(home, remote, items)
}

// OrderGreedy is Order, home first.
func (c *Company) OrderGreedy(home, remote, items int) {
	h, r := c.warehouses[home], c.warehouses[remote]
	h.mu.Lock()
	defer h.mu.Unlock()
	if h != r {
		r.mu.Lock()
		defer r.mu.Unlock()
	}
	c.enter(home, remote, items)
}

// enter enters an order. Both warehouses are locked.
func (c *Company) enter(home, remote, items int) {
	h := c.warehouses[home]
	h.stock -= items - 1
	c.warehouses[remote].stock--
	h.orders = append(h.orders, items)
}

// Deliver delivers the oldest order of a warehouse, if there is one, and is paid for
// it.
func (c *Company) Deliver(home int) {
	h := c.warehouses[home]
	h.mu.Lock()
	if len(h.orders) == 0 {
		h.mu.Unlock()
		return
	}
	items := h.orders[0]
	h.orders = h.orders[1:]
	h.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.income += items
}

// Audit counts the items that are in stock, ordered and paid for.
func (c *Company) Audit() (stock, ordered, paid int) {
	for _, w := range c.warehouses {
		w.mu.Lock()
		stock += w.stock
		for _, items := range w.orders {
			ordered += items
		}
		w.mu.Unlock()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return stock, ordered, c.income
}
