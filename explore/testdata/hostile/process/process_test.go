// Package process starts a process and sends signals.
package process

import (
	"os"
	"os/exec"
	"testing"
)

// want: unsupported
func TestExec(t *testing.T) {
	if err := exec.Command("/bin/true").Run(); err != nil {
		t.Fatal(err)
	}
}

// want: unsupported|failure
func TestKill(t *testing.T) {
	p, err := os.FindProcess(os.Getppid())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Kill(); err != nil {
		t.Fatal(err)
	}
}
