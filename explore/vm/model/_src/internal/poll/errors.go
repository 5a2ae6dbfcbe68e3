// Package poll is modelled because there is no host to poll: sockets are
// objects in memory that are connected with each other. What package net and
// the types of its addresses and errors make of them is the real source.
//
// An operation on a socket begins with the one visible operation that it is
// for the searches (awaitItem, awaitRoom, hangUp, or one on a name or a
// control): what follows up to the next one is part of the same step, so it
// needs no lock. Memory of the user is copied where races on it are found.
//
//mazurka:replace
package poll

import "errors"

type errNetClosing struct{}

func (e errNetClosing) Error() string   { return "use of closed network connection" }
func (e errNetClosing) Timeout() bool   { return false }
func (e errNetClosing) Temporary() bool { return false }

var (
	ErrNetClosing             = errNetClosing{}
	ErrFileClosing            = errors.New("use of closed file")
	ErrNoDeadline             = errors.New("file type does not support deadline")
	ErrDeadlineExceeded error = &DeadlineExceededError{}
	ErrNotPollable            = errors.New("not pollable")
)

// DeadlineExceededError is the type of ErrDeadlineExceeded.
type DeadlineExceededError struct{}

func (e *DeadlineExceededError) Error() string   { return "i/o timeout" }
func (e *DeadlineExceededError) Timeout() bool   { return true }
func (e *DeadlineExceededError) Temporary() bool { return true }

// String keeps methods that other packages export for each other out of reach of
// users.
type String string

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)
