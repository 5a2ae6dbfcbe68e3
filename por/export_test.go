package por

// SearchForgetful is [SearchParallel] that takes many nodes for much, and most for
// too many.
func SearchForgetful(systems []System, opts Options, many, most int, visit func(system int, x *Execution) bool) Result {
	p := newWorkPool(len(systems), opts)
	p.many, p.most = many, most
	return p.run(systems, visit)
}
