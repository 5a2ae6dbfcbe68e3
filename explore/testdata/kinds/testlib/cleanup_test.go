package testlib

import (
	"sync/atomic"
	"testing"
)

type db struct{ closed atomic.Bool }

func (d *db) Close() { d.closed.Store(true) }

func (d *db) query(t *testing.T) {
	if d.closed.Load() {
		t.Error("query of a closed database")
	}
}

func queries(t *testing.T, d *db) {
	for _, name := range []string{"one", "two"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d.query(t)
		})
	}
}

// want: failure
func TestDeferredClose(t *testing.T) {
	d := new(db)
	defer d.Close()
	queries(t, d)
}

// want: verified
func TestDeferredCloseFixed(t *testing.T) {
	d := new(db)
	t.Cleanup(d.Close)
	queries(t, d)
}
