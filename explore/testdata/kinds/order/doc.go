// Package order relies on an order of events that nothing enforces.
package order
