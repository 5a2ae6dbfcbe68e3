// Package empty has nothing in it.
package empty
