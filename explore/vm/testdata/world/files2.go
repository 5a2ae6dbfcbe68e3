package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing/fstest"
)

var dir string

func show(what string, err error) {
	text := "ok"
	if err != nil {
		text = strings.ReplaceAll(err.Error(), dir, "DIR")
	}
	fmt.Printf("%s: %s exist=%t notexist=%t perm=%t\n", what, text, os.IsExist(err), os.IsNotExist(err), os.IsPermission(err))
}

func at(p string) string { return filepath.Join(dir, p) }

func write(p, s string) { show("write "+p, os.WriteFile(at(p), []byte(s), 0o644)) }

func tree() {
	filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, p)
		info, ierr := d.Info()
		size := int64(-1)
		if ierr == nil && !d.IsDir() {
			size = info.Size()
		}
		fmt.Println(" ", rel, d.Type(), size, err)
		return nil
	})
}

func main() {
	dir, _ = os.MkdirTemp("", "files2")
	defer os.RemoveAll(dir)
	show("mkdirall", os.MkdirAll(at("a/b/c"), 0o755))
	write("a/b/x", "12345")
	write("a/nodir/x", "")
	write("a/b", "dir")
	write("a/b/x/y", "notdir")
	show("mkdirall over file", os.MkdirAll(at("a/b/x/y"), 0o755))
	show("link", os.Link(at("a/b/x"), at("a/hard")))
	write("a/hard", "through the link")
	b, err := os.ReadFile(at("a/b/x"))
	fmt.Printf("%q %v\n", b, err)
	show("link exists", os.Link(at("a/b/x"), at("a/hard")))
	show("symlink dir", os.Symlink("b", at("a/sym")))
	show("symlink loop", os.Symlink("loop2", at("loop1")))
	show("symlink loop", os.Symlink("loop1", at("loop2")))
	_, err = os.Stat(at("loop1"))
	show("stat loop", err)
	_, err = os.Stat(at("a/sym/x"))
	show("stat through", err)
	fi, err := os.Lstat(at("a/sym"))
	fmt.Println(fi.Mode()&os.ModeSymlink != 0, err)
	_, err = os.Readlink(at("a/b"))
	show("readlink dir", err)
	dangling := os.Symlink("nowhere", at("dangling"))
	show("dangling", dangling)
	_, err = os.ReadFile(at("dangling"))
	show("read dangling", err)
	write("dangling", "created through a link")
	tree()
	show("rename file over file", os.Rename(at("a/hard"), at("nowhere")))
	show("rename dir", os.Rename(at("a/b"), at("moved")))
	show("rename missing", os.Rename(at("zzz"), at("yyy")))
	show("rename into itself", os.Rename(at("moved"), at("moved/c/d")))
	show("rename file over dir", os.Rename(at("nowhere"), at("moved")))
	show("rename dir over file", os.Rename(at("moved"), at("nowhere")))
	show("remove full dir", os.Remove(at("moved")))
	show("remove link", os.Remove(at("a/sym")))
	show("chmod missing", os.Chmod(at("zzz"), 0o600))
	show("chmod", os.Chmod(at("nowhere"), 0o600))
	show("truncate", os.Truncate(at("nowhere"), 30))
	show("chdir file", os.Chdir(at("nowhere")))
	tree()

	f, err := os.OpenFile(at("new"), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o640)
	show("excl", err)
	_, err = os.OpenFile(at("new"), os.O_CREATE|os.O_EXCL, 0o640)
	show("excl again", err)
	n, err := f.WriteAt([]byte("end"), 5)
	fmt.Println(n, err)
	off, err := f.Seek(-2, io.SeekEnd)
	fmt.Println(off, err)
	_, err = f.Seek(-20, io.SeekCurrent)
	show("seek", err)
	_, err = f.ReadAt(make([]byte, 1), -1)
	show("readat", err)
	buf := make([]byte, 10)
	n, err = f.ReadAt(buf, 3)
	fmt.Printf("%d %q %v\n", n, buf[:n], err)
	n, err = f.Read(nil)
	fmt.Println(n, err)
	n, err = f.Read(buf)
	fmt.Println(n, string(buf[:n]), err)
	n, err = f.Read(buf)
	fmt.Println(n, err)
	fmt.Println(f.Truncate(2), f.Sync())
	st, _ := f.Stat()
	fmt.Println(st.Size(), st.Mode(), st.Name())
	st2, _ := os.Stat(at("new"))
	fmt.Println(os.SameFile(st, st2))
	show("remove open", os.Remove(at("new")))
	n, err = f.WriteString("still here")
	fmt.Println(n, err)
	f.Close()
	ro, err := os.Open(at("nowhere"))
	show("open", err)
	_, err = ro.Write([]byte("x"))
	show("write to read-only", err)
	_, err = ro.ReadDir(-1)
	show("readdir of file", err)
	show("close", ro.Close())
	_, err = ro.Stat()
	show("stat closed", err)
	show("nil file", (*os.File)(nil).Close())

	for i := range 5 {
		write(fmt.Sprintf("many%d", i), "")
	}
	d, _ := os.Open(dir)
	var names []string
	for {
		list, err := d.Readdirnames(3)
		names = append(names, list...)
		if err != nil {
			fmt.Println(len(list), err)
			break
		}
	}
	sort.Strings(names)
	fmt.Println(names)
	d.Close()
	matches, err := filepath.Glob(at("m*[0-2]"))
	fmt.Println(len(matches), err)
	show("copyfs", os.CopyFS(at("copy"), fstest.MapFS{"d/one": {Data: []byte("1")}, "two": {Data: []byte("22")}}))
	show("copyfs again", os.CopyFS(at("copy"), fstest.MapFS{"two": {Data: []byte("22")}}))
	fmt.Println(fstest.TestFS(os.DirFS(at("copy")), "d/one", "two"))

	root, err := os.OpenRoot(at("copy"))
	show("root", err)
	show("root symlink out", root.Symlink("../nowhere", "out"))
	_, err = root.ReadFile("out")
	show("root read out", err)
	_, err = root.Stat("../copy/two")
	show("root dotdot", err)
	_, err = root.Open("d/../two")
	show("root inner dotdot", err)
	show("root mkdir", root.Mkdir("n", 0o755))
	show("root write", root.WriteFile("n/f", []byte("f"), 0o600))
	show("root rename", root.Rename("n/f", "g"))
	show("root rename out", root.Rename("g", "../g"))
	sub, err := root.OpenRoot("d")
	show("root sub", err)
	data, err := sub.ReadFile("one")
	fmt.Println(string(data), err)
	data, err = fs.ReadFile(root.FS(), "two")
	fmt.Println(string(data), err)
	show("root removeall", root.RemoveAll("d"))
	show("root close", root.Close())
	_, err = root.Open("two")
	show("root closed", err)
	tree()
	var pe *fs.PathError
	_, err = os.Open(at("none"))
	fmt.Println(errors.As(err, &pe), pe.Op, pe.Err)
	tmp, err := os.CreateTemp(dir, "pre*suf")
	base := filepath.Base(tmp.Name())
	fmt.Println(strings.HasPrefix(base, "pre"), strings.HasSuffix(base, "suf"), err)
	_, err = os.CreateTemp(dir, "a/b")
	show("createtemp", err)
	show("removeall", os.RemoveAll(dir))
	show("removeall again", os.RemoveAll(dir))
	show("removeall dot", os.RemoveAll("."))
}
