// Package exit ends the process in the middle of a test.
package exit

import (
	"os"
	"testing"
)

// want: failure|panic|misuse
func TestExit(t *testing.T) { os.Exit(3) }

// want: failure|panic|misuse
func TestExitZero(t *testing.T) {
	go os.Exit(0)
	select {}
}
