//mazurka:patch
//mazurka:remove Mutex.lockSlow Mutex.unlockSlow
package sync

func (m *Mutex) Lock()
func (m *Mutex) TryLock() bool
func (m *Mutex) Unlock()
