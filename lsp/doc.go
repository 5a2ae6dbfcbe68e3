// Package lsp is the language server: it runs next to gopls, explores the
// tests that can reach the code being edited, and shows what it finds as
// diagnostics, lenses and code actions. It is the only package that knows
// LSP and JSON-RPC; what it shows comes from [explore].
//
// # Parts
//
//	serve.go      the connection: order, cancellation, panics, malformed input
//	server.go     the server's life: initialize to exit
//	documents.go  open documents and positions
//	settings.go, settingstable.go, filters.go   settings, named as in gopls where gopls has them
//	explorer.go   the background: what to explore, in which order, when to stop
//	results.go    what is known of each test, and what is published of it
//	lens.go, action.go, command.go, content.go   the features
//	status.go     what is known of each test, for lists and status bars
//
// # Order and concurrency
//
// Notifications are handled one after the other, in the order in which they
// came; requests run concurrently and see exactly the edits that precede
// them. One goroutine, the explorer's, loads and explores; a newer edit
// cancels what it does. Everything is published by that goroutine
// or under the server's lock, so a client never sees an older result after a
// newer one.
package lsp
