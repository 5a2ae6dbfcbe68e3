// Package syscall is modelled because the machine makes no system calls: its
// types, constants and texts are the real ones, its functions have no
// bodies, so that calling one is unsupported, except those that have an
// answer inside the machine.
//
//mazurka:bodyless
//mazurka:keep Errno.* Signal.* WaitStatus.* Timespec.* Timeval.* Rusage.* errnoErr
//mazurka:keep StringByteSlice ByteSliceFromString StringBytePtr BytePtrFromString clen
//mazurka:keep TimespecToNsec NsecToTimespec TimevalToNsec NsecToTimeval setTimespec setTimeval
//mazurka:keep Stat_t.* Dirent.* Iovec.* Msghdr.* Cmsghdr.* CmsgLen CmsgSpace cmsgAlignOf
//mazurka:remove envLock env envs copyenv mapper
package syscall

import (
	"internal/godebug"
	"unsafe"
)

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)

func runtime_envs() []string

// env is the environment. Duplicates are dropped, the first one stays.
var env = func() []string {
	var list []string
	for _, s := range runtime_envs() {
		if i := assign(s); i > 0 && find(list, s[:i]) < 0 {
			list = append(list, s)
		}
	}
	return list
}()

// assign is the index of the = in k=v, or -1.
func assign(s string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '=' {
			return i
		}
	}
	return -1
}

// find is the index of key in a list of k=v, or -1.
func find(list []string, key string) int {
	for i, s := range list {
		if len(s) > len(key) && s[len(key)] == '=' && s[:len(key)] == key {
			return i
		}
	}
	return -1
}

func Getenv(key string) (value string, found bool) {
	if i := find(env, key); i >= 0 && key != "" {
		return env[i][len(key)+1:], true
	}
	return "", false
}

func Setenv(key, value string) error {
	if key == "" || assign(key) >= 0 {
		return EINVAL
	}
	for _, s := range [2]string{key, value} {
		for i := 0; i < len(s); i++ {
			if s[i] == 0 {
				return EINVAL
			}
		}
	}
	// A new list each time: Environ may have handed out the old one.
	list := append(make([]string, 0, len(env)+1), env...)
	if i := find(list, key); i >= 0 {
		list[i] = key + "=" + value
	} else {
		list = append(list, key+"="+value)
	}
	env = list
	notify(key, value)
	return nil
}

// notify tells package godebug about a change of its variable.
func notify(key, value string) {
	if key == "GODEBUG" {
		godebug.Update(value)
	}
}

func Unsetenv(key string) error {
	notify(key, "")
	if i := find(env, key); i >= 0 {
		env = append(append(make([]string, 0, len(env)), env[:i]...), env[i+1:]...)
	}
	return nil
}

func Clearenv() {
	notify("GODEBUG", "")
	env = nil
}

func Environ() []string { return append(make([]string, 0, len(env)), env...) }

func Exit(code int)
func Getpagesize() int { return 4096 }

// The machine's process. It runs as root, to whom permissions do not apply:
// the files of package os do not enforce them.

func Getpid() int  { return 4242 }
func Getppid() int { return 4241 }
func Getuid() int  { return 0 }
func Geteuid() int { return 0 }
func Getgid() int  { return 0 }
func Getegid() int { return 0 }
func Getpgrp() int { return 4242 }

func Getgroups() (gids []int, err error) { return []int{0}, nil }
func Umask(mask int) (oldmask int)       { return 0o022 }

func Getrlimit(resource int, rlim *Rlimit) (err error) {
	*rlim = Rlimit{Cur: 1 << 20, Max: 1 << 20}
	return nil
}

func Getrusage(who int, rusage *Rusage) (err error) {
	*rusage = Rusage{}
	return nil
}

// MachineSignal delivers a signal that the program sends to itself; package
// os/signal sets it. It reports whether the signal was caught or ignored.
var MachineSignal func(sig Signal) bool

func Kill(pid int, sig Signal) (err error) {
	if pid != Getpid() && pid != 0 {
		return ESRCH
	}
	if sig == 0 || MachineSignal != nil && sig != SIGKILL && sig != SIGSTOP && MachineSignal(sig) {
		return nil
	}
	switch sig {
	case SIGCHLD, SIGURG, SIGWINCH, SIGCONT:
		return nil // ignored unless caught
	}
	unsupported("a signal that ends the process: " + sig.String())
	return nil
}

// output writes to the program's standard output (1) or error (2).
func output(fd int, p []byte)

func Write(fd int, p []byte) (n int, err error) {
	if fd == Stdout || fd == Stderr {
		output(fd, p)
		return len(p), nil
	}
	return writeSocket(fd, p)
}

// Package internal/poll knows the sockets.

func writeSocket(fd int, p []byte) (n int, err error)
func Read(fd int, p []byte) (n int, err error)

// Uname tells of a system without a name of its own.
func Uname(buf *Utsname) (err error) {
	*buf = Utsname{}
	for i, s := range [...]string{"Linux", "localhost", "6.1.0", "#1 SMP", "x86_64", "(none)"} {
		field := [...]*[65]int8{&buf.Sysname, &buf.Nodename, &buf.Release, &buf.Version, &buf.Machine, &buf.Domainname}[i]
		for j := range len(s) {
			field[j] = int8(s[j])
		}
	}
	return nil
}

// Mmap gives anonymous memory of whole pages, or a file's content. It is memory
// like any other: protecting it has no effect.
func Mmap(fd int, offset int64, length int, prot int, flags int) (data []byte, err error) {
	if length <= 0 {
		return nil, EINVAL
	}
	if flags&MAP_ANON == 0 {
		hasFiles = true
		return mapFile(fd, offset, length, prot, flags)
	}
	const page = 4096
	b := make([]byte, length+page)
	skip := -uintptr(unsafe.Pointer(&b[0])) % page
	return b[skip : skip+uintptr(length) : skip+uintptr(length)], nil
}

func Munmap(b []byte) (err error) {
	if len(b) == 0 {
		return EINVAL
	}
	if hasFiles {
		unmapFile(uintptr(unsafe.Pointer(&b[0])))
	}
	return nil
}

// hasFiles: files have been mapped, which package os knows.
var hasFiles bool

func mapFile(fd int, offset int64, length int, prot int, flags int) ([]byte, error)
func unmapFile(addr uintptr)
func Flock(fd int, how int) (err error)

func Mprotect(b []byte, prot int) (err error)  { return nil }
func Madvise(b []byte, advice int) (err error) { return nil }
func Fsync(fd int) (err error)                 { return nil }
func Fdatasync(fd int) (err error)             { return nil }
