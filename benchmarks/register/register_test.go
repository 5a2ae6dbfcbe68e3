package register

import (
	"sync"
	"sync/atomic"
	"testing"
)

// store has one writer and some readers.
func store(t *testing.T, writes, readers, servers, quorum int) {
	r := New(servers, quorum)
	var written atomic.Int64
	var wg sync.WaitGroup
	wg.Go(func() {
		for time := 1; time <= writes; time++ {
			r.Write(time)
			written.Store(int64(time))
		}
	})
	for range readers {
		wg.Go(func() {
			before := int(written.Load())
			if got := r.Read(); got < before {
				t.Errorf("read %d, but %d was written before", got, before)
			}
		})
	}
	wg.Wait()
	r.Close()
}

func Test1x1x1(t *testing.T) { store(t, 1, 1, 1, 1) }
func Test1x1x2(t *testing.T) { store(t, 1, 1, 2, 2) }
func Test1x1x3(t *testing.T) { store(t, 1, 1, 3, 2) }
func Test2x1x3(t *testing.T) { store(t, 2, 1, 3, 2) }
func Test1x2x3(t *testing.T) { store(t, 1, 2, 3, 2) }

func TestOne1x1x2(t *testing.T) { store(t, 1, 1, 2, 1) }
func TestOne1x1x3(t *testing.T) { store(t, 1, 1, 3, 1) }
func TestOne2x1x3(t *testing.T) { store(t, 2, 1, 3, 1) }
