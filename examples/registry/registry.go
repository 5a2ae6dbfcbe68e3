// Package registry shows check-then-act on a map: lookup and insertion are
// locked, but not together.
package registry

import "sync"

// A Room is a chat room. There must be one per name, or its members do not
// hear each other.
type Room struct{ Name string }

// A Registry hands out rooms by name.
//
// Room is wrong: between the check and the act another caller may create the
// same room. Both then hold a room of that name, and only one of the two is
// in the map.
type Registry struct {
	mu    sync.RWMutex
	rooms map[string]*Room
}

// New returns an empty registry.
func New() *Registry { return &Registry{rooms: make(map[string]*Room)} }

// Room returns the room called name, creating it if need be.
func (r *Registry) Room(name string) *Room {
	r.mu.RLock()
	room, ok := r.rooms[name]
	r.mu.RUnlock()
	if ok {
		return room
	}
	room = &Room{Name: name}
	r.mu.Lock()
	r.rooms[name] = room
	r.mu.Unlock()
	return room
}

// A SafeRegistry is a [Registry] that checks again under the write lock.
type SafeRegistry struct {
	mu    sync.RWMutex
	rooms map[string]*Room
}

// NewSafe returns an empty registry.
func NewSafe() *SafeRegistry { return &SafeRegistry{rooms: make(map[string]*Room)} }

// Room returns the room called name, creating it if need be.
func (r *SafeRegistry) Room(name string) *Room {
	r.mu.RLock()
	room, ok := r.rooms[name]
	r.mu.RUnlock()
	if ok {
		return room
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if room, ok := r.rooms[name]; ok {
		return room
	}
	room = &Room{Name: name}
	r.rooms[name] = room
	return room
}
