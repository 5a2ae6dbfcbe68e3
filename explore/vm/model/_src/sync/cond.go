//mazurka:patch
package sync

import "unsafe"

// enqueueCond takes a ticket, sleepCond waits until it is called.
func enqueueCond(l *notifyList)
func sleepCond(l *notifyList)
func signalCond(l *notifyList)
func broadcastCond(l *notifyList)

func (c *Cond) Wait() {
	c.checker.check()
	enqueueCond(&c.notify)
	c.L.Unlock()
	sleepCond(&c.notify)
	c.L.Lock()
}

func (c *Cond) Signal() {
	c.checker.check()
	signalCond(&c.notify)
}

func (c *Cond) Broadcast() {
	c.checker.check()
	broadcastCond(&c.notify)
}

func (c *copyChecker) check() {
	if *c == 0 {
		*c = copyChecker(uintptr(unsafe.Pointer(c)))
	}
	if uintptr(*c) != uintptr(unsafe.Pointer(c)) {
		panic("sync.Cond is copied")
	}
}
