// Package unique keeps one pointer for each value in ordinary maps: nothing
// is ever collected, and no other goroutine runs inside Make.
//
//mazurka:patch
package unique

import "internal/abi"

// tables has a map[T]*T for each type T.
var tables = map[*abi.Type]any{}

// Make returns the handle of a value.
func Make[T comparable](value T) Handle[T] {
	t := abi.TypeFor[T]()
	table, _ := tables[t].(map[T]*T)
	if table == nil {
		table = map[T]*T{}
		tables[t] = table
	}
	p, ok := table[value]
	if !ok {
		p = new(T)
		*p = value
		table[value] = p
	}
	return Handle[T]{p}
}
