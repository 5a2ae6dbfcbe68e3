package workers

import "testing"

func work(t *testing.T, p *Pool, workers, want int) {
	sum := 0
	for _, n := range p.Work(workers) {
		sum += n
	}
	if sum != want {
		t.Errorf("%d items done, want %d", sum, want)
	}
}

func Test2x1x1(t *testing.T) { work(t, NewPool(1, 1), 2, 1) }
func Test2x2x1(t *testing.T) { work(t, NewPool(2, 1), 2, 2) }
func Test2x1x2(t *testing.T) { work(t, NewPool(1, 2), 2, 3) }
func Test2x2x2(t *testing.T) { work(t, NewPool(2, 2), 2, 6) }
func Test3x3x1(t *testing.T) { work(t, NewPool(3, 1), 3, 3) }
func Test3x1x2(t *testing.T) { work(t, NewPool(1, 2), 3, 3) }
func Test3x2x2(t *testing.T) { work(t, NewPool(2, 2), 3, 6) }

func TestSilent2x1x1(t *testing.T) { work(t, NewSilentPool(1, 1), 2, 1) }
func TestSilent2x1x2(t *testing.T) { work(t, NewSilentPool(1, 2), 2, 3) }
func TestSilent3x2x1(t *testing.T) { work(t, NewSilentPool(2, 1), 3, 2) }
