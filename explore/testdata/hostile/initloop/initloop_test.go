// Package initloop never gets past its initialisation.
package initloop

import "testing"

var forever = func() int {
	for {
	}
}()

// want: livelock|incomplete
func TestNever(t *testing.T) { t.Log(forever) }
