// Package mazurka is the root of a tool that runs Go tests under every
// goroutine schedule that matters. It holds no code; start reading here:
//
//	cmd/mazurka          the command: one file for each subcommand, no logic
//	lsp                  the language server
//	lsp/dap              the debug adapter
//	lsp/wire             the framing of both
//	explore              takes a test to a verdict; start at explore.Session
//	explore/text         findings and interleavings as text
//	explore/html         interleavings and reports as pages
//	explore/vm           the machine that executes Go under a chosen schedule
//	explore/vm/compile   go/ssa to the machine's code
//	explore/vm/model     Go source compiled in place of parts of the standard library
//	por                  the searches: partial order reduction over a small interface
//	por/toy              small systems on which the searches are tested
//	analysis             static facts about Go code
//	analysis/load        packages, types and SSA of what is to be run
//	editors              the extension of VS Code, the plugin of Neovim, and tests in both
//	examples             thirteen packages with bugs people write, each beside its repair (a module of its own)
//	benchmarks           the programs of the papers (a module of its own)
//	docs                 architecture, rationale, bibliography, one page for each kind of finding
//	internal/planted     tests of tests: plants faults and sees them noticed
//
// Imports point one way, and a test of this package keeps it so:
//
//	por <- explore -> explore/vm        explore -> analysis
//	lsp, cmd -> explore, analysis
package mazurka
