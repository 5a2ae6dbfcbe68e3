// Command sched has small concurrent functions. Each is run under every
// schedule; the lines "out:" of its comment list all that may come out: what
// it prints, then how it ended if not well, then what was reported.
package main

func main() {}
