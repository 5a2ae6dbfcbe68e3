// Operations on paths.

//mazurka:replace
package os

import (
	"errors"
	"internal/bytealg"
	"io"
	"io/fs"
	"syscall"
	"time"
)

const (
	PathSeparator     = '/'
	PathListSeparator = ':'
)

type (
	DirEntry = fs.DirEntry
	FileInfo = fs.FileInfo
	FileMode = fs.FileMode
)

const (
	ModeDir        = fs.ModeDir
	ModeAppend     = fs.ModeAppend
	ModeExclusive  = fs.ModeExclusive
	ModeTemporary  = fs.ModeTemporary
	ModeSymlink    = fs.ModeSymlink
	ModeDevice     = fs.ModeDevice
	ModeNamedPipe  = fs.ModeNamedPipe
	ModeSocket     = fs.ModeSocket
	ModeSetuid     = fs.ModeSetuid
	ModeSetgid     = fs.ModeSetgid
	ModeCharDevice = fs.ModeCharDevice
	ModeSticky     = fs.ModeSticky
	ModeIrregular  = fs.ModeIrregular
	ModeType       = fs.ModeType
	ModePerm       = fs.ModePerm
)

func IsPathSeparator(c uint8) bool { return c == PathSeparator }

// at resolves name, with op for the error.
func at(op, name string, last bool) (path string, n *node, err error) {
	if name == "" {
		return "", nil, &PathError{Op: op, Path: name, Err: syscall.ENOENT}
	}
	path, n, err = resolve(absolute(name), last)
	if err != nil {
		return path, nil, &PathError{Op: op, Path: name, Err: err}
	}
	return path, n, nil
}

func Stat(name string) (FileInfo, error) {
	_, n, err := at("stat", name, true)
	if err != nil {
		return nil, err
	}
	return n.info(base(name)), nil
}

func Lstat(name string) (FileInfo, error) {
	_, n, err := at("lstat", name, name != "" && name[len(name)-1] == '/')
	if err != nil {
		return nil, err
	}
	return n.info(base(name)), nil
}

func ReadFile(name string) ([]byte, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if f.node != nil && f.node.mode.IsDir() {
		return nil, &PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	}
	return append(make([]byte, 0, f.node.size()+512), f.node.content()...), nil
}

func WriteFile(name string, data []byte, perm FileMode) error {
	f, err := OpenFile(name, O_WRONLY|O_CREATE|O_TRUNC, perm)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write(data)
	return err
}

func ReadDir(name string) ([]DirEntry, error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}

func Mkdir(name string, perm FileMode) error {
	fail := func(err error) error { return &PathError{Op: "mkdir", Path: name, Err: err} }
	if name == "" {
		return fail(syscall.ENOENT)
	}
	path, _, err := resolve(absolute(name), false)
	switch {
	case err == nil:
		return fail(syscall.EEXIST)
	case err != syscall.ENOENT:
		return fail(err)
	}
	if _, err := create(path, ModeDir|perm&(ModePerm|ModeSticky)&^umask); err != nil {
		return fail(err)
	}
	return nil
}

func MkdirAll(path string, perm FileMode) error {
	_, n, err := at("mkdir", path, true)
	if err == nil {
		if n.mode.IsDir() {
			return nil
		}
		return &PathError{Op: "mkdir", Path: path, Err: syscall.ENOTDIR}
	}
	short := path
	for len(short) > 1 && short[len(short)-1] == '/' {
		short = short[:len(short)-1]
	}
	if i := bytealg.LastIndexByteString(short, '/'); i > 0 {
		if err := MkdirAll(short[:i], perm); err != nil {
			return err
		}
	}
	if err := Mkdir(path, perm); err != nil {
		if info, err := Lstat(path); err == nil && info.IsDir() {
			return nil
		}
		return err
	}
	return nil
}

func Remove(name string) error {
	path, n, err := at("remove", name, false)
	if err != nil {
		return err
	}
	if n.mode.IsDir() && (len(entries(path)) > 0 || path == "/") {
		return &PathError{Op: "remove", Path: name, Err: syscall.ENOTEMPTY}
	}
	layer[path] = nil
	return nil
}

func RemoveAll(path string) error {
	if path == "" {
		return nil
	}
	if base(path) == "." {
		return &PathError{Op: "RemoveAll", Path: path, Err: syscall.EINVAL}
	}
	p, n, err := at("unlinkat", path, false)
	if err != nil {
		if errors.Is(err, ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return nil
		}
		return err
	}
	removeTree(p, n)
	return nil
}

func removeTree(path string, n *node) {
	if n.mode.IsDir() {
		for _, e := range entries(path) {
			child := join(path, e.Name())
			if n := lookup(child); n != nil {
				removeTree(child, n)
			}
		}
	}
	layer[path] = nil
}

func Rename(oldpath, newpath string) error {
	fail := func(err error) error { return &LinkError{"rename", oldpath, newpath, err} }
	from, n, err := resolve(absolute(oldpath), false)
	if err != nil {
		return fail(err)
	}
	to, target, err := resolve(absolute(newpath), false)
	if err != nil && err != syscall.ENOENT || to[len(to)-1] == '/' {
		return fail(err)
	}
	switch {
	case from == to:
		return nil
	case isAbove(from, to):
		return fail(syscall.EINVAL)
	case target != nil && target.mode.IsDir() && !n.mode.IsDir():
		return fail(syscall.EEXIST)
	case target != nil && !target.mode.IsDir() && n.mode.IsDir():
		return fail(syscall.ENOTDIR)
	case target != nil && target.mode.IsDir() && len(entries(to)) > 0:
		return fail(syscall.ENOTEMPTY)
	}
	if _, d, err := resolve(parent(to), true); err != nil || !d.mode.IsDir() {
		return fail(syscall.ENOENT)
	}
	moveTree(from, to, n)
	return nil
}

func moveTree(from, to string, n *node) {
	if n.mode.IsDir() {
		for _, e := range entries(from) {
			if child := lookup(join(from, e.Name())); child != nil {
				moveTree(join(from, e.Name()), join(to, e.Name()), child)
			}
		}
	}
	moved := *n
	moved.layer = true
	if n.layer {
		layer[to] = n
	} else {
		layer[to] = &moved // still reads the host's file by its old path
	}
	layer[from] = nil
}

func Link(oldname, newname string) error {
	from, n, err := resolve(absolute(oldname), false)
	if err == nil && n.mode.IsDir() {
		err = syscall.EPERM
	}
	var to string
	if err == nil {
		if to, _, err = resolve(absolute(newname), false); err == nil {
			err = syscall.EEXIST
		} else if err == syscall.ENOENT {
			_, err = create(to, 0)
		}
	}
	if err != nil {
		return &LinkError{"link", oldname, newname, err}
	}
	layer[to] = writable(from, n)
	return nil
}

func Symlink(oldname, newname string) error {
	to, _, err := resolve(absolute(newname), false)
	if err == nil {
		err = syscall.EEXIST
	} else if err == syscall.ENOENT {
		var n *node
		if n, err = create(to, ModeSymlink|0o777); err == nil {
			n.link, n.data = oldname, []byte(oldname)
		}
	}
	if err != nil {
		return &LinkError{"symlink", oldname, newname, err}
	}
	return nil
}

func Readlink(name string) (string, error) {
	_, n, err := at("readlink", name, false)
	if err != nil {
		return "", err
	}
	if n.mode&ModeSymlink == 0 {
		return "", &PathError{Op: "readlink", Path: name, Err: syscall.EINVAL}
	}
	return n.link, nil
}

func Truncate(name string, size int64) error {
	path, n, err := at("truncate", name, true)
	if err != nil {
		return err
	}
	if size < 0 || !n.mode.IsRegular() {
		return &PathError{Op: "truncate", Path: name, Err: syscall.EINVAL}
	}
	writable(path, n).truncate(size)
	return nil
}

func Chmod(name string, mode FileMode) error {
	path, n, err := at("chmod", name, true)
	if err == nil {
		writable(path, n).chmod(mode)
	}
	return err
}

func Chown(name string, uid, gid int) error {
	_, _, err := at("chown", name, true)
	return err
}

func Lchown(name string, uid, gid int) error {
	_, _, err := at("lchown", name, false)
	return err
}

func Chtimes(name string, atime time.Time, mtime time.Time) error {
	path, n, err := at("chtimes", name, true)
	if err == nil && !mtime.IsZero() {
		writable(path, n).mtime = mtime.UnixNano()
	}
	return err
}

func Chdir(dir string) error {
	path, n, err := at("chdir", dir, true)
	if err != nil {
		return err
	}
	if !n.mode.IsDir() {
		return &PathError{Op: "chdir", Path: dir, Err: syscall.ENOTDIR}
	}
	workDir = path
	return nil
}

func Getwd() (dir string, err error) { return workDir, nil }

func TempDir() string {
	if dir := Getenv("TMPDIR"); dir != "" {
		if info, err := Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return "/tmp"
}

// nextTemp numbers temporary files.
var nextTemp uint64 = 100000000

// tempName puts a number in place of the last * of pattern.
func tempName(op, dir, pattern string) (string, error) {
	if bytealg.IndexByteString(pattern, PathSeparator) >= 0 {
		return "", &PathError{Op: op, Path: pattern, Err: errPatternHasSeparator}
	}
	if dir == "" {
		dir = TempDir()
	}
	prefix, suffix := pattern, ""
	if i := bytealg.LastIndexByteString(pattern, '*'); i >= 0 {
		prefix, suffix = pattern[:i], pattern[i+1:]
	}
	for dir[len(dir)-1] == '/' && len(dir) > 1 {
		dir = dir[:len(dir)-1]
	}
	nextTemp++
	return join(dir, prefix+decimal(nextTemp)+suffix), nil
}

func decimal(n uint64) string {
	var buf [20]byte
	i := len(buf)
	for ; n > 0 || i == len(buf); n /= 10 {
		i--
		buf[i] = byte('0' + n%10)
	}
	return string(buf[i:])
}

func CreateTemp(dir, pattern string) (*File, error) {
	for {
		name, err := tempName("createtemp", dir, pattern)
		if err != nil {
			return nil, err
		}
		f, err := OpenFile(name, O_RDWR|O_CREATE|O_EXCL, 0o600)
		if !IsExist(err) {
			return f, err
		}
	}
}

func MkdirTemp(dir, pattern string) (string, error) {
	for {
		name, err := tempName("mkdirtemp", dir, pattern)
		if err != nil {
			return "", err
		}
		switch err := Mkdir(name, 0o700); {
		case err == nil:
			return name, nil
		case IsNotExist(err):
			if _, missing := Stat(dir); dir != "" && IsNotExist(missing) {
				return "", missing
			}
			return "", err
		case !IsExist(err):
			return "", err
		}
	}
}

// DirFS returns the tree under dir as a file system.
func DirFS(dir string) fs.FS { return dirFS(dir) }

type dirFS string

var _ interface {
	fs.StatFS
	fs.ReadFileFS
	fs.ReadDirFS
	fs.ReadLinkFS
} = dirFS("")

// on calls f with the path of name and gives its error the name.
func (d dirFS) on(op, name string, f func(path string) error) error {
	if d == "" {
		return &PathError{Op: op, Path: name, Err: errors.New("os: DirFS with empty root")}
	}
	if !fs.ValidPath(name) {
		return &PathError{Op: op, Path: name, Err: ErrInvalid}
	}
	err := f(string(d) + "/" + name)
	if e, ok := err.(*PathError); ok {
		e.Path = name
	}
	return err
}

func (d dirFS) Open(name string) (fs.File, error) {
	var f *File
	if err := d.on("open", name, func(p string) (err error) { f, err = Open(p); return }); err != nil {
		return nil, err
	}
	return f, nil
}

func (d dirFS) ReadFile(name string) (data []byte, err error) {
	err = d.on("readfile", name, func(p string) (err error) { data, err = ReadFile(p); return })
	return
}

func (d dirFS) ReadDir(name string) (list []DirEntry, err error) {
	err = d.on("readdir", name, func(p string) (err error) { list, err = ReadDir(p); return })
	return
}

func (d dirFS) Stat(name string) (info fs.FileInfo, err error) {
	err = d.on("stat", name, func(p string) (err error) { info, err = Stat(p); return })
	return
}

func (d dirFS) Lstat(name string) (info fs.FileInfo, err error) {
	err = d.on("lstat", name, func(p string) (err error) { info, err = Lstat(p); return })
	return
}

func (d dirFS) ReadLink(name string) (target string, err error) {
	err = d.on("readlink", name, func(p string) (err error) { target, err = Readlink(p); return })
	return
}

// CopyFS copies a file system into dir.
func CopyFS(dir string, fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := dir + "/" + path
		switch d.Type() {
		case ModeDir:
			return MkdirAll(to, 0o777)
		case ModeSymlink:
			target, err := fs.ReadLink(fsys, path)
			if err != nil {
				return err
			}
			return Symlink(target, to)
		case 0:
			return copyFile(to, fsys, path)
		}
		return &PathError{Op: "CopyFS", Path: path, Err: ErrInvalid}
	})
}

func copyFile(to string, fsys fs.FS, path string) error {
	r, err := fsys.Open(path)
	if err != nil {
		return err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return err
	}
	w, err := OpenFile(to, O_CREATE|O_EXCL|O_WRONLY, 0o666|info.Mode()&0o777)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, r); err != nil {
		w.Close()
		return &PathError{Op: "Copy", Path: to, Err: err}
	}
	return w.Close()
}

// bindSocket makes the file that stands for a unix socket.
func bindSocket(name string, sock any) error {
	path, _, err := resolve(absolute(name), true)
	switch {
	case err == nil:
		return syscall.EADDRINUSE
	case err != syscall.ENOENT:
		return err
	}
	n, err := create(path, ModeSocket|0o777&^umask)
	if err != nil {
		return err
	}
	n.sock = sock
	return nil
}

// boundSocket is what bindSocket was given.
func boundSocket(name string) (any, error) {
	_, n, err := resolve(absolute(name), true)
	if err != nil {
		return nil, err
	}
	return n.sock, nil
}

//go:linkname unlink syscall.Unlink
func unlink(name string) error {
	path, n, err := resolve(absolute(name), false)
	switch {
	case err != nil:
		return err
	case n.mode.IsDir():
		return syscall.EISDIR
	}
	layer[path] = nil
	return nil
}
