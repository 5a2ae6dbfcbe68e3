// Package load turns package patterns into SSA that the machine can run.
//
// It is what stands between a module on disk (or half of it in an editor's
// buffers) and [ssa.Function] values: metadata comes from the go command,
// everything after that is done here, so that it can be cached and cut.
//
//	patterns --go list--> metadata --models--> files --parse, check--> types --> SSA
//
// The principal types are [Config], which says what to load; [Program], the
// result of one load; [Package], one compiled variant of a package;
// [Target], the packages that `go test` would link into one test binary;
// [ModelSet], which replaces or cuts packages; and [Cache], which makes
// loading again after an edit cost milliseconds.
//
// # What is loaded
//
// Patterns mean what they mean to `go test` and `go run`. The platform is
// always linux/amd64 without cgo and with the build tags of [Tags], whatever
// the host is, because that is the platform the machine implements. There is
// no generated test main and nothing that only it would need.
//
// # Laws
//
//   - A package that cannot be compiled never prevents another one from being
//     loaded, unless that one imports it; then it says so in its own errors.
//   - A *types.Package of a [Program] is identical (as a pointer) to that of an
//     earlier Program of the same [Cache] if the sources of the package and of
//     everything it imports, the settings and the models are the same. The same
//     holds for its *ssa.Package as long as [Program.SSA] is the same.
//   - Loading never writes to a module: no go.mod, go.sum or go.work is changed.
//
// # Concurrency
//
// A Program is shared freely between goroutines. Several programs of one
// cache share one *ssa.Program, to which a later load may be adding packages;
// therefore the methods of *ssa.Program that look something up must be called
// through the methods of the same name of Program ([Program.Build],
// [Program.MethodValue], ...), never directly.
package load
