package vm

// Variables with a go:embed directive. gc's linker fills them in before
// anything is initialised; the layout of an embed.FS is that of package embed.

import (
	"cmp"
	"go/types"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// An Embedding is a variable of type string, []byte or embed.FS (or types
// derived from the first two) and the files it holds.
type Embedding struct {
	Var   *ssa.Global
	Files []EmbeddedFile
}

// An EmbeddedFile is a file by its path relative to the package's directory.
type EmbeddedFile struct {
	Name    string
	Content []byte
}

// embed fills in the variables of the world, as allocated by g.
func (m *Machine) embed(g *G) error {
	for i := range m.world.Embeds {
		if !m.embedVar(g, &m.world.Embeds[i]) {
			return &InitError{Outcome: Limited}
		}
	}
	return nil
}

// embedVar fills in one variable; ok is false if there is no memory.
func (m *Machine) embedVar(g *G, e *Embedding) (ok bool) {
	t := e.Var.Type().(*types.Pointer).Elem()
	m.prog.mu.Lock()
	at := m.prog.globalAddr(e.Var)
	m.prog.mu.Unlock()
	if s, isFS := t.Underlying().(*types.Struct); isFS {
		return m.embedFS(g, at, s, e.Files)
	}
	if len(e.Files) == 0 {
		return true
	}
	content := e.Files[0].Content
	if _, isSlice := t.Underlying().(*types.Slice); isSlice {
		m.store64(at+16, uint64(len(content)))
	}
	return m.embedString(g, at, content)
}

// embedString stores a string with the given bytes at an address.
func (m *Machine) embedString(g *G, at Addr, b []byte) (ok bool) {
	if len(b) == 0 {
		return true
	}
	m.prog.mu.Lock()
	typ := m.prog.typeAddr(types.Typ[types.Uint8])
	m.prog.mu.Unlock()
	m.syncStatic()
	a, ok := m.allocRaw(&g.region, uint64(len(b)), typ)
	if ok {
		m.write(a, b)
		m.store64(at, a)
		m.store64(at+8, uint64(len(b)))
	}
	return ok
}

// The words of an embed.file: name string, data string, hash [16]byte.
const (
	embedName = 0
	embedData = 16
	embedSize = 48
)

// embedFS makes the list of files behind an embed.FS: all files and the
// directories above them.
func (m *Machine) embedFS(g *G, at Addr, fs *types.Struct, files []EmbeddedFile) (ok bool) {
	list := embedList(files)
	slice := fs.Field(0).Type().(*types.Pointer).Elem().Underlying().(*types.Slice)
	m.prog.mu.Lock()
	sliceType, fileType := m.prog.typeAddr(slice), m.prog.typeAddr(slice.Elem())
	m.prog.mu.Unlock()
	m.syncStatic()
	header, ok := m.allocRaw(&g.region, 24, sliceType)
	if !ok {
		return false
	}
	array, ok := m.allocRaw(&g.region, embedSize*uint64(len(list)), fileType)
	if !ok {
		return false
	}
	m.store64(header, array)
	m.store64(header+8, uint64(len(list)))
	m.store64(header+16, uint64(len(list)))
	m.store64(at, header)
	for i, f := range list {
		entry := array + embedSize*uint64(i)
		if !m.embedString(g, entry+embedName, []byte(f.Name)) || !m.embedString(g, entry+embedData, f.Content) {
			return false
		}
	}
	return true
}

// embedList adds the directories, whose names end in a slash, and sorts by
// directory, then name, as embed.FS searches.
func embedList(files []EmbeddedFile) []EmbeddedFile {
	seen := map[string]bool{}
	var list []EmbeddedFile
	for _, f := range files {
		list = append(list, f)
		for dir := path.Dir(f.Name); dir != "." && !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			list = append(list, EmbeddedFile{Name: dir + "/"})
		}
	}
	split := func(name string) (dir, elem string) {
		dir, elem = path.Split(strings.TrimSuffix(name, "/"))
		return cmp.Or(strings.TrimSuffix(dir, "/"), "."), elem
	}
	slices.SortFunc(list, func(a, b EmbeddedFile) int {
		aDir, aElem := split(a.Name)
		bDir, bElem := split(b.Name)
		return cmp.Or(cmp.Compare(aDir, bDir), cmp.Compare(aElem, bElem))
	})
	return list
}
