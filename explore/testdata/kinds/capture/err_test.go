package capture

import (
	"errors"
	"sync"
	"testing"
)

var errRemote = errors.New("remote")

func local() error  { return nil }
func remote() error { return errRemote }

// both runs two functions and assigns to one captured err.
func both(f, g func() error) (err error) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		if e := f(); e != nil {
			err = e
		}
	}()
	if e := g(); err == nil {
		err = e
	}
	wg.Wait()
	return err
}

func bothOwn(f, g func() error) error {
	errs := make([]error, 2)
	var wg sync.WaitGroup
	for i, f := range []func() error{f, g} {
		wg.Go(func() { errs[i] = f() })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// want: race
func TestErr(t *testing.T) {
	if err := both(remote, local); !errors.Is(err, errRemote) {
		t.Errorf("got %v", err)
	}
}

// want: verified
func TestErrFixed(t *testing.T) {
	if err := bothOwn(remote, local); !errors.Is(err, errRemote) {
		t.Errorf("got %v", err)
	}
}
