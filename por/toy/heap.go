package toy

import "github.com/mazurka-go/mazurka/por"

// This file has objects with fields, and references to them. A reference is
// the number of an object, 0 is nil. An object is numbered by who makes it and
// how many that one has made before, so that it has the same number however
// processes take turns. References and numbers are kept apart: no number
// becomes a reference.

// heap says where in the state references and objects are.
type heap struct {
	globals int32 // how many global references there are
	fields  int32 // how many fields an object has
	locals  int32 // how many local references a process has

	links []bool // which fields are references

	globalAt, localAt, madeAt, cellAt int32 // where they start
}

// maxNew is how many objects a process may make; it fails if it makes more.
const maxNew = 3

func (s *System) layoutHeap(p *parser, take func(n int) int32) {
	procs := int32(len(s.procs))
	s.fields, s.locals = p.count[kindField], p.count[kindLocal]
	s.findLinks()
	s.globalAt = take(int(s.globals))
	s.localAt = take(int(procs * s.locals))
	s.madeAt = take(len(s.procs))
	s.cellAt = take(int(s.objects() * s.fields))
}

// findLinks finds the fields that are references. It panics if one is a number
// as well.
func (s *System) findLinks() {
	s.links = make([]bool, s.fields)
	numbers := make([]bool, s.fields)
	for _, proc := range s.procs {
		for i := range proc.ops {
			switch o := &proc.ops[i]; o.kind {
			case opLoad, opStore:
				s.links[o.obj] = true
			case opGet, opPut, opBump, opHold, opDrop:
				numbers[o.obj] = true
			}
		}
	}
	for f := range s.links {
		if s.links[f] && numbers[f] {
			panic("toy: a field is a number and a reference: " + s.source)
		}
	}
}

// objects is how many objects there may be.
func (s *System) objects() int32 { return s.globals + int32(len(s.procs))*maxNew }

// reference is local reference v of process p.
func (s *System) reference(p int, v int32) *int32 {
	return &s.state[s.localAt+int32(p)*s.locals+v]
}

// cell is where the field is that o, an operation of p, is about; it is
// negative if there is no object.
func (s *System) cell(p int, o *op) int32 {
	r := *s.reference(p, o.ref)
	if r == 0 {
		return -1
	}
	return s.cellAt + (r-1)*s.fields + o.obj
}

// heapMode is how an operation touches a field or a global reference, if all
// is well.
func heapMode(kind opKind) por.Mode {
	switch kind {
	case opGet, opLoad, opTake:
		return por.Read
	case opBump:
		return por.Update
	case opHold:
		return por.Acquire
	case opDrop:
		return por.Release
	}
	return por.Write
}

// touchHeap lists the accesses of an operation on a field or global reference.
func (s *System) touchHeap(t *touches, p int, o *op) {
	mode := heapMode(o.kind)
	if o.kind == opTake || o.kind == opPublish {
		t.e.Blind = o.kind == opPublish
		t.add(mode, name(objGlobal, o.obj))
		return
	}
	cell := s.cell(p, o)
	if cell < 0 {
		return // it fails
	}
	if o.kind == opDrop && s.state[cell] != int32(p)+1 {
		t.e.Firm = false
		mode = por.Write
	}
	t.e.Blind = (o.kind == opPut || o.kind == opStore) && !s.held(o.obj)
	t.add(mode, name(objCell, cell))
}

// held reports whether somebody uses a field as a lock.
func (s *System) held(field int32) bool {
	for _, proc := range s.procs {
		for i := range proc.ops {
			if o := &proc.ops[i]; o.kind == opHold && o.obj == field {
				return true
			}
		}
	}
	return false
}

// applyHeap executes an operation on a field or global reference.
func (s *System) applyHeap(p int, o *op) {
	w := s.word(p)
	switch o.kind {
	case opTake:
		*s.reference(p, o.ref) = s.state[s.globalAt+o.obj]
		return
	case opPublish:
		s.state[s.globalAt+o.obj] = *s.reference(p, o.ref)
		return
	}
	i := s.cell(p, o)
	if i < 0 {
		w[pStatus] = failed
		return
	}
	cell := &s.state[i]
	switch o.kind {
	case opGet:
		w[pAcc] = *cell
	case opPut:
		*cell = s.val(p, o)
	case opBump:
		*cell += o.a
	case opLoad:
		*s.reference(p, o.other) = *cell
	case opStore:
		*cell = *s.reference(p, o.other)
	case opHold:
		*cell = int32(p) + 1
	case opDrop:
		if *cell == 0 {
			w[pStatus] = failed
		}
		*cell = 0
	}
}

// localReference executes a local operation on references. It reports whether
// the process can go on.
func (s *System) localReference(p int, o *op) bool {
	r := s.reference(p, o.ref)
	switch o.kind {
	case opNew:
		made := &s.state[s.madeAt+int32(p)]
		if *made == maxNew {
			return false
		}
		*r = s.globals + int32(p)*maxNew + *made + 1
		*made++
	case opLet:
		*r = o.obj + 1
	case opCopy:
		*r = *s.reference(p, o.other)
	case opJnil:
		if *r == 0 {
			s.word(p)[pPC] += o.a
		}
	}
	return true
}
