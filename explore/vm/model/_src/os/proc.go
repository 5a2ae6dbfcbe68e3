// The process: arguments, environment, identity, exit. There are no others.

//mazurka:replace
package os

import (
	"errors"
	"internal/testlog"
	"syscall"
	"time"
)

// progArgs is the command line.
func progArgs() []string

var Args = progArgs()

// exitedInTest tells the machine that the program exits while a test runs.
func exitedInTest(code int)

// endGoroutine ends the calling goroutine without its deferred calls.
func endGoroutine()

func Exit(code int) {
	switch {
	case testlog.PanicOnExit0() && code == 0:
		panic("unexpected call to os.Exit(0) during test")
	case testlog.PanicOnExit0():
		exitedInTest(code)
	case testlog.Over():
		// The end of TestMain: goroutines that the test left behind go on.
		endGoroutine()
	}
	syscall.Exit(code)
}

func Getenv(key string) string            { v, _ := syscall.Getenv(key); return v }
func LookupEnv(key string) (string, bool) { return syscall.Getenv(key) }
func Clearenv()                           { syscall.Clearenv() }
func Environ() []string                   { return syscall.Environ() }
func ExpandEnv(s string) string           { return Expand(s, Getenv) }

func Setenv(key, value string) error {
	return NewSyscallError("setenv", syscall.Setenv(key, value))
}

func Unsetenv(key string) error { return syscall.Unsetenv(key) }

// Expand replaces $name and ${name}.
func Expand(s string, mapping func(string) string) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] != '$' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		name, n := varName(s[i+1:])
		switch {
		case name != "":
			out = append(out, mapping(name)...)
		case n == 0: // a $ before something else
			out = append(out, '$')
		}
		i += n
	}
	return string(out)
}

// varName is the name that s begins with, and how many bytes name it; 0 if
// none, no name but more than 0 bytes if it is ill-formed.
func varName(s string) (name string, n int) {
	switch {
	case s[0] == '{':
		if len(s) > 2 && isSpecialVar(s[1]) && s[2] == '}' {
			return s[1:2], 3
		}
		for i := 1; i < len(s); i++ {
			if s[i] == '}' {
				return s[1:i], i + 1
			}
		}
		return "", 1
	case isSpecialVar(s[0]):
		return s[:1], 1
	}
	for n < len(s) && (s[n] == '_' || '0' <= s[n] && s[n] <= '9' || 'a' <= s[n]|0x20 && s[n]|0x20 <= 'z') {
		n++
	}
	return s[:n], n
}

// isSpecialVar tells the one-character names of the shell.
func isSpecialVar(c byte) bool {
	switch c {
	case '*', '#', '$', '@', '!', '?', '-':
		return true
	}
	return '0' <= c && c <= '9'
}

func Getpid() int                 { return syscall.Getpid() }
func Getppid() int                { return syscall.Getppid() }
func Getuid() int                 { return syscall.Getuid() }
func Geteuid() int                { return syscall.Geteuid() }
func Getgid() int                 { return syscall.Getgid() }
func Getegid() int                { return syscall.Getegid() }
func Getgroups() ([]int, error)   { return syscall.Getgroups() }
func Getpagesize() int            { return syscall.Getpagesize() }
func Hostname() (string, error)   { return "localhost", nil }
func Executable() (string, error) { return absolute(Args[0]), nil }

// homeDir is the value of the first variable that is set, with a suffix.
func envDir(what string, vars ...string) (string, error) {
	for _, v := range vars {
		if dir := Getenv(v); dir != "" {
			return dir, nil
		}
	}
	return "", errors.New(what)
}

func UserHomeDir() (string, error) { return envDir("$HOME is not defined", "HOME") }

func UserCacheDir() (string, error)  { return userDir("XDG_CACHE_HOME", "/.cache") }
func UserConfigDir() (string, error) { return userDir("XDG_CONFIG_HOME", "/.config") }

func userDir(variable, below string) (string, error) {
	if dir := Getenv(variable); dir != "" {
		if dir[0] != '/' {
			return "", errors.New("path in $" + variable + " is relative")
		}
		return dir, nil
	}
	dir := Getenv("HOME")
	if dir == "" {
		return "", errors.New("neither $" + variable + " nor $HOME are defined")
	}
	return dir + below, nil
}

// A Signal is a signal of the operating system.
type Signal interface {
	String() string
	Signal()
}

var (
	Interrupt Signal = syscall.SIGINT
	Kill      Signal = syscall.SIGKILL
)

// A Process is a process; the only one there is is this one.
type Process struct {
	Pid int
}

type ProcAttr struct {
	Dir   string
	Env   []string
	Files []*File
	Sys   *syscall.SysProcAttr
}

func FindProcess(pid int) (*Process, error) { return &Process{pid}, nil }

func StartProcess(name string, argv []string, attr *ProcAttr) (*Process, error) {
	unsupported("os.StartProcess (" + name + ")")
	return nil, nil
}

func (p *Process) Signal(sig Signal) error {
	if p == nil || p.Pid == 0 {
		return errors.New("os: process not initialized")
	}
	s, ok := sig.(syscall.Signal)
	if !ok {
		return errors.New("os: unsupported signal type")
	}
	if p.Pid != Getpid() {
		return ErrProcessDone
	}
	return syscall.Kill(p.Pid, s)
}

func (p *Process) Kill() error    { return p.Signal(Kill) }
func (p *Process) Release() error { return nil }

func (p *Process) Wait() (*ProcessState, error) {
	return nil, NewSyscallError("wait", syscall.ECHILD)
}

func (p *Process) WithHandle(f func(handle uintptr)) error { return ErrNoHandle }

// A ProcessState is what is known of a process that has ended.
type ProcessState struct {
	pid    int
	status syscall.WaitStatus
}

func (p *ProcessState) Pid() int                  { return p.pid }
func (p *ProcessState) Exited() bool              { return p.status.Exited() }
func (p *ProcessState) Success() bool             { return p.status.ExitStatus() == 0 }
func (p *ProcessState) Sys() any                  { return p.status }
func (p *ProcessState) SysUsage() any             { return &syscall.Rusage{} }
func (p *ProcessState) SystemTime() time.Duration { return 0 }
func (p *ProcessState) UserTime() time.Duration   { return 0 }

func (p *ProcessState) ExitCode() int {
	if p == nil {
		return -1
	}
	return p.status.ExitStatus()
}

func (p *ProcessState) String() string {
	if p == nil {
		return "<nil>"
	}
	return "exit status " + decimal(uint64(p.status.ExitStatus()))
}
