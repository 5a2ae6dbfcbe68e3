package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

type code int

func (c code) Error() string        { return fmt.Sprintf("code %d", int(c)) }
func (c code) Is(target error) bool { return target == io.EOF && c == 5 }

type wrapped struct{ err error }

func (w *wrapped) Error() string { return "wrapped: " + w.err.Error() }
func (w *wrapped) Unwrap() error { return w.err }

func main() {
	e := &wrapped{code(5)}
	var c code
	fmt.Println(errors.As(e, &c), int(c), errors.Is(e, io.EOF), errors.Is(e, code(6)))
	j := errors.Join(e, nil, io.ErrUnexpectedEOF)
	fmt.Println(j, errors.Is(j, io.ErrUnexpectedEOF))
	_, err := os.Open("/does/not/exist")
	var pe *fs.PathError
	fmt.Println(err, errors.As(err, &pe), pe.Op, pe.Path, os.IsNotExist(err), errors.Is(err, fs.ErrNotExist))
	fmt.Println(errors.Unwrap(e), errors.Unwrap(j))
	if w, ok := errors.AsType[*wrapped](fmt.Errorf("x: %w", e)); ok {
		fmt.Println("AsType", w)
	}
	defer func() {
		fmt.Println(recover())
	}()
	errors.As(e, nil)
}
