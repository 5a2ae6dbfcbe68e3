package por

// This file implements partial order reduction by heap reachability, to which
// [P16] compares hybrid-por.
//
//	[DHRR04] Dwyer, Hatcliff, Robby, Ranganath. Exploiting object escape and
//	locking information in partial-order reductions for concurrent
//	object-oriented programs. Formal Methods in System Design 25(2-3), 2004.
//	[PL11] Parízek, Lhoták. Identifying future field accesses in exhaustive
//	state space traversal. ASE 2011.
//
// A process is about to interfere if another one could access the same object
// without anything being handed to it first; with Options.Fields, only if
// another one may still access the same part of some object, in a mode that
// does not commute (the configuration "HR + fields" of [P16]).
//
// Why that is enough: as long as the process does not move, nobody else comes by
// an object that only it has.
//
// Differences: see interference.go. Of [DHRR04] only reachability is used, not
// what they derive from locks.

func heapPOR(sys System, opts Options, visit Visitor) Result {
	kind := reachable
	if opts.Fields {
		kind = accessed
	}
	return newInterference(sys, opts, visit, kind).search()
}

// heapPORFields is heapPOR with Options.Fields: the configurations of [P16] have
// names.
func heapPORFields(sys System, opts Options, visit Visitor) Result {
	opts.Fields = true
	return heapPOR(sys, opts, visit)
}
