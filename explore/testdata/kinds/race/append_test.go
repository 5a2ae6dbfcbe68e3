package race

import "testing"

// want: race
func TestAppend(t *testing.T) {
	var all []int
	done := make(chan struct{})
	for i := range 2 {
		go func() {
			all = append(all, i)
			done <- struct{}{}
		}()
	}
	<-done
	<-done
	if len(all) != 2 {
		t.Errorf("%d results", len(all))
	}
}

// want: verified
func TestAppendFixed(t *testing.T) {
	all := make([]int, 2)
	done := make(chan struct{})
	for i := range 2 {
		go func() {
			all[i] = i
			done <- struct{}{}
		}()
	}
	<-done
	<-done
	if all[0] != 0 || all[1] != 1 {
		t.Error(all)
	}
}
