// Package reflectlite is the real one.
//
//mazurka:patch
package reflectlite

import "internal/abi"

func implements(T, V *abi.Type) bool
