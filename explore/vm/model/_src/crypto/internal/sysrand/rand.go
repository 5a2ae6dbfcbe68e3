// Package sysrand is modelled because random bytes are part of the schedule:
// they come from the machine's seed.
//
//mazurka:patch
package sysrand

// Read fills b.
func Read(b []byte)
