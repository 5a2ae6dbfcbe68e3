// Package errors: Is, As, Join, Unwrap, wrapping by fmt.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
)

var errBase = errors.New("base")

type codeErr struct {
	code int
	err  error
}

func (e *codeErr) Error() string { return fmt.Sprintf("code %d: %v", e.code, e.err) }
func (e *codeErr) Unwrap() error { return e.err }

type isErr struct{}

func (isErr) Error() string        { return "isErr" }
func (isErr) Is(target error) bool { return target == io.EOF }

type asErr struct{}

func (asErr) Error() string { return "asErr" }
func (asErr) As(target any) bool {
	if p, ok := target.(**codeErr); ok {
		*p = &codeErr{99, nil}
		return true
	}
	return false
}

func main() {
	w := fmt.Errorf("level2: %w", fmt.Errorf("level1: %w", &codeErr{7, errBase}))
	fmt.Println(w, errors.Is(w, errBase), errors.Is(w, io.EOF), errors.Unwrap(errors.Unwrap(w)))
	var ce *codeErr
	fmt.Println(errors.As(w, &ce), ce.code)
	j := errors.Join(errBase, nil, io.EOF, w)
	fmt.Printf("%q %v %v\n", j.Error(), errors.Is(j, io.EOF), errors.Unwrap(j))
	fmt.Println(errors.Join(nil, nil) == nil, errors.Join() == nil)
	multi := fmt.Errorf("%w and %w and %v", errBase, io.EOF, io.ErrClosedPipe)
	fmt.Println(multi, errors.Is(multi, errBase), errors.Is(multi, io.EOF), errors.Is(multi, io.ErrClosedPipe))
	fmt.Println(errors.Is(isErr{}, io.EOF), errors.Is(isErr{}, errBase), errors.Is(nil, nil), errors.Is(nil, errBase))
	fmt.Println(errors.As(asErr{}, &ce), ce.code)
	var pe *fs.PathError
	p := fmt.Errorf("open: %w", &fs.PathError{Op: "open", Path: "/x", Err: fs.ErrNotExist})
	fmt.Println(errors.As(p, &pe), pe.Path, errors.Is(p, fs.ErrNotExist), p)
	_, err := strconv.Atoi("12x")
	var ne *strconv.NumError
	fmt.Println(errors.As(err, &ne), ne.Func, ne.Num, ne.Err == strconv.ErrSyntax, err)
	fmt.Println(errors.New("a") == errors.New("a"), errBase == errBase, fmt.Errorf("no wrap").Error())
	var s fmt.Stringer
	fmt.Println(errors.As(w, &s), s)
	func() {
		defer func() { fmt.Println(recover()) }()
		var none any
		errors.As(w, none)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var target any = 3
		errors.As(w, target)
	}()
	c2, ok := errors.AsType[*codeErr](w)
	fmt.Println(c2.code, ok)
	bad := "%w %d"
	fmt.Println(fmt.Errorf(bad, "not an error", errBase))
}
