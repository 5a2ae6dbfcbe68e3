// Files in a temporary directory.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	dir, err := os.MkdirTemp("", "diff")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	p := filepath.Join(dir, "a.txt")
	fmt.Println(os.WriteFile(p, []byte("line one\nline two\n"), 0o644))
	b, err := os.ReadFile(p)
	fmt.Printf("%q %v\n", b, err)
	f, err := os.OpenFile(p, os.O_APPEND|os.O_WRONLY, 0)
	fmt.Println(err)
	n, err := f.WriteString("line three\n")
	fmt.Println(n, err, f.Close())
	f, _ = os.Open(p)
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		fmt.Print(sc.Text(), "; ")
	}
	fmt.Println()
	off, err := f.Seek(5, io.SeekStart)
	buf := make([]byte, 3)
	io.ReadFull(f, buf)
	fmt.Println(off, err, string(buf))
	st, err := f.Stat()
	fmt.Println(st.Name(), st.Size(), st.IsDir(), st.Mode().IsRegular(), err)
	_, err = f.Write([]byte("x"))
	fmt.Println(err != nil)
	f.Close()
	_, err = f.Read(buf)
	fmt.Println(errors.Is(err, os.ErrClosed))
	_, err = os.Open(filepath.Join(dir, "missing"))
	fmt.Println(errors.Is(err, fs.ErrNotExist), os.IsNotExist(err), strings.HasSuffix(err.Error(), "no such file or directory"))
	fmt.Println(os.MkdirAll(filepath.Join(dir, "sub", "deep"), 0o755))
	os.WriteFile(filepath.Join(dir, "sub", "b.txt"), nil, 0o600)
	os.WriteFile(filepath.Join(dir, "sub", "deep", "c.txt"), []byte("c"), 0o600)
	es, err := os.ReadDir(dir)
	for _, e := range es {
		fmt.Print(e.Name(), " ", e.IsDir(), "; ")
	}
	fmt.Println(err)
	fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Print(path, " ")
		return err
	})
	fmt.Println()
	fmt.Println(os.Rename(p, filepath.Join(dir, "z.txt")), os.Remove(filepath.Join(dir, "sub", "b.txt")))
	m, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	fmt.Println(len(m), filepath.Base(m[0]), err)
	err = os.Remove(filepath.Join(dir, "sub"))
	fmt.Println(err != nil)
	fmt.Println(os.RemoveAll(filepath.Join(dir, "sub")))
	_, err = os.Stat(filepath.Join(dir, "sub"))
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	os.Setenv("DIFF_VAR", "value")
	v, ok := os.LookupEnv("DIFF_NONE")
	fmt.Println(os.Getenv("DIFF_VAR"), v, ok, os.ExpandEnv("$DIFF_VAR-${DIFF_VAR}"))
	fmt.Fprintln(os.Stdout, len(os.Args))
}
