// Package capture has closures that share variables they should not share.
package capture
