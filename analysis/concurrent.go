package analysis

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/mazurka-go/mazurka/analysis/load"
)

// use says how code uses concurrency.
type use uint8

const (
	none      use = iota
	mentions      // channels, locks, atomics: pointless without another goroutine, but they can block
	schedules     // starts goroutines, timers or parallel tests, or hands code to those who do
)

// Concurrent reports whether the test uses concurrency: whether it can reach
// a go statement, a channel operation, package sync or atomic, a timer, or a
// part of the standard library that starts goroutines, or whether the
// initialisation of a package it contains starts any. False means that the
// test has one schedule (as far as [Index] says what can be reached).
//
// Reaching a declaration counts as executing all of it, and mentioning a type
// as calling all its methods.
func (v *View) Concurrent(target *load.Target, test load.Test) bool {
	root := v.root(test)
	return root == nil || v.searchUse([]*decl{root}, mentions) || v.startsByItself(target)
}

// startsByItself reports whether a target uses concurrency whatever the test:
// in TestMain, or because the initialisation of a package starts something.
func (v *View) startsByItself(target *load.Target) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	starts, ok := v.starter[target]
	if !ok {
		var inits []*decl
		for _, pkg := range target.Closure() {
			if p := v.pkgs[pkg.Types]; p != nil {
				inits = append(inits, p.inits...)
			}
		}
		starts = v.searchUse(inits, schedules) ||
			target.Main != nil && v.searchUse([]*decl{v.root(*target.Main)}, mentions)
		v.starter[target] = starts
	}
	return starts
}

// searchUse reports whether a declaration that the roots reach uses
// concurrency at least in the given way.
func (v *View) searchUse(roots []*decl, least use) bool {
	found := false
	v.search(roots, func(d *decl, _ int) bool {
		found = d.use >= least
		return !found
	})
	return found
}

// syntaxUse returns the use of concurrency that a piece of syntax is.
func syntaxUse(info *types.Info, n ast.Node) use {
	switch n := n.(type) {
	case *ast.GoStmt:
		return schedules
	case *ast.SendStmt, *ast.SelectStmt:
		return mentions
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return mentions
		}
	case *ast.RangeStmt:
		if t := info.TypeOf(n.X); t != nil {
			if _, ok := t.Underlying().(*types.Chan); ok {
				return mentions
			}
		}
	case *ast.CallExpr:
		if id, ok := ast.Unparen(n.Fun).(*ast.Ident); ok && id.Name == "close" {
			if _, ok := info.Uses[id].(*types.Builtin); ok {
				return mentions
			}
		}
	}
	return none
}

// stdPackages are the packages of the standard library of which any mention
// counts. TestStdPackages checks that every package with a go statement is
// here or below.
var stdPackages = map[string]use{
	"sync":        mentions,
	"sync/atomic": mentions,

	"crypto/tls":         schedules,
	"database/sql":       schedules,
	"expvar":             schedules, // net/http
	"log/syslog":         schedules, // net
	"net":                schedules,
	"net/http":           schedules,
	"net/http/cgi":       schedules,
	"net/http/cookiejar": schedules,
	"net/http/fcgi":      schedules,
	"net/http/httptest":  schedules,
	"net/http/httptrace": schedules,
	"net/http/httputil":  schedules,
	"net/http/pprof":     schedules,
	"net/rpc":            schedules,
	"net/rpc/jsonrpc":    schedules,
	"net/smtp":           schedules,
	"net/textproto":      schedules,
	"os/exec":            schedules,
	"os/signal":          schedules,
	"plugin":             schedules,
	"runtime/pprof":      schedules,
	"runtime/trace":      schedules,
	"testing/synctest":   schedules,
}

// stdObjects are the parts that count of packages that are harmless
// otherwise: functions, types, and methods as T.M.
var stdObjects = map[string]map[string]use{
	"context": {
		"WithCancel": schedules, "WithCancelCause": schedules, "WithDeadline": schedules,
		"WithDeadlineCause": schedules, "WithTimeout": schedules, "WithTimeoutCause": schedules,
		"AfterFunc": schedules,
	},
	"io":   {"Pipe": mentions, "PipeReader": mentions, "PipeWriter": mentions},
	"iter": {"Pull": schedules, "Pull2": schedules},
	"os":   {"StartProcess": schedules, "Pipe": schedules},
	"runtime": {
		"Gosched": mentions, "Goexit": mentions, "NumGoroutine": mentions, "GC": mentions,
		"SetFinalizer": schedules, "AddCleanup": schedules,
	},
	"syscall": {"ForkExec": schedules, "StartProcess": schedules},
	"testing": {"T.Parallel": schedules, "B.RunParallel": schedules, "Benchmark": schedules},
	"time": {
		"Sleep": schedules, "After": schedules, "AfterFunc": schedules, "NewTimer": schedules,
		"NewTicker": schedules, "Tick": schedules, "Timer": schedules, "Ticker": schedules,
	},
}

// stdUse returns the use of concurrency that the mention of an object of the
// standard library is.
func stdUse(obj types.Object) use {
	path := obj.Pkg().Path()
	if u, ok := stdPackages[path]; ok {
		return u
	}
	objects, ok := stdObjects[path]
	if !ok {
		return none
	}
	return objects[objectName(obj)]
}

// objectName returns F, or T.M for a method.
func objectName(obj types.Object) string {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return obj.Name()
	}
	t := fn.Signature().Recv().Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	name := types.TypeString(t, func(*types.Package) string { return "" })
	name, _, _ = strings.Cut(name, "[")
	return name + "." + obj.Name()
}
