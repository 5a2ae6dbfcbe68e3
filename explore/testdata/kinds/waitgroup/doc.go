// Package waitgroup counts goroutines wrongly.
package waitgroup
