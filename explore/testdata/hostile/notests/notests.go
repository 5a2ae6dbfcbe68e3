// Package notests has a test file without tests.
package notests

// Answer is all there is.
const Answer = 42
