// Package testlib uses package testing from the wrong goroutine, or too late.
package testlib
