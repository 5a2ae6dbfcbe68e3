// Package flag with arguments of its own.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"
)

type list []string

func (l *list) String() string { return strings.Join(*l, "+") }
func (l *list) Set(s string) error {
	if s == "bad" {
		return errors.New("bad value")
	}
	*l = append(*l, s)
	return nil
}

func main() {
	var out bytes.Buffer
	fs := flag.NewFlagSet("prog", flag.ContinueOnError)
	fs.SetOutput(&out)
	n := fs.Int("n", 5, "number of `things`")
	s := fs.String("s", "def", "a string")
	b := fs.Bool("b", false, "a bool")
	d := fs.Duration("d", time.Second, "how long")
	f := fs.Float64("f", 0, "ratio")
	var l list
	fs.Var(&l, "l", "repeated")
	fs.Func("fn", "calls", func(s string) error { l = append(l, "fn:"+s); return nil })
	fmt.Println(fs.Parse([]string{"-n", "7", "--s=x", "-b", "-d=1m", "-l", "a", "-l=b", "-fn", "q", "rest", "-n", "9"}))
	fmt.Println(*n, *s, *b, *d, *f, l, fs.Args(), fs.NArg(), fs.NFlag())
	fs.Visit(func(f *flag.Flag) { fmt.Print(f.Name, "=", f.Value, " ") })
	fmt.Println()
	for _, args := range [][]string{{"-n", "x"}, {"-unknown"}, {"-n"}, {"-b=maybe"}, {"-l", "bad"}, {"-h"}, {"--"}, {"-"}, {"-=x"}} {
		err := fs.Parse(args)
		fmt.Println(err, errors.Is(err, flag.ErrHelp), fs.Args())
	}
	fmt.Println(out.String())
	fmt.Println(fs.Lookup("n").DefValue, fs.Set("n", "12"), *n, fs.Lookup("zz") == nil)
}
