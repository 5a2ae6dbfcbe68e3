// Package race has accesses that nothing orders.
package race
