package main

import (
	"os"
	"path/filepath"
	"syscall"
)

// Files in memory, and locks on them.
func main() {
	dir, err := os.MkdirTemp("", "mmap")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "f")
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		panic(err)
	}
	f.Write([]byte("hello, world"))
	f.Truncate(8192)
	both := syscall.PROT_READ | syscall.PROT_WRITE
	m, err := syscall.Mmap(int(f.Fd()), 0, 8192, both, syscall.MAP_SHARED)
	println(err == nil, len(m), cap(m), string(m[:12]))
	copy(m, "HELLO")
	f.WriteAt([]byte("W"), 7)
	f.WriteAt([]byte("page"), 5000)
	text, _ := os.ReadFile(name)
	println(string(text[:12]), string(m[:12]), string(m[5000:5004]))
	second, err := syscall.Mmap(int(f.Fd()), 4096, 4096, syscall.PROT_READ, syscall.MAP_SHARED)
	println(err == nil, string(second[5000-4096:5004-4096]))
	private, err := syscall.Mmap(int(f.Fd()), 0, 4096, both, syscall.MAP_PRIVATE)
	copy(private, "mine!")
	println(err == nil, string(private[:5]), string(m[:5]))
	f.Truncate(3)
	f.Truncate(4096)
	println(m[2], m[3], m[4000])
	println(syscall.Munmap(private) == nil, syscall.Munmap(second) == nil, syscall.Munmap(m) == nil)
	f.WriteAt([]byte("x"), 10000)
	m, err = syscall.Mmap(int(f.Fd()), 0, 12288, syscall.PROT_READ, syscall.MAP_SHARED)
	println(err == nil, string(m[:2]), m[3], string(m[10000]))

	r, _ := os.Open(name)
	fails := func(f *os.File, offset int64, length, prot, flags int) {
		_, err := syscall.Mmap(int(f.Fd()), offset, length, prot, flags)
		println(err.Error())
	}
	fails(r, 0, 10, both, syscall.MAP_SHARED)
	fails(f, 1, 10, both, syscall.MAP_SHARED)
	fails(f, 0, 0, both, syscall.MAP_SHARED)
	d, _ := os.Open(dir)
	fails(d, 0, 10, syscall.PROT_READ, syscall.MAP_SHARED)
	_, err = syscall.Mmap(1000, 0, 10, syscall.PROT_READ, syscall.MAP_SHARED)
	println(err.Error())

	lock := func(f *os.File, how int) bool { return syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB) == nil }
	println(lock(f, syscall.LOCK_SH), lock(r, syscall.LOCK_SH), lock(f, syscall.LOCK_EX))
	println(lock(r, syscall.LOCK_UN), lock(f, syscall.LOCK_EX), lock(r, syscall.LOCK_SH))
	println(syscall.Flock(int(r.Fd()), syscall.LOCK_SH|syscall.LOCK_NB) == syscall.EWOULDBLOCK)
	syscall.Munmap(m)
	f.Close()
	println(lock(r, syscall.LOCK_EX))
	waiter, _ := os.Open(name)
	done := make(chan bool)
	go func() { done <- syscall.Flock(int(waiter.Fd()), syscall.LOCK_SH) == nil }()
	r.Close()
	println(<-done)
}
