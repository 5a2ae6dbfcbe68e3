//go:build unix && !linux

package vm

// Elsewhere untouched anonymous memory is not accounted for anyway.
const mapNoReserve = 0
