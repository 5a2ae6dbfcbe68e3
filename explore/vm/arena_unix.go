//go:build unix

package vm

import "syscall"

// reserve returns n bytes of zeroed memory that cost nothing until touched.
func reserve(n int) ([]byte, error) {
	return syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE|mapNoReserve)
}

func release(b []byte) {
	if b != nil {
		_ = syscall.Munmap(b)
	}
}
