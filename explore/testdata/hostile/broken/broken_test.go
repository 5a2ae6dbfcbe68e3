package broken

import "testing"

func TestAdd(t *testing.T) {
	if Add(1, 2) != "three" {
		t.Error("wrong")
	}
}
