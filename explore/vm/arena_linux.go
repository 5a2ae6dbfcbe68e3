package vm

import "syscall"

const mapNoReserve = syscall.MAP_NORESERVE
