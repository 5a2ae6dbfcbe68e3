// The types of package sync keep their layout; their operations are the
// machine's. What calls user code, or is made of several operations, is
// written here in terms of those.
//
//mazurka:patch
//mazurka:remove poolLocal poolLocalInternal
//mazurka:remove poolCleanup allPoolsMu allPools oldPools indexLocal poolRaceHash poolRaceAddr
//mazurka:remove runtime_registerPoolCleanup runtime_LoadAcquintptr runtime_StoreReluintptr runtime_randn
//mazurka:remove Pool.getSlow Pool.pin Pool.pinSlow
//mazurka:remove Once.doSlow RWMutex.rUnlockSlow
//mazurka:remove runtime_notifyListAdd runtime_notifyListWait runtime_notifyListNotifyAll runtime_notifyListNotifyOne runtime_notifyListCheck
//mazurka:noinit
package sync

import "unsafe"

func (m *Mutex) Lock()
func (m *Mutex) TryLock() bool
func (m *Mutex) Unlock()

func (rw *RWMutex) Lock()
func (rw *RWMutex) TryLock() bool
func (rw *RWMutex) Unlock()
func (rw *RWMutex) RLock()
func (rw *RWMutex) TryRLock() bool
func (rw *RWMutex) RUnlock()

// What a model touches as a whole: each is one visible operation on the
// object at p. The step of the goroutine goes on with what follows, so the
// plain code behind it is atomic.
func observeObject(p unsafe.Pointer)
func modifyObject(p unsafe.Pointer)

// Edges of happens-before alone.
func acquireObject(p unsafe.Pointer)
func releaseObject(p unsafe.Pointer)
