//mazurka:patch
package sync

// addWaitGroup adds to the counter and returns it.
func addWaitGroup(wg *WaitGroup, delta int) int32

func (wg *WaitGroup) Add(delta int) {
	if addWaitGroup(wg, delta) < 0 {
		panic("sync: negative WaitGroup counter")
	}
}

func (wg *WaitGroup) Done() {
	if addWaitGroup(wg, -1) < 0 {
		panic("sync: negative WaitGroup counter")
	}
}

func (wg *WaitGroup) Wait()
