//mazurka:patch
package sync

import "unsafe"

// A Pool is a stack: Get returns what was put last, since the last one is
// the one most likely to be still in use by mistake. Where the use of a pool is
// transparent, each goroutine has a stack of its own: without an edge from Put
// to Get a value must not pass from one to another. The stacks stand one after
// the other, so that what a pool contains does not depend on who came first.
type Pool struct {
	noCopy noCopy

	items []*poolItem

	New func() any
}

// A poolItem carries the edge from Put to the Get that returns the value.
type poolItem struct {
	x     any
	owner int // as poolOwner
}

func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	modifyPool(unsafe.Pointer(&p.items))
	item := &poolItem{x, poolOwner()}
	releaseObject(unsafe.Pointer(item))
	i := len(p.items)
	for i > 0 && p.items[i-1].owner > item.owner {
		i--
	}
	p.items = append(p.items, nil)
	copy(p.items[i+1:], p.items[i:])
	p.items[i] = item
}

func (p *Pool) Get() any {
	modifyPool(unsafe.Pointer(&p.items))
	owner := poolOwner()
	for i := len(p.items) - 1; i >= 0; i-- {
		item := p.items[i]
		if item.owner != owner {
			continue
		}
		copy(p.items[i:], p.items[i+1:])
		p.items[len(p.items)-1] = nil
		p.items = p.items[:len(p.items)-1]
		acquireObject(unsafe.Pointer(item))
		return item.x
	}
	if p.New != nil {
		return p.New()
	}
	return nil
}

// modifyPool is an operation on a pool: it orders, but makes no edge.
func modifyPool(p unsafe.Pointer)

// poolOwner is a number of the goroutine if the caller uses the pool
// transparently, and 0 otherwise.
func poolOwner() int
