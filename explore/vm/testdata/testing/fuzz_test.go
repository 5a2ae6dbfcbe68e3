package order

import (
	"fmt"
	"sync"
	"testing"
)

func FuzzSeeds(f *testing.F) {
	f.Cleanup(func() { fmt.Println("cleanup") })
	f.Add("added", 3, byte(4), []byte("x"), 2.5, 'y', false)
	f.Add("", 0, byte(0), []byte(nil), 0.0, rune(0), true)
	f.Log("before")
	f.Fuzz(func(t *testing.T, s string, i int, b byte, raw []byte, x float64, r rune, ok bool) {
		t.Cleanup(func() { fmt.Println("cleanup of", t.Name()) })
		fmt.Printf("%s: %q %d %d %q %v %q %v\n", t.Name(), s, i, b, raw, x, r, ok)
		t.Log("logged")
		if s == "" {
			t.Skip("nothing to do")
		}
	})
	fmt.Println("after", f.Failed())
}

func FuzzSubtests(f *testing.F) {
	f.Add(2)
	f.Fuzz(func(t *testing.T, n int) {
		var wg sync.WaitGroup
		for i := range n {
			wg.Add(1)
			t.Run(fmt.Sprint("sub ", i), func(t *testing.T) {
				defer wg.Done()
				fmt.Println(t.Name())
			})
		}
		wg.Wait()
	})
}

func FuzzSkipped(f *testing.F) {
	f.Skip("not here")
}
