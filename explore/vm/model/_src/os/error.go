// Errors.

//mazurka:replace
package os

import (
	"errors"
	"internal/poll"
	"io/fs"
	"syscall"
)

var (
	ErrInvalid          = fs.ErrInvalid
	ErrPermission       = fs.ErrPermission
	ErrExist            = fs.ErrExist
	ErrNotExist         = fs.ErrNotExist
	ErrClosed           = fs.ErrClosed
	ErrNoDeadline       = poll.ErrNoDeadline
	ErrDeadlineExceeded = poll.ErrDeadlineExceeded
	ErrProcessDone      = errors.New("os: process already finished")
	ErrNoHandle         = errors.New("os: process handle unavailable")

	errNegativeOffset      = errors.New("negative offset")
	errPatternHasSeparator = errors.New("pattern contains path separator")
	errWriteAtInAppendMode = errors.New("os: invalid use of WriteAt on file opened with O_APPEND")
	errPathEscapes         = errors.New("path escapes from parent")
)

type PathError = fs.PathError

// A SyscallError is an error of a system call.
type SyscallError struct {
	Syscall string
	Err     error
}

func (e *SyscallError) Error() string { return e.Syscall + ": " + e.Err.Error() }
func (e *SyscallError) Unwrap() error { return e.Err }

func (e *SyscallError) Timeout() bool {
	t, ok := e.Err.(interface{ Timeout() bool })
	return ok && t.Timeout()
}

func NewSyscallError(syscall string, err error) error {
	if err == nil {
		return nil
	}
	return &SyscallError{syscall, err}
}

// A LinkError is an error of an operation on two paths.
type LinkError struct {
	Op  string
	Old string
	New string
	Err error
}

func (e *LinkError) Error() string { return e.Op + " " + e.Old + " " + e.New + ": " + e.Err.Error() }
func (e *LinkError) Unwrap() error { return e.Err }

// cause unwraps the errors of this package, once, and no others.
func cause(err error) error {
	switch e := err.(type) {
	case *PathError:
		return e.Err
	case *LinkError:
		return e.Err
	case *SyscallError:
		return e.Err
	}
	return err
}

func causeIs(err, target error) bool {
	err = cause(err)
	if err == target {
		return true
	}
	e, ok := err.(syscall.Errno)
	return ok && e.Is(target)
}

func IsExist(err error) bool      { return causeIs(err, ErrExist) }
func IsNotExist(err error) bool   { return causeIs(err, ErrNotExist) }
func IsPermission(err error) bool { return causeIs(err, ErrPermission) }

func IsTimeout(err error) bool {
	t, ok := cause(err).(interface{ Timeout() bool })
	return ok && t.Timeout()
}
