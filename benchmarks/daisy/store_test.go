package daisy

import (
	"sync"
	"testing"
)

// use has users append, read and truncate in turns, beginning with one or the
// other.
func use(t *testing.T, add func(*Store, int, byte) bool, users, operations, files int) {
	s := New(files, users*operations)
	var wg sync.WaitGroup
	for u := range users {
		wg.Go(func() {
			for op := range operations {
				name := (u + op) % files
				switch (u + op) % 3 {
				case 0:
					if !add(s, name, byte(u)) {
						t.Error("the disk is full")
					}
				case 1:
					if content, size := s.Read(name); len(content) != size {
						t.Errorf("%d bytes in a file of size %d", len(content), size)
					}
				case 2:
					s.Truncate(name)
				}
			}
		})
	}
	wg.Wait()
}

func Test2x1x1(t *testing.T) { use(t, (*Store).Append, 2, 1, 1) }
func Test2x2x2(t *testing.T) { use(t, (*Store).Append, 2, 2, 2) }
func Test2x3x1(t *testing.T) { use(t, (*Store).Append, 2, 3, 1) }
func Test3x2x2(t *testing.T) { use(t, (*Store).Append, 3, 2, 2) }
func Test3x3x2(t *testing.T) { use(t, (*Store).Append, 3, 3, 2) }
func Test4x3x2(t *testing.T) { use(t, (*Store).Append, 4, 3, 2) }

func TestEager2x1x1(t *testing.T) { use(t, (*Store).AppendEager, 2, 1, 1) }
func TestEager3x2x1(t *testing.T) { use(t, (*Store).AppendEager, 3, 2, 1) }
