// Package chanlock mixes channels and locks so that each waits for the other.
package chanlock
