// The functions are the machine's; the methods of the types are, too, so that
// each is one operation where it is called. A Value is an interface whose
// every method is one operation.
//
//mazurka:patch
//mazurka:remove efaceWords firstStoreInProgress runtime_procPin runtime_procUnpin
package atomic

import "unsafe"

func observeObject(p unsafe.Pointer)
func modifyObject(p unsafe.Pointer)
func replaceObject(p unsafe.Pointer)

func (v *Value) Load() (val any) {
	observeObject(unsafe.Pointer(v))
	return v.v
}

func (v *Value) Store(val any) {
	if val == nil {
		panic("sync/atomic: store of nil value into Value")
	}
	replaceObject(unsafe.Pointer(v))
	if v.v != nil && typeOf(v.v) != typeOf(val) {
		panic("sync/atomic: store of inconsistently typed value into Value")
	}
	v.v = val
}

func (v *Value) Swap(new any) (old any) {
	if new == nil {
		panic("sync/atomic: swap of nil value into Value")
	}
	modifyObject(unsafe.Pointer(v))
	if v.v != nil && typeOf(v.v) != typeOf(new) {
		panic("sync/atomic: swap of inconsistently typed value into Value")
	}
	old, v.v = v.v, new
	return old
}

func (v *Value) CompareAndSwap(old, new any) (swapped bool) {
	if new == nil {
		panic("sync/atomic: compare and swap of nil value into Value")
	}
	if old != nil && typeOf(old) != typeOf(new) {
		panic("sync/atomic: compare and swap of inconsistently typed values")
	}
	modifyObject(unsafe.Pointer(v))
	if v.v != nil && typeOf(v.v) != typeOf(new) {
		panic("sync/atomic: compare and swap of inconsistently typed value into Value")
	}
	if v.v != old {
		return false
	}
	v.v = new
	return true
}

// typeOf is the type word of an interface.
func typeOf(x any) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&x)) }
