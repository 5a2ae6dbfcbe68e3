package tail

import (
	"slices"
	"testing"
)

// writeTwo writes two lines, closes the log and expects both to arrive.
func writeTwo(t *testing.T, readAll func(*Log) []string) {
	l := New(2)
	go func() {
		l.Write("first")
		l.Write("last")
		l.Close()
	}()
	if got := readAll(l); !slices.Equal(got, []string{"first", "last"}) {
		t.Errorf("read %q, want both lines", got)
	}
}

func TestReadAllDropsLast(t *testing.T) { writeTwo(t, (*Log).ReadAll) }

func TestReadAllFixed(t *testing.T) { writeTwo(t, (*Log).ReadRest) }
