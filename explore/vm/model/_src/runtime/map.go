//mazurka:replace
package runtime

import "internal/runtime/maps"

// panicmapkey: a map without entries was asked for a key that cannot be hashed.
func panicmapkey(t *_type) { panic(maps.KeyError(t)) }
