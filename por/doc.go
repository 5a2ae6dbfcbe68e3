// Package por searches the executions of a concurrent system up to
// Mazurkiewicz equivalence.
//
// The package knows nothing about Go, SSA, virtual machines or files: a
// search sees a [System] and calls it. It imports the standard library only.
package por
