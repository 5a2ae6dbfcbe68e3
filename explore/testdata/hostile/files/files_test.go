// Package files reads without end, and where it should not.
package files

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// want: failure|incomplete|unsupported
func TestZero(t *testing.T) {
	data, err := os.ReadFile("/dev/zero")
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(data))
}

// want: failure|incomplete|unsupported
func TestSparse(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "sparse"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(1 << 40); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(data))
}

// want: verified
func TestSecrets(t *testing.T) {
	for _, name := range []string{"/etc/shadow", "/proc/self/environ", filepath.Join(os.Getenv("HOME"), ".bashrc")} {
		if data, err := os.ReadFile(name); err == nil {
			t.Errorf("read %d bytes of %s", len(data), name)
		}
	}
}
