// Package ctx has goroutines that outlive their context.
package ctx
