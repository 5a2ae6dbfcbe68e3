//mazurka:patch
package sync

import "unsafe"

// A Pool is a stack: Get returns what was put last, since the last one is
// the one most likely to be still in use by mistake.
type Pool struct {
	noCopy noCopy

	items []*poolItem

	New func() any
}

// A poolItem carries the edge from Put to the Get that returns the value.
type poolItem struct{ x any }

func (p *Pool) Put(x any) {
	if x == nil {
		return
	}
	modifyPool(unsafe.Pointer(&p.items))
	item := &poolItem{x}
	releaseObject(unsafe.Pointer(item))
	p.items = append(p.items, item)
}

func (p *Pool) Get() any {
	modifyPool(unsafe.Pointer(&p.items))
	if n := len(p.items); n > 0 {
		item := p.items[n-1]
		p.items[n-1] = nil
		p.items = p.items[:n-1]
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
