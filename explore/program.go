package explore

import (
	"context"
	"errors"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/ssa"

	"github.com/mazurka-go/mazurka/analysis/load"
	"github.com/mazurka-go/mazurka/explore/vm"
)

// A program is a linked test binary: code, and the state after its package
// initialisers ran. Sessions keep the latest ones.
type program struct {
	target *load.Target
	code   *code
	env    string
	fset   *token.FileSet
	files  *hostFiles
	places places
	limits vm.Limits // of initialisation

	filesOnce sync.Once
	fileOf    map[string]*token.File // by path
	sourceMu  sync.Mutex
	sources   map[string][][]byte // lines by path

	refs int // under Session.mu

	once   sync.Once
	failed atomic.Bool // err is set: of no use to others
	image  *vm.Image
	init   *vm.InitError // why the image could not be made, if that is a finding
	err    error
}

// initSteps bounds the instructions of package initialisation: some seconds.
const initSteps = 10_000_000_000

// keepPrograms is how many programs without users a session keeps.
const keepPrograms = 4

// acquire returns the program of a test, linking it if need be. It must be
// released.
func (s *Session) acquire(ctx context.Context, t *Test) (*program, error) {
	target, snap := t.pkg.target, t.snap
	env := testEnv(snap.options.TestEnv, target.Package.Dir)
	p, err := s.find(target, snap, strings.Join(env, "\n"))
	if err != nil {
		return nil, err
	}
	p.once.Do(func() {
		main := []*ssa.Package{target.Package.SSA}
		if target.External != nil {
			main = append(main, target.External.SSA)
		}
		if testing := p.code.ssa.ImportedPackage("testing"); testing != nil {
			main = append(main, testing) // not imported if there are but examples
		}
		args := []string{filepath.Join("/tmp", target.Package.Name+".test")}
		p.limits = vm.Limits{
			Steps: initSteps, LocalSteps: initSteps, Memory: 4 * defaultMemory,
			Stop: func() bool { return ctx.Err() != nil },
		}
		p.start(args, env, target.Package.Dir, main)
		if ctx.Err() != nil {
			p.err = ctx.Err()
		}
		p.failed.Store(p.err != nil)
	})
	if p.err != nil {
		s.release(p)
		return nil, p.err
	}
	return p, nil
}

// find returns the program, new or old, with one more user.
func (s *Session) find(target *load.Target, snap *Snapshot, env string) (*program, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	code, err := s.codeOf(snap.program)
	if err != nil {
		return nil, err
	}
	for i, p := range s.programs {
		if p.serves(code, target, env) {
			p.refs++
			s.programs = append(slices.Delete(s.programs, i, i+1), p)
			return p, nil
		}
	}
	root := moduleRoot(target.Package.Dir)
	p := newProgram(code, target, snap.program, newHostFiles(snap.options.Overlay, root, snap.program.GOROOT))
	p.env, p.refs = env, 1
	s.programs = append(s.programs, p)
	return p, nil
}

// serves reports whether the program is that of the target, and what its
// tests have seen of the host is still so.
func (p *program) serves(c *code, target *load.Target, env string) bool {
	return p.code == c && p.target.Hash == target.Hash && p.target.Package.Dir == target.Package.Dir &&
		p.env == env && !p.failed.Load() && filesUnchanged(p.files.seen())
}

// newProgram makes a program that has not started yet, as a user of its code.
func newProgram(c *code, target *load.Target, from *load.Program, files *hostFiles) *program {
	c.refs++
	return &program{
		target: target, code: c, fset: from.Fset, files: files, sources: map[string][][]byte{},
		places: places{root: moduleRoot(target.Package.Dir), goroot: from.GOROOT},
	}
}

// codeOf returns the code of a load, linking it if it is the first of its
// *ssa.Program. s.mu is held.
func (s *Session) codeOf(from *load.Program) (*code, error) {
	for _, c := range s.codes {
		if c.ssa == from.SSA {
			c.add(from)
			return c, nil
		}
	}
	c, err := newCode(from)
	if err != nil {
		return nil, err
	}
	c.add(from)
	s.codes = append(s.codes, c)
	s.closeIdle(func(p *program, _ int) bool { return p.code != c }) // nobody will ask for them again
	return c, nil
}

// closeIdle closes programs without users, given how many such there are that
// were used later. s.mu is held.
func (s *Session) closeIdle(which func(p *program, later int) bool) {
	later := 0
	for i := len(s.programs) - 1; i >= 0; i-- {
		p := s.programs[i]
		if p.refs > 0 {
			continue
		}
		if which(p, later) {
			s.programs = slices.Delete(s.programs, i, i+1)
			s.close(p)
		} else {
			later++
		}
	}
}

// release gives a program back; the oldest ones without users are closed.
func (s *Session) release(p *program) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.refs--
	s.closeIdle(func(_ *program, later int) bool { return later >= keepPrograms })
}

// close gives back the memory of a program, and of its code if that is
// neither used nor the newest. s.mu is held.
func (s *Session) close(p *program) {
	if p.image != nil {
		p.image.Close()
	}
	c := p.code
	c.refs--
	if c.refs == 0 && c != s.codes[len(s.codes)-1] {
		s.codes = slices.DeleteFunc(s.codes, func(d *code) bool { return d == c })
		c.vm.Close()
	}
}

// start runs the initialisers of the main packages.
func (p *program) start(args, env []string, dir string, main []*ssa.Package) {
	image, err := p.code.vm.Image(vm.World{
		Args: args, Env: env, WorkDir: dir, GOROOT: p.places.goroot, Godebug: godebug(p.target), Files: fileView{p.files},
		Embeds: p.embeds(),
	}, p.limits, main...)
	p.image = image
	if err != nil && !errors.As(err, &p.init) {
		p.err = err
	}
}

// godebug are the GODEBUG settings of a target as in the environment variable.
func godebug(t *load.Target) string {
	words := []string{"default=" + t.GoVersion}
	for _, key := range slices.Sorted(maps.Keys(t.Godebug)) {
		words = append(words, key+"="+t.Godebug[key])
	}
	return strings.Join(words, ",")
}

// fileView shows host files to the machine.
type fileView struct{ *hostFiles }

func (v fileView) Stat(path string) (vm.FileInfo, bool) {
	fi := v.info(path)
	if fi == nil {
		return vm.FileInfo{}, false
	}
	size := fi.Size()
	if b, ok := v.overlay[path]; ok {
		size = int64(len(b))
	}
	return vm.FileInfo{Size: size, Mode: uint32(fi.Mode()), Time: fi.ModTime().UnixNano()}, true
}

// places tells apart code by where it is.
type places struct {
	root   string // of the module under test
	goroot string
}

// rank says how near a file is to the programmer: 0 for the module under
// test, 1 for other modules, 2 for the standard library and the machine's models.
func (p places) rank(file string) int {
	switch {
	case file == "" || strings.HasPrefix(file, "$"), p.goroot != "" && strings.HasPrefix(file, p.goroot+"/src/"):
		return 2
	case strings.HasPrefix(file, p.root+"/"):
		return 0
	}
	return 1
}

// user returns the index of the innermost frame in the nearest code.
func (p places) user(stack []vm.StackFrame) int {
	best, rank := 0, 3
	for i, f := range stack {
		if r := p.rank(f.Pos.Filename); r < rank && f.Pos.IsValid() {
			best, rank = i, r
		}
	}
	return best
}

// function is the function in which a stack is as the programmer sees it.
func (p places) function(stack []vm.StackFrame) string {
	if len(stack) == 0 {
		return ""
	}
	return stack[p.user(stack)].Func
}

// position is where a stack is as the programmer sees it.
func (p places) position(stack []vm.StackFrame) token.Position {
	if len(stack) == 0 {
		return token.Position{}
	}
	return stack[p.user(stack)].Pos
}
