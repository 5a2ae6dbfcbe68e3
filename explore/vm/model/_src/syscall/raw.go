// Raw system calls. Of the few that have an answer inside the machine, most are
// made by golang.org/x/sys/unix: is this a terminal, and what of this socket.

//mazurka:bodyless
package syscall

import "unsafe"

func Syscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	fail := ^uintptr(0)
	switch trap {
	case SYS_GETPID, SYS_GETTID:
		return uintptr(Getpid()), 0, 0
	case SYS_GETPPID:
		return uintptr(Getppid()), 0, 0
	case SYS_GETUID, SYS_GETEUID, SYS_GETGID, SYS_GETEGID:
		return 0, 0, 0
	case SYS_MMAP:
		b, err := Mmap(int(a5), int64(a6), int(a2), int(a3), int(a4))
		if err != nil {
			return fail, 0, err.(Errno)
		}
		return uintptr(unsafe.Pointer(&b[0])), 0, 0
	case SYS_MUNMAP:
		if err := Munmap(unsafe.Slice((*byte)(unsafe.Pointer(a1)), a2)); err != nil {
			return fail, 0, err.(Errno)
		}
		return 0, 0, 0
	case SYS_FLOCK:
		if err := Flock(int(a1), int(a2)); err != nil {
			return fail, 0, err.(Errno)
		}
		return 0, 0, 0
	case SYS_MADVISE, SYS_MPROTECT, SYS_MSYNC, SYS_MLOCK, SYS_MUNLOCK, SYS_FSYNC, SYS_FDATASYNC:
		return 0, 0, 0
	case SYS_UNAME:
		return 0, 0, errno(Uname((*Utsname)(unsafe.Pointer(a1))))
	case SYS_GETRLIMIT:
		return 0, 0, errno(Getrlimit(int(a1), (*Rlimit)(unsafe.Pointer(a2))))
	case SYS_READ, SYS_WRITE:
		call, p := Read, unsafe.Slice((*byte)(unsafe.Pointer(a2)), a3)
		if trap == SYS_WRITE {
			call = Write
		}
		n, err := call(int(a1), p)
		if err != nil {
			return fail, 0, err.(Errno)
		}
		return uintptr(n), 0, 0
	case SYS_IOCTL:
		return fail, 0, ENOTTY
	case SYS_SETSOCKOPT:
		if a5 != 4 {
			unsupported("an option of a socket that is not a number")
		}
		if err := SetsockoptInt(int(a1), int(a2), int(a3), int(*(*int32)(unsafe.Pointer(a4)))); err != nil {
			return fail, 0, err.(Errno)
		}
		return 0, 0, 0
	case SYS_GETSOCKOPT:
		size := (*uint32)(unsafe.Pointer(a5))
		if *size != 4 {
			return largeOption(int(a1), int(a2), int(a3), unsafe.Slice((*byte)(unsafe.Pointer(a4)), *size))
		}
		v, err := GetsockoptInt(int(a1), int(a2), int(a3))
		if err != nil {
			return fail, 0, err.(Errno)
		}
		*(*int32)(unsafe.Pointer(a4)) = int32(v)
		return 0, 0, 0
	}
	unsupported("system call " + decimal(trap))
	return fail, 0, ENOSYS
}

func errno(err error) Errno {
	if err == nil {
		return 0
	}
	return err.(Errno)
}

// largeOption gets an option of a socket that is a structure: no lingering, no
// timeouts, and nothing counted.
func largeOption(fd, level, opt int, value []byte) (r1, r2 uintptr, err Errno) {
	if _, err := GetsockoptInt(fd, SOL_SOCKET, SO_TYPE); err != nil {
		return ^uintptr(0), 0, err.(Errno)
	}
	clear(value)
	switch {
	case level == SOL_SOCKET && (opt == SO_LINGER || opt == SO_RCVTIMEO || opt == SO_SNDTIMEO):
	case level == IPPROTO_TCP && opt == TCP_INFO:
	default:
		unsupported("an option of a socket that is not a number")
	}
	return 0, 0, 0
}

func decimal(n uintptr) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + decimal(n%10)
}

func Syscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall6(trap, a1, a2, a3, 0, 0, 0)
}

func RawSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall6(trap, a1, a2, a3, 0, 0, 0)
}

func RawSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall6(trap, a1, a2, a3, a4, a5, a6)
}

// Those of golang.org/x/sys/unix jump to the ones above.

//go:linkname unixSyscall golang.org/x/sys/unix.Syscall
func unixSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall(trap, a1, a2, a3)
}

//go:linkname unixSyscall6 golang.org/x/sys/unix.Syscall6
func unixSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall6(trap, a1, a2, a3, a4, a5, a6)
}

//go:linkname unixRawSyscall golang.org/x/sys/unix.RawSyscall
func unixRawSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall(trap, a1, a2, a3)
}

//go:linkname unixRawSyscall6 golang.org/x/sys/unix.RawSyscall6
func unixRawSyscall6(trap, a1, a2, a3, a4, a5, a6 uintptr) (r1, r2 uintptr, err Errno) {
	return Syscall6(trap, a1, a2, a3, a4, a5, a6)
}

//go:linkname unixSyscallNoError golang.org/x/sys/unix.SyscallNoError
func unixSyscallNoError(trap, a1, a2, a3 uintptr) (r1, r2 uintptr) {
	r1, r2, _ = Syscall(trap, a1, a2, a3)
	return r1, r2
}

//go:linkname unixRawSyscallNoError golang.org/x/sys/unix.RawSyscallNoError
func unixRawSyscallNoError(trap, a1, a2, a3 uintptr) (r1, r2 uintptr) {
	r1, r2, _ = Syscall(trap, a1, a2, a3)
	return r1, r2
}
