package load

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Build makes sure that the functions of the package have their bodies.
// Functions without a package (ssa.Function.Pkg is nil: instances of generic
// functions and synthetic wrappers) have theirs when the function that refers
// to them has its own, or when [Program.MethodValue] or
// [Program.LookupMethod] returns them.
func (p *Program) Build(pkg *ssa.Package) {
	p.gen.mu.RLock()
	defer p.gen.mu.RUnlock()
	pkg.Build()
}

// BuildAll builds every package of the program.
func (p *Program) BuildAll() {
	for _, pkg := range p.all {
		if pkg.SSA != nil {
			p.Build(pkg.SSA)
		}
	}
}

// MethodValue returns the function of a method selection, as
// ssa.Program.MethodValue does.
func (p *Program) MethodValue(sel *types.Selection) *ssa.Function {
	p.gen.mu.RLock()
	defer p.gen.mu.RUnlock()
	return p.gen.prog.MethodValue(sel)
}

// LookupMethod returns the method of a type by name, as
// ssa.Program.LookupMethod does.
func (p *Program) LookupMethod(t types.Type, pkg *types.Package, name string) *ssa.Function {
	p.gen.mu.RLock()
	defer p.gen.mu.RUnlock()
	return p.gen.prog.LookupMethod(t, pkg, name)
}

// FuncValue returns the function of a declared function or method, as
// ssa.Program.FuncValue does.
func (p *Program) FuncValue(obj *types.Func) *ssa.Function {
	p.gen.mu.RLock()
	defer p.gen.mu.RUnlock()
	return p.gen.prog.FuncValue(obj)
}

// All returns every package of the program, dependencies first. The caller
// must not change it.
func (p *Program) All() []*Package { return p.all }

// Package returns the package with the import path as built without tests,
// or nil.
func (p *Program) Package(path string) *Package { return p.byPath[path] }

// Variant returns the package with the import path that from sees, directly or
// not: if from is compiled for the test of a package, so is what imports that
// package.
func (p *Program) Variant(path string, from *Package) *Package {
	if v := p.byTest[[2]string{path, from.ForTest}]; v != nil {
		return v
	}
	return p.byPath[path]
}

// PackageOf returns the package of the program with the types, or nil.
func (p *Program) PackageOf(pkg *types.Package) *Package { return p.byType[pkg] }
