// Package text/tabwriter.
package main

import (
	"fmt"
	"os"
	"text/tabwriter"
)

func main() {
	w := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "name\tqty\tprice")
	fmt.Fprintln(w, "apple\t10\t1.5")
	fmt.Fprintln(w, "watermelon\t2\t12.25")
	fmt.Fprintln(w, "")
	fmt.Fprintln(w, "a\tb")
	w.Flush()
	w.Init(os.Stdout, 5, 0, 1, '.', tabwriter.AlignRight|tabwriter.Debug)
	fmt.Fprintln(w, "x\tyy\tzzz\t")
	fmt.Fprintln(w, "1000\t2\t3\t")
	fmt.Fprintln(w, "é世\t2\t3\t")
	w.Flush()
	w = tabwriter.NewWriter(os.Stdout, 8, 8, 0, '\t', 0)
	fmt.Fprint(w, "a\tb\tc\nlonger cell\tb\tc\n")
	w.Flush()
	w = tabwriter.NewWriter(os.Stdout, 0, 4, 1, ' ', tabwriter.TabIndent|tabwriter.DiscardEmptyColumns)
	fmt.Fprint(w, "\t\tdeep\tx\n\t\tdeeper still\ty\n")
	fmt.Fprint(w, "v\vw\fnew\tcells\n")
	w.Flush()
}
