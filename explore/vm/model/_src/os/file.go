// Package os is modelled because the machine never touches the host. Files
// are those of the module's directory as it was, read-only, under a layer
// in memory that takes all changes and vanishes with the execution. Standard
// output and error go to the machine. There are no other processes.
//
// Operations on files are no scheduling points: two goroutines that use the
// same file do so in the order in which they happen to run. Pipes block and are
// made of sync.Mutex and sync.Cond.
//
//mazurka:replace
package os

import (
	"internal/poll"
	"io"
	"io/fs"
	"syscall"
	"time"
	_ "unsafe" // for go:linkname
)

// unsupported ends the execution: the machine lacks what.
func unsupported(what string)

const (
	O_RDONLY int = syscall.O_RDONLY
	O_WRONLY int = syscall.O_WRONLY
	O_RDWR   int = syscall.O_RDWR
	O_APPEND int = syscall.O_APPEND
	O_CREATE int = syscall.O_CREAT
	O_EXCL   int = syscall.O_EXCL
	O_SYNC   int = syscall.O_SYNC
	O_TRUNC  int = syscall.O_TRUNC

	SEEK_SET int = 0
	SEEK_CUR int = 1
	SEEK_END int = 2

	DevNull = "/dev/null"
)

var (
	Stdin  = NewFile(uintptr(syscall.Stdin), "/dev/stdin")
	Stdout = NewFile(uintptr(syscall.Stdout), "/dev/stdout")
	Stderr = NewFile(uintptr(syscall.Stderr), "/dev/stderr")
)

// File is an open file.
type File struct {
	*file
}

type file struct {
	name   string
	fd     uintptr
	node   *node // nil for pipes and the standard files
	path   string
	pipe   *pipe
	sock   *poll.FD // of a socket
	flag   int
	offset int64
	closed bool
	append bool
	lock   int        // see lockFile
	dir    []DirEntry // what ReadDir has still to return
	listed bool
}

// nextFD numbers open files.
var nextFD uintptr = 3

// files are the open files by descriptor, for NewFile.
var files map[uintptr]*file

func newFile(f *file) *File {
	f.fd = nextFD
	nextFD++
	if files == nil {
		files = make(map[uintptr]*file)
	}
	files[f.fd] = f
	return &File{f}
}

// NewFile returns a file for a descriptor of this process.
func NewFile(fd uintptr, name string) *File {
	if fd <= 2 {
		return &File{&file{name: name, fd: fd, flag: O_RDWR}}
	}
	if f := files[fd]; f != nil {
		return &File{f}
	}
	if _, err := syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_TYPE); err == nil {
		return socketFile(int(fd), name)
	}
	return nil
}

// socketFile is the file of a descriptor of a socket.
//
//go:linkname socketFile net.newUnixFile
func socketFile(fd int, name string) *File {
	sock := &poll.FD{Sysfd: fd, IsStream: true, ZeroReadIsEOF: true}
	return &File{&file{name: name, fd: uintptr(fd), flag: O_RDWR, sock: sock}}
}

func Open(name string) (*File, error)   { return OpenFile(name, O_RDONLY, 0) }
func Create(name string) (*File, error) { return OpenFile(name, O_RDWR|O_CREATE|O_TRUNC, 0o666) }

func OpenFile(name string, flag int, perm FileMode) (*File, error) {
	f, err := openPath("open", name, absolute(name), flag, perm)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// openPath opens the file at an absolute path.
func openPath(op, name, path string, flag int, perm FileMode) (*File, error) {
	fail := func(err error) (*File, error) { return nil, &PathError{Op: op, Path: name, Err: err} }
	if name == "" {
		return fail(syscall.ENOENT)
	}
	path, n, err := resolve(path, flag&O_EXCL == 0)
	write := flag&(O_WRONLY|O_RDWR) != 0
	switch {
	case err == syscall.ENOENT && flag&O_CREATE != 0:
		if name[len(name)-1] == '/' {
			return fail(syscall.EISDIR)
		}
		n, err = create(path, perm&ModePerm&^umask)
		if err != nil {
			return fail(err)
		}
	case err != nil:
		return fail(err)
	case flag&(O_CREATE|O_EXCL) == O_CREATE|O_EXCL:
		return fail(syscall.EEXIST)
	case n.mode.IsDir() && (write || flag&O_CREATE != 0):
		return fail(syscall.EISDIR)
	case name[len(name)-1] == '/' && !n.mode.IsDir():
		return fail(syscall.ENOTDIR)
	}
	if flag&O_TRUNC != 0 && write && n.mode.IsRegular() {
		n = writable(path, n)
		n.truncate(0)
	}
	return newFile(&file{name: name, node: n, path: path, flag: flag, append: flag&O_APPEND != 0}), nil
}

func (f *file) canRead() bool  { return f.flag&O_WRONLY == 0 }
func (f *file) canWrite() bool { return f.flag&(O_WRONLY|O_RDWR) != 0 }

// check is the error of an operation on a nil or closed file.
func (f *File) check(op string) error {
	if f == nil {
		return ErrInvalid
	}
	if f.closed {
		return &PathError{Op: op, Path: f.name, Err: ErrClosed}
	}
	return nil
}

func (f *File) wrap(op string, err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return &PathError{Op: op, Path: f.name, Err: err}
}

func (f *File) Name() string { return f.name }

func (f *File) Fd() uintptr {
	if f == nil || f.closed {
		return ^uintptr(0)
	}
	return f.fd
}

func (f *File) Close() error {
	if f == nil {
		return ErrInvalid
	}
	if f.closed {
		return &PathError{Op: "close", Path: f.name, Err: ErrClosed}
	}
	f.unlock()
	f.closed = true
	delete(files, f.fd)
	if f.sock != nil {
		return f.wrap("close", f.sock.Close())
	}
	if f.pipe != nil {
		f.pipe.close(f.canWrite())
	}
	return nil
}

func (f *File) Read(b []byte) (n int, err error) {
	if err := f.check("read"); err != nil {
		return 0, err
	}
	if f.sock != nil {
		n, err = f.sock.Read(b)
		return n, f.wrap("read", err)
	}
	if f.pipe != nil {
		n, err = f.pipe.read(f.file, b)
		return n, f.wrap("read", err)
	}
	n, err = f.readAt(b, f.offset)
	f.offset += int64(n)
	return n, f.wrap("read", err)
}

// readAt reads what there is at an offset.
func (f *file) readAt(b []byte, off int64) (n int, err error) {
	switch {
	case !f.canRead():
		return 0, syscall.EBADF
	case f.node == nil:
		return 0, eof(b) // standard input is empty
	case f.node.mode.IsDir():
		return 0, syscall.EISDIR
	}
	data := f.node.content()
	if off >= int64(len(data)) {
		return 0, eof(b)
	}
	return copy(b, data[off:]), nil
}

func eof(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	return io.EOF
}

func (f *File) ReadAt(b []byte, off int64) (n int, err error) {
	if err := f.check("read"); err != nil {
		return 0, err
	}
	if off < 0 {
		return 0, &PathError{Op: "readat", Path: f.name, Err: errNegativeOffset}
	}
	if f.pipe != nil {
		return 0, f.wrap("read", syscall.ESPIPE)
	}
	n, err = f.readAt(b, off)
	if err == nil && n < len(b) {
		err = io.EOF
	}
	return n, f.wrap("read", err)
}

func (f *File) ReadFrom(r io.Reader) (n int64, err error) {
	if err := f.check("write"); err != nil {
		return 0, err
	}
	return io.Copy(fileWithoutReadFrom{File: f}, r)
}

func (f *File) WriteTo(w io.Writer) (n int64, err error) {
	if err := f.check("read"); err != nil {
		return 0, err
	}
	return io.Copy(w, fileWithoutWriteTo{File: f})
}

// fileWithoutReadFrom and fileWithoutWriteTo are files without the method
// that io.Copy would call back: there are two of them at the same depth. The
// types, and the order of their fields, are known to others.
type fileWithoutReadFrom struct {
	noReadFrom
	*File
}

type fileWithoutWriteTo struct {
	noWriteTo
	*File
}

type noReadFrom struct{}

func (noReadFrom) ReadFrom(io.Reader) (int64, error) { panic("os: hidden method") }

type noWriteTo struct{}

func (noWriteTo) WriteTo(io.Writer) (int64, error) { panic("os: hidden method") }

func (f *File) Write(b []byte) (n int, err error) {
	if err := f.check("write"); err != nil {
		return 0, err
	}
	switch {
	case f.sock != nil:
		n, err = f.sock.Write(b)
	case f.pipe != nil:
		n, err = f.pipe.write(f.file, b)
	case f.node == nil:
		n, err = syscall.Write(int(f.fd), b)
	case f.append:
		n, err = f.writeAt(b, f.node.size())
		f.offset = f.node.size()
	default:
		n, err = f.writeAt(b, f.offset)
		f.offset += int64(n)
	}
	return n, f.wrap("write", err)
}

func (f *file) writeAt(b []byte, off int64) (n int, err error) {
	if !f.canWrite() {
		return 0, syscall.EBADF
	}
	f.node = writable(f.path, f.node)
	f.node.writeAt(b, off)
	return len(b), nil
}

func (f *File) WriteAt(b []byte, off int64) (n int, err error) {
	if err := f.check("write"); err != nil {
		return 0, err
	}
	switch {
	case f.append:
		return 0, errWriteAtInAppendMode
	case off < 0:
		return 0, &PathError{Op: "writeat", Path: f.name, Err: errNegativeOffset}
	case f.node == nil:
		return 0, f.wrap("write", syscall.ESPIPE)
	}
	n, err = f.writeAt(b, off)
	return n, f.wrap("write", err)
}

func (f *File) WriteString(s string) (n int, err error) { return f.Write([]byte(s)) }

func (f *File) Seek(offset int64, whence int) (ret int64, err error) {
	if err := f.check("seek"); err != nil {
		return 0, err
	}
	if f.node == nil {
		return 0, f.wrap("seek", syscall.ESPIPE)
	}
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		offset += f.offset
	case io.SeekEnd:
		offset += f.node.size()
	default:
		return 0, f.wrap("seek", syscall.EINVAL)
	}
	if offset < 0 {
		return 0, f.wrap("seek", syscall.EINVAL)
	}
	f.offset, f.dir, f.listed = offset, nil, false
	return offset, nil
}

func (f *File) Stat() (FileInfo, error) {
	if err := f.check("stat"); err != nil {
		return nil, err
	}
	switch {
	case f.sock != nil:
		return &fileStat{name: base(f.name), mode: ModeSocket | 0o777}, nil
	case f.pipe != nil, f.node == nil && f != Stdin:
		// The output of a test goes to the go command.
		return &fileStat{name: base(f.name), mode: ModeNamedPipe | 0o600}, nil
	case f.node == nil:
		return &fileStat{name: base(f.name), mode: ModeDevice | ModeCharDevice | 0o620}, nil
	}
	return f.node.info(base(f.name)), nil
}

func (f *File) Truncate(size int64) error {
	if err := f.check("truncate"); err != nil {
		return err
	}
	if f.node == nil || !f.canWrite() || size < 0 {
		return f.wrap("truncate", syscall.EINVAL)
	}
	f.node = writable(f.path, f.node)
	f.node.truncate(size)
	return nil
}

func (f *File) Sync() error { return f.check("sync") }

func (f *File) Chmod(mode FileMode) error {
	if err := f.check("chmod"); err != nil {
		return err
	}
	if f.node != nil {
		f.node = writable(f.path, f.node)
		f.node.chmod(mode)
	}
	return nil
}

func (f *File) Chown(uid, gid int) error { return f.check("chown") }

func (f *File) Chdir() error {
	if err := f.check("chdir"); err != nil {
		return err
	}
	if f.node == nil || !f.node.mode.IsDir() {
		return f.wrap("chdir", syscall.ENOTDIR)
	}
	workDir = f.path
	return nil
}

// Deadlines are not supported on files, as for regular files in gc; on a
// pipe the machine lacks them.

func (f *File) SetDeadline(t time.Time) error {
	return f.setDeadline(t, (*poll.FD).SetDeadline)
}

func (f *File) SetReadDeadline(t time.Time) error {
	return f.setDeadline(t, (*poll.FD).SetReadDeadline)
}

func (f *File) SetWriteDeadline(t time.Time) error {
	return f.setDeadline(t, (*poll.FD).SetWriteDeadline)
}

func (f *File) setDeadline(t time.Time, set func(*poll.FD, time.Time) error) error {
	if err := f.check("set deadline"); err != nil {
		return err
	}
	if f.sock != nil {
		return f.wrap("set deadline", set(f.sock, t))
	}
	if f.pipe != nil {
		unsupported("a deadline on an os.Pipe")
	}
	return f.wrap("set deadline", ErrNoDeadline)
}

func (f *File) SyscallConn() (syscall.RawConn, error) {
	if err := f.check("SyscallConn"); err != nil {
		return nil, err
	}
	unsupported("os.File.SyscallConn")
	return nil, nil
}

// Directories.

func (f *File) ReadDir(n int) ([]DirEntry, error) {
	if err := f.check("readdir"); err != nil {
		return nil, err
	}
	if f.node == nil || !f.node.mode.IsDir() {
		return nil, f.wrap("readdirent", syscall.ENOTDIR)
	}
	if !f.listed {
		f.dir, f.listed = entries(f.path), true
	}
	if n <= 0 {
		list := f.dir
		f.dir = nil
		if list == nil {
			list = []DirEntry{}
		}
		return list, nil
	}
	if len(f.dir) == 0 {
		return nil, io.EOF
	}
	list := f.dir[:min(n, len(f.dir))]
	f.dir = f.dir[len(list):]
	return list, nil
}

func (f *File) Readdir(n int) ([]FileInfo, error) {
	list, err := f.ReadDir(n)
	if f == nil {
		return nil, err
	}
	infos := []FileInfo{}
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			infos = append(infos, info)
		}
	}
	return infos, err
}

func (f *File) Readdirnames(n int) (names []string, err error) {
	list, err := f.ReadDir(n)
	if f == nil {
		return nil, err
	}
	names = []string{}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names, err
}

var _ fs.ReadDirFile = (*File)(nil)
