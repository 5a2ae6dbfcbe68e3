package analysis

import (
	"go/types"
	"hash/maphash"
	"sync"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// Effects knows what functions do by themselves. It serves any number of
// programs that share an ssa.Program and remembers functions from one to the
// next, so that after an edit only what is new is looked at. It is safe for
// concurrent use.
type Effects struct {
	cfg EffectsConfig

	mu          sync.Mutex
	same        map[any]*ssa.Function // by key of EffectsConfig.SameCode
	facts       map[*ssa.Function]*facts
	byID        []*facts
	classes     []classInfo
	classByName map[string]Class
	effects     []effect
	cells       []*cell
	cellByName  map[string]*cell
	fieldCells  map[fieldKey]*cell
	typeCells   map[typeKey]*cell
	varCells    map[*ssa.Alloc]*cell
	globalCells map[*ssa.Global]*cell
	typeNames   map[types.Type]string
	identical   typeutil.Map // from types to names
	nodes       []node
	functions   map[*ssa.Function]nodeID
	boxes       map[types.Type]nodeID
	freeVars    map[*ssa.FreeVar]nodeID
	variables   map[*ssa.Alloc]nodeID
	makers      map[*ssa.Function]*ssa.MakeClosure
	methodIDs   map[methodName]methodID
	methods     []methodName // from firstMethod on
	methodSets  typeutil.MethodSetCache
	components  map[types.Type]*components
	pointers    map[types.Type]types.Type
	printing    [2]methodID // methods that print a value
	panics      nodeID      // what is panicked with
	kept        nodeID      // what functions without a body have been given
	reflected   nodeID      // what may be found by reflection
	memory      *cell       // what may be accessed by unsafe means
}

// An EffectsConfig says how to look at a program.
type EffectsConfig struct {
	// Build makes sure that the functions of a package have their bodies, and
	// MethodValue returns the function of a method, with its body.
	Build       func(*ssa.Package)
	MethodValue func(*types.Selection) *ssa.Function
	// Linkname returns the function that a function without a body stands for,
	// or nil. Nil means that there are none.
	Linkname func(*ssa.Function) *ssa.Function
	// SameCode returns a key that functions have in common which are taken to be one:
	// go/ssa makes one for each occurrence of a method value. Nil means that there
	// are none.
	SameCode func(*ssa.Function) (key any, ok bool)
	// Coarse says of a package that the fields of its structs need not be told
	// apart, and that it uses unsafe means as the standard library does. Nil
	// means never.
	Coarse func(*types.Package) bool
}

// NewEffects returns an Effects that knows nothing yet.
func NewEffects(cfg EffectsConfig) *Effects {
	if cfg.Linkname == nil {
		cfg.Linkname = func(*ssa.Function) *ssa.Function { return nil }
	}
	if cfg.SameCode == nil {
		cfg.SameCode = func(*ssa.Function) (any, bool) { return nil, false }
	}
	u := &Effects{
		cfg: cfg, same: map[any]*ssa.Function{}, facts: map[*ssa.Function]*facts{}, classByName: map[string]Class{}, cellByName: map[string]*cell{},
		fieldCells: map[fieldKey]*cell{}, typeCells: map[typeKey]*cell{}, varCells: map[*ssa.Alloc]*cell{},
		globalCells: map[*ssa.Global]*cell{}, typeNames: map[types.Type]string{}, functions: map[*ssa.Function]nodeID{},
		boxes: map[types.Type]nodeID{}, freeVars: map[*ssa.FreeVar]nodeID{}, variables: map[*ssa.Alloc]nodeID{},
		makers: map[*ssa.Function]*ssa.MakeClosure{}, methodIDs: map[methodName]methodID{},
		components: map[types.Type]*components{}, pointers: map[types.Type]types.Type{},
	}
	u.classes = make([]classInfo, 1) // NoClass
	u.effects = make([]effect, 1)    // none
	u.nodes = make([]node, 1)        // neither function nor interface
	u.printing = [2]methodID{u.methodNamed(methodName{name: "Error"}), u.methodNamed(methodName{name: "String"})}
	u.panics, u.reflected, u.kept = u.newNode(node{}), u.newNode(node{}), u.newNode(node{})
	u.memory = u.cell("memory", u.class("memory"), types.Typ[types.Invalid])
	return u
}

// A Future tells what may follow from points of a program on. It does not
// change and is safe for concurrent use. Asking for future accesses of fields
// at each point of a stack is the idea of
//
//	[PL11] Parízek, Lhoták. Identifying future field accesses in exhaustive
//	state space traversal. ASE 2011.
//
// Functions that are called through function values and interfaces are those
// that flow there, by parameters, results, variables, fields, elements, maps
// and channels, told apart like classes; what flows through calls of functions
// that are not known where they are called is told apart by type. This is variable type
// analysis, but for these calls:
//
//	[S00] Sundaresan et al. Practical virtual method call resolution for Java.
//	OOPSLA 2000.
//
// A function that calls its parameters is seen in the light of each call of it.
// Memory accessed through pointers is told apart by field and type:
//
//	[D98] Diwan, McKinley, Moss. Type-based alias analysis. PLDI 1998.
//
// Fields and variables whose address becomes a value may be what pointers to
// their type point to. What is given to reflection or made an unsafe pointer,
// and all that it leads to, may be what others access that way.
type Future struct {
	u          *Effects
	reached    []*funcState // by number of facts
	sets       []bits       // by graphNode
	calls      [][]asked    // by node, as of graph
	same       []nodeID     // as of graph
	links      []classLinks // by class
	numEffects int
	effects    []effect // as of now
	names      []classInfo

	wildEffects, exposedEffects []effectID

	lockMu    sync.Mutex
	lockFacts *locks
	guarded   map[Class]Guard

	mu       sync.RWMutex
	interned interner
	points   map[*ssa.Function]*pointTable
	objects  map[string][]Class // by type of synchronisation object
	all      *setData
}

// Future looks at everything that the roots may lead to. Roots are to include
// the initialisers of all packages and whatever is started from outside.
// Arguments are functions that may be passed to them.
func (u *Effects) Future(roots, arguments []*ssa.Function) *Future {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.futureOf(u.follow(roots, arguments))
}

// follow makes the graph of all that the roots lead to.
func (u *Effects) follow(roots, arguments []*ssa.Function) *graph {
	g := newGraph(u)
	for _, fn := range roots {
		g.callUnknown(u.of(fn))
	}
	for _, fn := range arguments {
		g.flow(u.passed(fn.Signature), u.function(fn))
	}
	g.run()
	return g
}

// futureOf is the Future of a graph.
func (u *Effects) futureOf(g *graph) *Future {
	f := &Future{
		u: u, reached: g.funcs, sets: g.solve(), calls: g.asked, same: g.same, links: g.classLinks(), numEffects: len(u.effects),
		effects: u.effects, names: u.classes,
		interned: interner{maphash.MakeSeed(), map[uint64][]*setData{}},
		points:   map[*ssa.Function]*pointTable{}, objects: map[string][]Class{},
		all: &setData{all: true},
	}
	for e, x := range u.effects {
		if f.links[x.class].wild != 0 {
			f.wildEffects = append(f.wildEffects, effectID(e))
		}
		if f.links[x.class].exposed != 0 {
			f.exposedEffects = append(f.exposedEffects, effectID(e))
		}
	}
	return f
}

// modes is how the elements of a set access a class.
func (f *Future) modes(d *setData, c Class) Modes {
	if int(c) >= len(f.links) {
		return AnyMode // of a function that was not reached
	}
	m := f.ownModes(d, c)
	l := &f.links[c]
	for _, a := range l.aliases {
		m |= f.ownModes(d, a)
	}
	return m | d.wild.of(l.exposed|l.wild) | d.exposed.of(l.wild)
}

func (f *Future) ownModes(d *setData, c Class) (m Modes) {
	for i, e := range f.links[c].effects {
		if e != 0 && d.bits.has(e) {
			m |= 1 << i
		}
	}
	return m
}

// Name is the name of a class, for people.
func (f *Future) Name(c Class) string {
	if int(c) < len(f.names) {
		return f.names[c].name
	}
	return "unknown"
}

// classLinks are the classes whose objects may be those of a class.
type classLinks struct {
	effects       [numModes]effectID
	aliases       []Class
	wild, exposed kinds
}

// Size tells how many functions were reached and how many classes there are.
func (f *Future) Size() (functions, classes int) {
	for _, s := range f.reached {
		if s != nil {
			functions++
		}
	}
	return functions, len(f.names)
}
