package vm

// Type descriptors in gc's layout ($GOROOT/src/internal/abi/type.go), so that
// reflect and everything above it run from their real source.
//
// Descriptors are emitted on demand into the static part of memory, each
// with all descriptors that its own memory points to. What a program reaches
// only through offsets (types of methods, code of methods) stays a token until
// it is resolved: see rtype_lazy.go.
//
// One descriptor per type: two types are the same if go/types says that they
// are identical. The field Hash is the number of the type, which leads to
// its typeInfo.

import (
	"go/types"
	"sync/atomic"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/mazurka-go/mazurka/explore/vm/compile"
)

// Kinds of internal/abi.
const (
	kindInvalid = iota
	kindBool
	kindInt
	kindInt8
	kindInt16
	kindInt32
	kindInt64
	kindUint
	kindUint8
	kindUint16
	kindUint32
	kindUint64
	kindUintptr
	kindFloat32
	kindFloat64
	kindComplex64
	kindComplex128
	kindArray
	kindChan
	kindFunc
	kindInterface
	kindMap
	kindPointer
	kindSlice
	kindString
	kindStruct
	kindUnsafePointer
)

// Flags of internal/abi.
const (
	tflagUncommon        = 1 << 0
	tflagNamed           = 1 << 2
	tflagRegularMemory   = 1 << 3
	tflagGCMaskOnDemand  = 1 << 4
	tflagDirectIface     = 1 << 5
	funcVariadic         = 1 << 15
	nameExported         = 1 << 0
	nameTagged           = 1 << 1
	nameHasPkg           = 1 << 2
	nameEmbedded         = 1 << 3
	maxInlineMaskWords   = 2048 * 8 // abi.MaxPtrmaskBytes
	uncommonTypeSize     = 16
	methodSize           = 16
	imethodSize          = 8
	structFieldSize      = 24
	descriptorCommonSize = 48
)

// Offsets of fields of abi.Type.
const (
	offSize     = 0
	offPtrBytes = 8
	offHash     = 16
	offTFlag    = 20
	offAlign    = 21
	offKind     = 23
	offEqual    = 24
	offGCData   = 32
	offStr      = 40
	offElem     = 48 // of arrays, channels, pointers and slices; a map's key
)

// fixedSize is the size of the descriptor of a kind without what follows it.
func fixedSize(kind uint8) uint64 {
	switch kind {
	case kindArray:
		return 72
	case kindChan:
		return 64
	case kindFunc, kindPointer, kindSlice:
		return 56
	case kindInterface, kindStruct:
		return 80
	case kindMap:
		return 112
	}
	return descriptorCommonSize
}

// A typeInfo is what the machine knows about a type. It is immutable once
// published, and shared.
type typeInfo struct {
	typ   types.Type
	under types.Type
	addr  Addr
	num   uint32
	kind  uint8
	align uint8
	// direct: values are stored directly in the data word of an interface.
	direct bool
	// scalar: a value is one frame word in canonical form (see
	// compile.Func), not a piece of memory.
	scalar   bool
	size     uint64
	ptrBytes uint64
	// ptrmask has a bit for each word that may hold a pointer.
	ptrmask []uint64
	// conservative: there is no mask, any word may hold a pointer.
	conservative bool
	offsets      []uint64 // of the fields of a struct
	length       uint64   // of an array
	// elem is the element type of an array, channel, map, pointer or slice;
	// key that of a map.
	elem, key *typeInfo
	// ops is how values are compared and hashed.
	ops typeOps
	// entries is the layout of a map's entries.
	entries *mapLayout
	// stubs: reflect.StructOf made the type and embedded an interface, whose
	// methods cannot be called (guarded by the program's lock).
	stubs bool
}

// words is the number of frame words of a value.
func (t *typeInfo) words() int {
	if t.huge() {
		return 1
	}
	return int((t.size + 7) / 8)
}

// huge reports whether values stand in an object of their own, whose address
// is in the frame.
func (t *typeInfo) huge() bool { return compile.Huge(int64(t.size)) }

// typeTable holds the type descriptors of a program. It is guarded by the
// program's lock, but for published.
type typeTable struct {
	addrs  map[types.Type]*typeInfo // by pointer, in front of canon
	canon  *typeutil.Map            // to *typeInfo
	byAddr map[Addr]*typeInfo
	infos  []*typeInfo // by number; number 0 is none
	// published is infos for readers without the lock.
	published *atomic.Pointer[[]*typeInfo]

	namer typeNamer
	msets *typeutil.MethodSetCache
	blobs map[string]Addr // names and pointer masks, by content
	lazy  lazyTable
	itabs itabTable
	maps  mapTypes
	stubs map[stubKey]Addr
	pkgs  map[string]*types.Package // by the path in descriptors
	ints  Addr                      // see smallInts
	// The functions Equal and Hasher in descriptors are closures that start
	// with these code pointers; see reflect.go.
	equalCode, hashCode uint64
}

func newTypeTable() typeTable {
	return typeTable{
		addrs:     map[types.Type]*typeInfo{},
		canon:     new(typeutil.Map),
		byAddr:    map[Addr]*typeInfo{},
		infos:     make([]*typeInfo, 1),
		published: new(atomic.Pointer[[]*typeInfo]),
		msets:     new(typeutil.MethodSetCache),
		blobs:     map[string]Addr{},
		lazy:      newLazyTable(),
		itabs:     newItabTable(),
		stubs:     map[stubKey]Addr{},
		pkgs:      map[string]*types.Package{},
	}
}

// typeAddr returns the address of the descriptor of t (locked).
func (p *Program) typeAddr(t types.Type) Addr { return p.typeInfoOf(t).addr }

// typeInfoOf returns what is known about t (locked).
func (p *Program) typeInfoOf(typ types.Type) *typeInfo {
	t := &p.types
	if i, ok := t.find(typ); ok {
		return i
	}
	e := emitter{Program: p, typeTable: t}
	if t.equalCode == 0 {
		p.initStubs()
		e.layoutMaps()
	}
	info := e.info(typ)
	e.drain()
	infos := t.infos
	t.published.Store(&infos)
	return info
}

func (t *typeTable) find(typ types.Type) (*typeInfo, bool) {
	if i, ok := t.addrs[typ]; ok {
		return i, true
	}
	i, ok := t.canon.At(typ).(*typeInfo)
	if ok {
		t.addrs[typ] = i
	}
	return i, ok
}

// typeInfo returns what is known about the type with the descriptor at a,
// nil if there is none (locked). With a machine, [Machine.typeInfo] is better.
func (p *Program) typeInfo(a Addr) *typeInfo { return p.types.byAddr[a] }

// typeInfo returns what is known about the type with the descriptor at a,
// which must be one.
func (m *Machine) typeInfo(a Addr) *typeInfo {
	infos := *m.prog.types.published.Load()
	return infos[m.load32(a+offHash)]
}

// typeName returns the name of the type with the descriptor at a as run-time
// panics quote it.
func (m *Machine) typeName(a Addr) string {
	m.prog.mu.Lock()
	defer m.prog.mu.Unlock()
	if i := m.prog.typeInfo(a); i != nil {
		return m.prog.types.namer.name(i.typ, shortNames)
	}
	return "?"
}
