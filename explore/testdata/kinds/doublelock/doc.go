// Package doublelock has goroutines that take a lock they already hold.
package doublelock
