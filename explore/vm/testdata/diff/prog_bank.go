// A small ledger: custom errors, interfaces, sorting, formatted reports.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

type cents int64

func (c cents) String() string {
	sign := ""
	if c < 0 {
		sign, c = "-", -c
	}
	return fmt.Sprintf("%s$%d.%02d", sign, c/100, c%100)
}

type kind uint8

const (
	deposit kind = iota + 1
	withdraw
	transfer
)

var kindNames = map[kind]string{deposit: "deposit", withdraw: "withdraw", transfer: "transfer"}

func (k kind) String() string {
	if s, ok := kindNames[k]; ok {
		return s
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

type tx struct {
	kind     kind
	from, to string
	amount   cents
}

type insufficient struct {
	who        string
	have, need cents
}

func (e insufficient) Error() string {
	return fmt.Sprintf("%s has %v, needs %v", e.who, e.have, e.need)
}

var errNoAccount = errors.New("no such account")

type ledger struct {
	balances map[string]cents
	history  []tx
}

func (l *ledger) account(name string) (*cents, error) {
	b, ok := l.balances[name]
	if !ok {
		return nil, fmt.Errorf("%w: %q", errNoAccount, name)
	}
	return &b, nil
}

func (l *ledger) apply(t tx) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%v: %w", t.kind, err)
			return
		}
		l.history = append(l.history, t)
	}()
	switch t.kind {
	case withdraw, transfer:
		b, err := l.account(t.from)
		if err != nil {
			return err
		}
		if *b < t.amount {
			return insufficient{t.from, *b, t.amount}
		}
		if t.kind == withdraw {
			l.balances[t.from] -= t.amount
			return nil
		}
		if _, err := l.account(t.to); err != nil {
			return err
		}
		l.balances[t.from] -= t.amount
		fallthroughDeposit(l, t)
	case deposit:
		if _, err := l.account(t.to); err != nil {
			return err
		}
		fallthroughDeposit(l, t)
	default:
		return errors.ErrUnsupported
	}
	return nil
}

func fallthroughDeposit(l *ledger, t tx) { l.balances[t.to] += t.amount }

func main() {
	l := &ledger{balances: map[string]cents{"alice": 10000, "bob": 5, "carol": 0}}
	for _, t := range []tx{
		{deposit, "", "bob", 12345}, {withdraw, "alice", "", 999999}, {transfer, "alice", "carol", 2550},
		{transfer, "bob", "dave", 1}, {kind: 9}, {transfer, "carol", "bob", 50}, {withdraw, "zed", "", 1},
	} {
		err := l.apply(t)
		var ins insufficient
		switch {
		case errors.As(err, &ins):
			fmt.Println("short by", ins.need-ins.have, "-", err)
		case errors.Is(err, errNoAccount):
			fmt.Println("unknown:", err)
		case err != nil:
			fmt.Println(err)
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	names := make([]string, 0)
	for n := range l.balances {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return int(l.balances[b] - l.balances[a]) })
	for _, n := range names {
		fmt.Fprintf(w, "%s\t%v\t\n", strings.ToUpper(n[:1])+n[1:], l.balances[n])
	}
	w.Flush()
	fmt.Printf("%v\n%+v\n", l.history[0], l.history)
	fmt.Println(cents(-5), cents(-123456))
}
