// Package cond has condition variables that are signalled or waited for in
// the wrong way.
package cond
