package airport

import (
	"sync"
	"testing"
)

// sell has customers book two legs each time, all but the last seat of each flight
// being for nobody else.
func sell(t *testing.T, take func(*Flight) bool, customers, bookings, flights int) {
	list := make([]*Flight, flights)
	for i := range list {
		list[i] = &Flight{seats: bookings + customers - 2}
	}
	var wg sync.WaitGroup
	tickets := make([]int, customers)
	for c := range customers {
		wg.Go(func() {
			for b := range bookings {
				if Book([]*Flight{list[b%flights], list[(b+1)%flights]}, take) {
					tickets[c]++
				}
			}
		})
	}
	wg.Wait()
	sold, want := 0, 0
	for i, f := range list {
		sold += f.sold
		if f.sold > f.seats {
			t.Errorf("%d seats of flight %d sold, there are %d", f.sold, i, f.seats)
		}
	}
	for _, n := range tickets {
		want += 2 * n
	}
	if sold != want {
		t.Errorf("%d seats sold, but %d in tickets", sold, want)
	}
}

func Test2x1x2(t *testing.T) { sell(t, (*Flight).take, 2, 1, 2) }
func Test2x2x2(t *testing.T) { sell(t, (*Flight).take, 2, 2, 2) }
func Test3x1x2(t *testing.T) { sell(t, (*Flight).take, 3, 1, 2) }
func Test2x3x3(t *testing.T) { sell(t, (*Flight).take, 2, 3, 3) }
func Test3x2x3(t *testing.T) { sell(t, (*Flight).take, 3, 2, 3) }
func Test4x2x3(t *testing.T) { sell(t, (*Flight).take, 4, 2, 3) }

func TestUnseen2x1x2(t *testing.T) { sell(t, (*Flight).takeUnseen, 2, 1, 2) }
func TestUnseen3x1x2(t *testing.T) { sell(t, (*Flight).takeUnseen, 3, 1, 2) }
