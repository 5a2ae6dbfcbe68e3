// Package classic has the small programs by which stateless searches are
// compared: lastzero, readers, fib and casrot of [AAJS14] and its successors, and
// those with locks of [NRSCP18], Disp, Mpat, MPC, Pi and Poke. The numbers in the
// names of the tests are the parameters in the papers' order. Nothing is wrong
// with any of them.
package classic
