//go:build !unix

package vm

// reserve returns n bytes of zeroed memory.
func reserve(n int) ([]byte, error) { return make([]byte, n), nil }

func release([]byte) {}
