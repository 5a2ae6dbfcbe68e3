package alarmclock

import (
	"sync"
	"testing"
)

// night lets clients sleep while a clock ticks.
func night(t *testing.T, sleep func(*Clock, int) (int, bool), clients, ticks int) {
	var c Clock
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			if at, rang := sleep(&c, i+1); !rang && at <= ticks {
				t.Errorf("client %d oversleeps: the alarm at %d does not ring", i, at)
			}
		})
	}
	for range ticks {
		c.Tick()
	}
	c.Stop()
	wg.Wait()
}

func Test1x2(t *testing.T) { night(t, (*Clock).Sleep, 1, 2) }
func Test2x2(t *testing.T) { night(t, (*Clock).Sleep, 2, 2) }
func Test2x4(t *testing.T) { night(t, (*Clock).Sleep, 2, 4) }
func Test3x3(t *testing.T) { night(t, (*Clock).Sleep, 3, 3) }
func Test4x3(t *testing.T) { night(t, (*Clock).Sleep, 4, 3) }
func Test5x4(t *testing.T) { night(t, (*Clock).Sleep, 5, 4) }

func TestCareless1x2(t *testing.T) { night(t, (*Clock).SleepCareless, 1, 2) }
func TestCareless2x2(t *testing.T) { night(t, (*Clock).SleepCareless, 2, 2) }
func TestCareless3x3(t *testing.T) { night(t, (*Clock).SleepCareless, 3, 3) }
