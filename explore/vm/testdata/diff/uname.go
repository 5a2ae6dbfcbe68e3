package main

import (
	"syscall"
	"unsafe"
)

func text(field []int8) string {
	var b []byte
	for _, c := range field {
		if c == 0 {
			break
		}
		b = append(b, byte(c))
	}
	return string(b)
}

func main() {
	var u, v syscall.Utsname
	println(syscall.Uname(&u) == nil, text(u.Sysname[:]), text(u.Machine[:]), len(text(u.Release[:])) > 3)
	_, _, errno := syscall.RawSyscall(syscall.SYS_UNAME, uintptr(unsafe.Pointer(&v)), 0, 0)
	println(errno == 0, v == u)
	var r, s syscall.Rlimit
	println(syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r) == nil, r.Cur > 100)
	_, _, errno = syscall.RawSyscall(syscall.SYS_GETRLIMIT, syscall.RLIMIT_NOFILE, uintptr(unsafe.Pointer(&s)), 0)
	println(errno == 0, s == r)
}
