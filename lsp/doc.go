// Package lsp is the language server: it runs next to gopls, explores the
// tests that can reach the code being edited, and shows what it finds as
// diagnostics, lenses and code actions. It is the only package that knows
// LSP and JSON-RPC; what it shows comes from [explore].
//
// # Parts
//
//	serve.go      the connection: order, cancellation, panics, malformed input
//	stream.go, outbox.go   the wire
//	server.go     the server's life: initialize to exit
//	documents.go  open documents and positions
//	settings.go, settingstable.go, filters.go, configuration.go   settings, named as in gopls where gopls has them
//	explorer.go, queue.go  the background: what to explore, in which order, when to stop
//	roots.go      what is loaded together, and what is the user's own code
//	results.go, diagnostic.go, pull.go, moments.go   what is known of each test, and what is published of it
//	lens.go, action.go, command.go, content.go, trace.go, inlay.go, inlinevalue.go   the features
//	status.go     what is known of each test, for lists and status bars
//
// # Order and concurrency
//
// Notifications are handled one after the other, in the order in which they
// came; requests run concurrently and see exactly the edits that precede
// them. One goroutine, the explorer's, loads; each test is explored by one of
// its own. Everything is published under the lock of the results, so a client
// never sees an older result after a newer one. Locks are taken in the order
// results, explorer, server.
package lsp
