// Package config shows lazy initialisation guarded by a plain flag.
package config

import "sync"

// Settings are read from a source when first asked for.
//
// Get is wrong: nothing orders the flag and the map between two goroutines.
// Both may load, and one that sees the flag need not see the map.
type Settings struct {
	load   func() map[string]string
	loaded bool
	values map[string]string
}

// New returns settings that will be read by load.
func New(load func() map[string]string) *Settings { return &Settings{load: load} }

// Get returns the value of a setting.
func (s *Settings) Get(key string) string {
	if !s.loaded {
		s.values = s.load()
		s.loaded = true
	}
	return s.values[key]
}

// OnceSettings are [Settings] that use [sync.Once] in place of the flag.
type OnceSettings struct {
	load   func() map[string]string
	once   sync.Once
	values map[string]string
}

// NewOnce returns settings that will be read by load.
func NewOnce(load func() map[string]string) *OnceSettings { return &OnceSettings{load: load} }

// Get returns the value of a setting.
func (s *OnceSettings) Get(key string) string {
	s.once.Do(func() { s.values = s.load() })
	return s.values[key]
}
