package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func check(err error) {
	if err != nil {
		fmt.Println("error:", strings.ReplaceAll(err.Error(), dir, "DIR"))
	}
}

var dir string

func main() {
	var err error
	dir, err = os.MkdirTemp("", "world")
	check(err)
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "a.txt")
	check(os.WriteFile(name, []byte("hello\nworld\n"), 0o644))
	data, err := os.ReadFile(name)
	fmt.Printf("%q %v\n", data, err)
	f, err := os.OpenFile(name, os.O_APPEND|os.O_RDWR, 0)
	check(err)
	fmt.Fprintln(f, "appended")
	_, err = f.WriteAt([]byte("x"), 0)
	check(err)
	f.Seek(6, io.SeekStart)
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		fmt.Println(sc.Text())
	}
	info, err := f.Stat()
	check(err)
	fmt.Println(info.Name(), info.Size(), info.Mode(), info.IsDir())
	check(f.Close())
	check(f.Close())
	_, err = f.Read(make([]byte, 1))
	check(err)
	check(os.MkdirAll(filepath.Join(dir, "sub/deep"), 0o755))
	check(os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	check(os.WriteFile(filepath.Join(dir, "sub/deep/b"), nil, 0o600))
	check(filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		fmt.Println("walk", rel, d.IsDir(), err)
		return nil
	}))
	check(os.Rename(filepath.Join(dir, "sub"), filepath.Join(dir, "moved")))
	ents, err := os.ReadDir(dir)
	check(err)
	for _, e := range ents {
		fmt.Println(e.Name(), e.Type())
	}
	check(os.Remove(filepath.Join(dir, "moved")))
	check(os.Remove(filepath.Join(dir, "nothing")))
	check(os.RemoveAll(filepath.Join(dir, "moved")))
	_, err = os.Stat(filepath.Join(dir, "moved"))
	fmt.Println(os.IsNotExist(err))
	check(os.Symlink("a.txt", filepath.Join(dir, "link")))
	l, err := os.Readlink(filepath.Join(dir, "link"))
	fmt.Println(l, err)
	data, err = os.ReadFile(filepath.Join(dir, "link"))
	fmt.Println(len(data), err)
	check(os.Truncate(name, 3))
	data, _ = fs.ReadFile(os.DirFS(dir), "a.txt")
	fmt.Printf("%q\n", data)
	_, err = os.DirFS(dir).Open("../x")
	check(err)
	m, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	fmt.Println(len(m))
	r, w, err := os.Pipe()
	check(err)
	go func() {
		fmt.Fprint(w, "piped")
		w.Close()
	}()
	data, err = io.ReadAll(r)
	fmt.Println(string(data), err)
	os.Setenv("WORLD_X", "1")
	v, ok := os.LookupEnv("WORLD_X")
	fmt.Println(v, ok, os.Getenv("WORLD_Y"), os.ExpandEnv("$WORLD_X-${WORLD_X}-$WORLD_Z."), os.Expand("$a ${b} $$ ${", strings.ToUpper))
	os.Unsetenv("WORLD_X")
	_, ok = os.LookupEnv("WORLD_X")
	fmt.Println(ok)
	root, err := os.OpenRoot(dir)
	check(err)
	_, err = root.Open("../etc/passwd")
	check(err)
	data, err = root.ReadFile("a.txt")
	fmt.Println(string(data), err)
	fmt.Println(filepath.Clean("/a/../b//c/."), filepath.Base("/x/y.go"), filepath.Ext("y.tar.gz"), filepath.IsAbs("x"), filepath.Dir("/a/b"))
	_, err = os.Open("")
	check(err)
	_, err = os.ReadFile(dir)
	check(err)
	check(os.Chdir(dir))
	_, err = os.Stat("a.txt")
	check(err)
	wd, _ := os.Getwd()
	fmt.Println(wd == dir)
	fmt.Fprintln(os.Stderr, "to stderr")
	defer fmt.Println("not printed")
	os.Exit(3)
}
