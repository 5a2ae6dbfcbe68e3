package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// hostFiles is the read-only view that tests have of the host's files: those
// below some directories. What it has answered once it answers again, and it
// remembers what it was asked, so that a stored result can be checked.
type hostFiles struct {
	roots   []string
	overlay map[string][]byte

	mu      sync.Mutex
	content map[string]fileAnswer
	dirs    map[string]dirAnswer
	infos   map[string]fs.FileInfo // nil: no such file
}

type fileAnswer struct {
	content []byte
	err     error
}

type dirAnswer struct {
	names []string
	err   error
}

// maxHostFile is the size of the largest file that tests can read.
const maxHostFile = 64 << 20

var errTooLarge = fmt.Errorf("larger than the %d MiB that a test under exploration can read", maxHostFile>>20)

func newHostFiles(overlay map[string][]byte, roots ...string) *hostFiles {
	return &hostFiles{
		roots: roots, overlay: overlay,
		content: map[string]fileAnswer{}, dirs: map[string]dirAnswer{}, infos: map[string]fs.FileInfo{},
	}
}

// inside reports whether the view contains the path.
func (h *hostFiles) inside(path string) bool {
	return slices.ContainsFunc(h.roots, func(root string) bool {
		return path == root || strings.HasPrefix(path, strings.TrimSuffix(root, "/")+"/")
	})
}

// info tells about a file; nil if there is none.
func (h *hostFiles) info(path string) fs.FileInfo {
	if !h.inside(path) {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	fi, known := h.infos[path]
	if !known {
		var err error
		if fi, err = os.Stat(path); err != nil {
			fi = nil
		}
		h.infos[path] = fi
	}
	return fi
}

// ReadFile returns the content of a regular file.
func (h *hostFiles) ReadFile(path string) ([]byte, error) {
	fi := h.info(path)
	if fi == nil {
		return nil, fs.ErrNotExist
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	a, known := h.content[path]
	if !known {
		a.content, a.err = h.read(path, fi)
		h.content[path] = a
	}
	return a.content, a.err
}

func (h *hostFiles) read(path string, fi fs.FileInfo) ([]byte, error) {
	if b, ok := h.overlay[path]; ok {
		return b, nil
	}
	switch {
	case !fi.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case fi.Size() > maxHostFile:
		return nil, errTooLarge
	}
	return os.ReadFile(path)
}

// ReadDir returns the names in a directory, sorted.
func (h *hostFiles) ReadDir(path string) ([]string, error) {
	if h.info(path) == nil {
		return nil, fs.ErrNotExist
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	a, known := h.dirs[path]
	if !known {
		a.names, a.err = readDir(path)
		h.dirs[path] = a
	}
	return a.names, a.err
}

func readDir(path string) ([]string, error) {
	entries, err := os.ReadDir(path)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// seen returns what the tests have looked at so far: for each path a word on
// what they saw there.
func (h *hostFiles) seen() map[string]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := map[string]string{}
	for path, fi := range h.infos {
		all[path] = infoWord(fi)
	}
	for path, a := range h.dirs {
		all[path] = dirWord(a.names, a.err)
	}
	for path, a := range h.content {
		if _, ok := h.overlay[path]; !ok && a.err == nil {
			sum := sha256.Sum256(a.content)
			all[path] = "content " + hex.EncodeToString(sum[:])
		}
	}
	return all
}

func infoWord(fi fs.FileInfo) string {
	if fi == nil {
		return "absent"
	}
	return fmt.Sprintf("info %d %v %d", fi.Size(), fi.Mode(), fi.ModTime().UnixNano())
}

func dirWord(names []string, err error) string {
	return fmt.Sprintf("dir %q %v", names, err != nil)
}

// filesUnchanged reports whether the tests would see the same again.
func filesUnchanged(seen map[string]string) bool {
	for path, word := range seen {
		now := ""
		kind, _, _ := strings.Cut(word, " ")
		switch kind {
		case "content":
			if sum, err := hashFile(path); err == nil {
				now = "content " + sum
			}
		case "dir":
			names, err := readDir(path)
			now = dirWord(names, err)
		default:
			fi, err := os.Stat(path)
			if err != nil {
				fi = nil
			}
			now = infoWord(fi)
		}
		if now != word {
			return false
		}
	}
	return true
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// moduleRoot is the directory of the go.mod file that governs dir, or dir.
func moduleRoot(dir string) string {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d
		}
		if d == filepath.Dir(d) {
			return dir
		}
	}
}
