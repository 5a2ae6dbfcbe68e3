package testlib

import "testing"

type request struct{ path, user string }

func (r *request) handle() string { return r.user + r.path }

// want: race
func TestParallel(t *testing.T) {
	req := &request{user: "gopher"}
	for _, path := range []string{"/a", "/b"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			req.path = path
			if got := req.handle(); got != "gopher"+path {
				t.Errorf("handled %q", got)
			}
		})
	}
}

// want: verified
func TestParallelFixed(t *testing.T) {
	for _, path := range []string{"/a", "/b"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			req := &request{path, "gopher"}
			if got := req.handle(); got != "gopher"+path {
				t.Errorf("handled %q", got)
			}
		})
	}
}
