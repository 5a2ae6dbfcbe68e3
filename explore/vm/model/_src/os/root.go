// Root: a directory that paths cannot lead out of.

//mazurka:replace
package os

import (
	"errors"
	"internal/bytealg"
	"io/fs"
	"syscall"
	"time"
)

// Root is an open directory.
type Root struct {
	*root
}

type root struct {
	name   string
	path   string
	closed bool
}

func OpenRoot(name string) (*Root, error) {
	path, n, err := at("open", name, true)
	if err != nil {
		return nil, err
	}
	if !n.mode.IsDir() {
		return nil, &PathError{Op: "open", Path: name, Err: errors.New("not a directory")}
	}
	return &Root{&root{name: name, path: path}}, nil
}

func OpenInRoot(dir, name string) (*File, error) {
	r, err := OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.Open(name)
}

func (r *Root) Name() string { return r.name }

func (r *Root) Close() error {
	r.closed = true
	return nil
}

// inside turns a name into an absolute path that no link leads outside
// from; the last element is followed only if last is set.
func (r *Root) inside(op, name string, last bool) (string, error) {
	fail := func(err error) (string, error) { return "", &PathError{Op: op, Path: name, Err: err} }
	switch {
	case r.closed:
		return fail(ErrClosed)
	case name == "":
		return fail(syscall.EINVAL)
	case name[0] == '/' || climbs(name):
		return fail(errPathEscapes)
	}
	path := clean(r.path + "/" + name)
	to, _, err := resolve(path, last)
	if to != r.path && !isAbove(r.path, to) {
		return fail(errPathEscapes)
	}
	if err != nil && err != syscall.ENOENT {
		return fail(err)
	}
	if last && err == nil {
		return to, nil
	}
	return path, nil
}

// climbs reports whether a relative path leads above where it starts.
func climbs(name string) bool {
	depth := 0
	for name != "" {
		elem := name
		if i := bytealg.IndexByteString(name, '/'); i >= 0 {
			elem, name = name[:i], name[i+1:]
		} else {
			name = ""
		}
		switch elem {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return true
			}
		default:
			depth++
		}
	}
	return false
}

// on calls f with the path of name; the errors of f get the name.
func (r *Root) on(op, name string, last bool, f func(path string) error) error {
	path, err := r.inside(op, name, last)
	if err != nil {
		return err
	}
	err = f(path)
	if e, ok := err.(*PathError); ok {
		return &PathError{Op: op, Path: name, Err: e.Err}
	}
	return err
}

func (r *Root) Open(name string) (*File, error) { return r.OpenFile(name, O_RDONLY, 0) }

func (r *Root) Create(name string) (*File, error) {
	return r.OpenFile(name, O_RDWR|O_CREATE|O_TRUNC, 0o666)
}

func (r *Root) OpenFile(name string, flag int, perm FileMode) (f *File, err error) {
	err = r.on("openat", name, flag&O_EXCL == 0, func(p string) error {
		f, err = openPath("openat", join(r.name, name), p, flag, perm)
		return err
	})
	return f, err
}

func (r *Root) OpenRoot(name string) (sub *Root, err error) {
	err = r.on("openat", name, true, func(p string) error {
		sub, err = OpenRoot(p)
		return err
	})
	if sub != nil {
		sub.name = join(r.name, name)
	}
	return sub, err
}

func (r *Root) ReadFile(name string) (data []byte, err error) {
	err = r.on("openat", name, true, func(p string) error { data, err = ReadFile(p); return err })
	return data, err
}

func (r *Root) WriteFile(name string, data []byte, perm FileMode) error {
	return r.on("openat", name, true, func(p string) error { return WriteFile(p, data, perm) })
}

func (r *Root) Stat(name string) (info FileInfo, err error) {
	err = r.on("statat", name, true, func(p string) error { info, err = Stat(p); return err })
	return info, err
}

func (r *Root) Lstat(name string) (info FileInfo, err error) {
	err = r.on("lstatat", name, false, func(p string) error { info, err = Lstat(p); return err })
	return info, err
}

func (r *Root) Readlink(name string) (target string, err error) {
	err = r.on("readlinkat", name, false, func(p string) error { target, err = Readlink(p); return err })
	return target, err
}

func (r *Root) Mkdir(name string, perm FileMode) error {
	return r.on("mkdirat", name, false, func(p string) error { return Mkdir(p, perm) })
}

func (r *Root) MkdirAll(name string, perm FileMode) error {
	return r.on("mkdirat", name, true, func(p string) error { return MkdirAll(p, perm) })
}

func (r *Root) Remove(name string) error {
	return r.on("unlinkat", name, false, Remove)
}

func (r *Root) RemoveAll(name string) error {
	if base(name) == "." {
		return &PathError{Op: "RemoveAll", Path: name, Err: syscall.EINVAL}
	}
	return r.on("RemoveAll", name, false, RemoveAll)
}

func (r *Root) Chmod(name string, mode FileMode) error {
	return r.on("chmodat", name, true, func(p string) error { return Chmod(p, mode) })
}

func (r *Root) Chown(name string, uid, gid int) error {
	return r.on("chownat", name, true, func(p string) error { return Chown(p, uid, gid) })
}

func (r *Root) Lchown(name string, uid, gid int) error {
	return r.on("lchownat", name, false, func(p string) error { return Lchown(p, uid, gid) })
}

func (r *Root) Chtimes(name string, atime time.Time, mtime time.Time) error {
	return r.on("chtimesat", name, true, func(p string) error { return Chtimes(p, atime, mtime) })
}

// two calls f with the paths of two names.
func (r *Root) two(op, oldname, newname string, f func(from, to string) error) error {
	from, err := r.inside(op, oldname, false)
	var to string
	if err == nil {
		to, err = r.inside(op, newname, false)
	}
	if err == nil {
		err = f(from, to)
	}
	if err != nil {
		return &LinkError{op, oldname, newname, cause(err)}
	}
	return nil
}

func (r *Root) Rename(oldname, newname string) error {
	return r.two("renameat", oldname, newname, Rename)
}

func (r *Root) Link(oldname, newname string) error {
	return r.two("linkat", oldname, newname, Link)
}

func (r *Root) Symlink(oldname, newname string) error {
	to, err := r.inside("symlinkat", newname, false)
	if err == nil {
		err = Symlink(oldname, to)
	}
	if err != nil {
		return &LinkError{"symlinkat", oldname, newname, cause(err)}
	}
	return nil
}

// FS returns the tree as a file system.
func (r *Root) FS() fs.FS { return (*rootFS)(r) }

type rootFS Root

func (r *rootFS) valid(op, name string) error {
	if !fs.ValidPath(name) {
		return &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	return nil
}

func (r *rootFS) Open(name string) (fs.File, error) {
	if err := r.valid("open", name); err != nil {
		return nil, err
	}
	f, err := (*Root)(r).Open(name)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (r *rootFS) ReadDir(name string) ([]DirEntry, error) {
	if err := r.valid("readdir", name); err != nil {
		return nil, err
	}
	f, err := (*Root)(r).Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

func (r *rootFS) ReadFile(name string) ([]byte, error) {
	if err := r.valid("readfile", name); err != nil {
		return nil, err
	}
	return (*Root)(r).ReadFile(name)
}

func (r *rootFS) Stat(name string) (FileInfo, error) {
	if err := r.valid("stat", name); err != nil {
		return nil, err
	}
	return (*Root)(r).Stat(name)
}

func (r *rootFS) ReadLink(name string) (string, error) {
	if err := r.valid("readlink", name); err != nil {
		return "", err
	}
	return (*Root)(r).Readlink(name)
}

func (r *rootFS) Lstat(name string) (FileInfo, error) {
	if err := r.valid("lstat", name); err != nil {
		return nil, err
	}
	return (*Root)(r).Lstat(name)
}
