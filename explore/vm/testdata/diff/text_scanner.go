// text/scanner, index/suffixarray, strings.Reader and friends.
package main

import (
	"expvar"
	"fmt"
	"index/suffixarray"
	"mime"
	"net/netip"
	"slices"
	"strings"
	"text/scanner"
)

func main() {
	var s scanner.Scanner
	s.Init(strings.NewReader("if a > 10.5 { x = \"str\" } // done\n'c'"))
	s.Filename = "in"
	for tok := s.Scan(); tok != scanner.EOF; tok = s.Scan() {
		fmt.Print(s.Position, ":", scanner.TokenString(tok), ":", s.TokenText(), " ")
	}
	fmt.Println()
	ix := suffixarray.New([]byte("banana bandana"))
	hits := ix.Lookup([]byte("an"), -1)
	slices.Sort(hits)
	fmt.Println(hits)
	for _, a := range []string{"10.1.2.3", "::1", "fe80::1%eth0", "300.1.1.1", ""} {
		ip, err := netip.ParseAddr(a)
		fmt.Println(ip, err, ip.IsValid() && ip.IsLoopback(), ip.Is4())
	}
	pre := netip.MustParsePrefix("10.1.0.0/16")
	fmt.Println(pre.Contains(netip.MustParseAddr("10.1.255.1")), pre.Masked(), netip.MustParseAddr("1.2.3.4").Next())
	mt, params, err := mime.ParseMediaType(`text/html; charset="utf-8"; q=1`)
	fmt.Println(mt, params, err, mime.FormatMediaType("a/b", map[string]string{"x": "y z"}))
	v := new(expvar.Int)
	v.Add(5)
	m := new(expvar.Map)
	m.Add("k", 2)
	fmt.Println(v, m)
}
