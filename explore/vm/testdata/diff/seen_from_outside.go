package main

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// What a program sees of its own surroundings: where the files of the standard
// library are, and what its output is.
func main() {
	var once sync.Once
	once.Do(func() {
		last := ""
		for i := 0; ; i++ {
			_, file, _, ok := runtime.Caller(i)
			if !ok {
				break
			}
			if dir := filepath.Dir(file); dir != last {
				println(strings.TrimPrefix(dir, runtime.GOROOT()+"/src/") != dir, filepath.Base(dir) == "sync" || i == 0)
				last = dir
			}
		}
		println(strings.Contains(string(debug.Stack()), "\t"+runtime.GOROOT()+"/src/sync/once.go:"))
	})
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		fi, err := f.Stat()
		println(err == nil, fi.Mode()&os.ModeNamedPipe != 0, fi.Mode()&os.ModeCharDevice != 0)
	}
}
