// The file system: host files below, a layer of changes above.

//mazurka:replace
package os

import (
	"internal/bytealg"
	"io/fs"
	"slices"
	"syscall"
	"time"
)

// A node is a file, directory or symbolic link. Nodes of the layer can be
// changed; those that stand for a file of the host are made when it is
// looked up and copied to the layer before a change (writable).
type node struct {
	mode  FileMode
	mtime int64 // Unix nanoseconds
	data  []byte
	link  string // target, of a symbolic link
	host  string // path on the host, if the content has not been read yet
	bytes int64  // size on the host
	ino   uint64
	layer bool
	sock  any // behind a unix socket
}

// layer has what differs from the host, by absolute clean path; nil means
// deleted.
var layer = map[string]*node{
	"/":         {mode: ModeDir | 0o755, layer: true, ino: 1},
	"/tmp":      {mode: ModeDir | ModeSticky | 0o777, layer: true, ino: 2},
	"/dev":      {mode: ModeDir | 0o755, layer: true, ino: 3},
	"/dev/null": {mode: ModeDevice | ModeCharDevice | 0o666, layer: true, ino: 4},
	"/etc":      {mode: ModeDir | 0o755, layer: true, ino: 6},
	"/etc/passwd": {mode: 0o644, layer: true, ino: 7,
		data: []byte("root:x:0:0:root:/root:/bin/sh\n")},
	"/etc/hosts": {mode: 0o644, layer: true, ino: 9, data: []byte("127.0.0.1 localhost\n::1 ip6-localhost ip6-loopback\n")},
	// A name server that is outside the machine.
	"/etc/resolv.conf": {mode: 0o644, layer: true, ino: 10, data: []byte("nameserver 192.0.2.53\n")},
	"/etc/group":       {mode: 0o644, layer: true, ino: 8, data: []byte("root:x:0:\n")},
}

const umask = 0o022

var nextIno uint64 = 100

// workDir is the working directory.
var workDir = hostWorkDir()

// The host's side. Paths are absolute and clean.

func hostStat(path string) (size int64, mode uint32, mtime int64, ok bool)
func hostRead(path string) (content []byte, ok bool)
func hostDir(path string) (names []string, ok bool)
func hostWorkDir() string

// absolute makes a path absolute and clean.
func absolute(name string) string {
	if name == "" || name[0] != '/' {
		name = workDir + "/" + name
	}
	return clean(name)
}

// clean is path.Clean for absolute paths.
func clean(p string) string {
	out := make([]byte, 0, len(p))
	for len(p) > 0 {
		var elem string
		if i := bytealg.IndexByteString(p, '/'); i < 0 {
			elem, p = p, ""
		} else {
			elem, p = p[:i], p[i+1:]
		}
		switch elem {
		case "", ".":
		case "..":
			out = out[:max(bytealg.LastIndexByte(out, '/'), 0)]
		default:
			out = append(append(out, '/'), elem...)
		}
	}
	if len(out) == 0 {
		return "/"
	}
	return string(out)
}

func base(p string) string {
	for len(p) > 1 && p[len(p)-1] == '/' {
		p = p[:len(p)-1]
	}
	if i := bytealg.LastIndexByteString(p, '/'); i >= 0 && len(p) > 1 {
		return p[i+1:]
	}
	return p
}

func parent(p string) string {
	if i := bytealg.LastIndexByteString(p, '/'); i > 0 {
		return p[:i]
	}
	return "/"
}

// lookup finds what is at a path, symbolic links unfollowed; nil if nothing.
func lookup(path string) *node {
	if n, ok := layer[path]; ok {
		return n
	}
	size, mode, mtime, ok := hostStat(path)
	if !ok {
		if isAbove(path, hostWorkDir()) {
			return &node{mode: ModeDir | 0o755, ino: 5}
		}
		return nil
	}
	return &node{mode: FileMode(mode), bytes: size, mtime: mtime, host: path, ino: hash(path)}
}

// isAbove reports whether the directory dir is above path.
func isAbove(dir, path string) bool {
	return len(path) > len(dir) && path[:len(dir)] == dir && (path[len(dir)] == '/' || dir == "/")
}

// hash is FNV-1a: the inode number of a host file.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h | 1<<63
}

// resolve follows the symbolic links of an absolute clean path, the last
// element's only if last is set. It returns the path reached also if there
// is nothing but the directory for it (ENOENT).
func resolve(path string, last bool) (string, *node, error) {
	for range 40 {
		next, n, err := resolveOnce(path, last)
		if err != nil || n != nil {
			return next, n, err
		}
		if next == path {
			return path, nil, syscall.ENOENT
		}
		path = next
	}
	return path, nil, syscall.ELOOP
}

// resolveOnce returns the node at path, or path with one link replaced.
func resolveOnce(path string, last bool) (string, *node, error) {
	n := lookup("/")
	for i := 1; i < len(path); {
		if !n.mode.IsDir() {
			return path, nil, syscall.ENOTDIR
		}
		end := len(path)
		if j := bytealg.IndexByteString(path[i:], '/'); j >= 0 {
			end = i + j
		}
		n = lookup(path[:end])
		if n == nil {
			if end < len(path) {
				return path + "/", nil, syscall.ENOENT
			}
			return path, nil, nil
		}
		if n.mode&ModeSymlink != 0 && (last || end < len(path)) {
			target := n.link
			if target == "" || target[0] != '/' {
				target = parent(path[:end]) + "/" + target
			}
			return clean(target + path[end:]), nil, nil
		}
		i = end + 1
	}
	return path, n, nil
}

// create makes a file at a path; its directory must exist.
func create(path string, mode FileMode) (*node, error) {
	if path[len(path)-1] == '/' {
		return nil, syscall.ENOENT // an element before the last is missing
	}
	dir, d, err := resolve(parent(path), true)
	switch {
	case err != nil:
		return nil, err
	case !d.mode.IsDir():
		return nil, syscall.ENOTDIR
	}
	nextIno++
	n := &node{mode: mode, mtime: now(), ino: nextIno, layer: true}
	layer[join(dir, base(path))] = n
	return n, nil
}

func join(dir, name string) string {
	if dir == "/" {
		return "/" + name
	}
	return dir + "/" + name
}

func now() int64 { return time.Now().UnixNano() }

// writable returns the node of the layer for n at path.
func writable(path string, n *node) *node {
	if n.layer {
		return n
	}
	c := *n
	c.data, c.host, c.layer = n.content(), "", true
	if layer[path] == nil {
		layer[path] = &c
	}
	return layer[path]
}

// content is the content of a file. It must not be changed.
func (n *node) content() []byte {
	if n.host != "" && n.mode.IsRegular() {
		data, ok := hostRead(n.host)
		if !ok {
			unsupported("reading the file " + n.host)
		}
		n.data, n.host = data, ""
	}
	return n.data
}

func (n *node) size() int64 {
	if n.host != "" {
		return n.bytes
	}
	return int64(len(n.data))
}

func (n *node) truncate(size int64) {
	n.mtime = now()
	data := n.content()
	if n.mapped() {
		n.resize(size)
		return
	}
	if size <= int64(len(data)) {
		n.data = data[:size:size]
		return
	}
	n.data = append(data[:len(data):len(data)], make([]byte, size-int64(len(data)))...)
}

func (n *node) writeAt(b []byte, off int64) {
	if n.mode&ModeDevice != 0 {
		return
	}
	n.mtime = now()
	if end := off + int64(len(b)); end > int64(len(n.data)) {
		if off > int64(len(n.data)) {
			n.truncate(off)
		}
		if n.mapped() {
			n.resize(end)
			copy(n.data[off:], b)
			return
		}
		n.data = append(n.data[:off], b...)
		return
	}
	copy(n.data[off:], b)
}

func (n *node) chmod(mode FileMode) {
	const settable = ModePerm | ModeSetuid | ModeSetgid | ModeSticky
	n.mode = n.mode&^settable | mode&settable
}

func (n *node) info(name string) FileInfo {
	return &fileStat{name: name, size: n.size(), mode: n.mode, mtime: n.mtime, ino: n.ino}
}

// A fileStat is the FileInfo of a file.
type fileStat struct {
	name  string
	size  int64
	mode  FileMode
	mtime int64
	ino   uint64
}

func (s *fileStat) Name() string       { return s.name }
func (s *fileStat) Size() int64        { return s.size }
func (s *fileStat) Mode() FileMode     { return s.mode }
func (s *fileStat) ModTime() time.Time { return time.Unix(0, s.mtime) }
func (s *fileStat) IsDir() bool        { return s.mode.IsDir() }

func (s *fileStat) Sys() any {
	st := &syscall.Stat_t{Ino: s.ino, Nlink: 1, Mode: uint32(s.mode.Perm()),
		Size: s.size, Blksize: 4096, Blocks: (s.size + 511) / 512}
	switch {
	case s.mode.IsDir():
		st.Mode |= syscall.S_IFDIR
	case s.mode&ModeSymlink != 0:
		st.Mode |= syscall.S_IFLNK
	case s.mode.IsRegular():
		st.Mode |= syscall.S_IFREG
	}
	st.Mtim = syscall.NsecToTimespec(s.mtime)
	st.Atim, st.Ctim = st.Mtim, st.Mtim
	return st
}

func SameFile(fi1, fi2 FileInfo) bool {
	a, ok1 := fi1.(*fileStat)
	b, ok2 := fi2.(*fileStat)
	return ok1 && ok2 && a.ino == b.ino
}

// entries lists a directory, sorted by name.
func entries(dir string) []DirEntry {
	var names []string
	if hostNames, ok := hostDir(dir); ok {
		for _, name := range hostNames {
			if _, changed := layer[join(dir, name)]; !changed {
				names = append(names, name)
			}
		}
	} else if work := hostWorkDir(); isAbove(dir, work) {
		rest := work[len(join(dir, "x"))-1:]
		if i := bytealg.IndexByteString(rest, '/'); i >= 0 {
			rest = rest[:i]
		}
		if _, changed := layer[join(dir, rest)]; !changed {
			names = append(names, rest)
		}
	}
	for path, n := range layer {
		if n != nil && path != "/" && parent(path) == dir {
			names = append(names, base(path))
		}
	}
	slices.Sort(names)
	var list []DirEntry
	for _, name := range names {
		if n := lookup(join(dir, name)); n != nil {
			list = append(list, fs.FileInfoToDirEntry(n.info(name)))
		}
	}
	return list
}
