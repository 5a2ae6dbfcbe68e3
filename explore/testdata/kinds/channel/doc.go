// Package channel has goroutines that wait at a channel for nobody.
package channel
