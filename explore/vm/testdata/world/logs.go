package main

import (
	"bytes"
	"context"
	"expvar"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"os"
	"strings"
)

func main() {
	l := log.New(os.Stdout, "pre: ", log.Lshortfile|log.Lmsgprefix)
	l.Println("hello", 5)
	l.Printf("%d%%", 50)
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.Print("plain")
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		log.Panicf("oh %s", "no")
	}()
	var buf bytes.Buffer
	h := slog.NewTextHandler(&buf, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}})
	sl := slog.New(h).With("svc", "x").WithGroup("g")
	sl.Info("msg", "k", 1, slog.Group("sub", "a", "b c"))
	sl.DebugContext(context.Background(), "dbg", "err", fmt.Errorf("boom"))
	fmt.Print(buf.String())
	j := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	j.Warn("w", "n", 1.5, "s", []int{1})
	fs := flag.NewFlagSet("prog", flag.ContinueOnError)
	fs.SetOutput(os.Stdout)
	n := fs.Int("n", 3, "number of `things`")
	v := fs.Bool("v", false, "verbose")
	d := fs.Duration("d", 0, "how long")
	fmt.Println(fs.Parse(strings.Fields("-n=7 -v --d 1m30s rest of")), *n, *v, *d, fs.Args())
	fmt.Println(fs.Parse([]string{"-bad"}))
	x := expvar.NewInt("x")
	x.Add(4)
	fmt.Println(x, flag.Lookup("test.v"))
	log.Fatal("the end")
}
