package por_test

import (
	"fmt"
	"strings"
)

// The benchmark programs of the literature, written for toy. Processes run
// from the start where the originals spawn them one by one from main: a spawn
// orders nothing among those spawned. Data that a lock protects, and that no
// control flow depends on, is left out: it adds no trace.

func repeat(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// disp is Disp(s, r) of [NRSCP18] Table 1: a dispatcher, s servers, r
// requests.
func disp(s, r int) string {
	main := repeat(r, func(i int) string {
		return fmt.Sprintf("go:%d lock:k read:sid unlock:k lock:srv@ unlock:srv@ join:%d ", 1+s+i, 1+s+i)
	})
	picker := repeat(s, func(x int) string { return fmt.Sprintf("lock:k write:sid:%d unlock:k ", x) })
	return fmt.Sprintf("array m srv %d\n", s) + main + "\n" +
		repeat(s, func(x int) string { return fmt.Sprintf("lock:srv%d unlock:srv%d\n", x, x) }) +
		repeat(r, func(int) string { return "- " + picker + "\n" })
}

// mpat is Mpat(n) of [NRSCP18] Table 1: nested locks.
func mpat(n int) string {
	return repeat(n, func(i int) string {
		return fmt.Sprintf("lock:a%d unlock:a%d\nlock:i lock:a%d unlock:a%d unlock:i\n", i, i, i, i)
	})
}

// mpc is MPC(p, w) of [NRSCP18] Table 1: p producers choose among w workers
// by a value they compute from what the others have.
func mpc(p, w int) string {
	return fmt.Sprintf("array m mut %d\n", w) +
		repeat(w, func(i int) string { return strings.Repeat(fmt.Sprintf("lock:mut%d unlock:mut%d ", i, i), 2) + "\n" }) +
		repeat(p, func(id int) string {
			return strings.Repeat(fmt.Sprintf("lock:pm read:buf times:%d plus:%d write:buf:. unlock:pm ", p, id), 2) +
				fmt.Sprintf("mod:%d lock:mut@ unlock:mut@\n", w)
		})
}

// pi is Pi(n) of [NRSCP18] Table 1.
func pi(n int) string {
	return strings.Repeat("lock:m unlock:m\n", n)
}

// poke is Poke(n, k), or Pol(n, k), of [NRSCP18] Table 1.
func poke(n, k int) string {
	main := repeat(k, func(x int) string {
		return fmt.Sprintf("go:%d go:%d join:%d join:%d ", 1+n+2*x, 2+n+2*x, 1+n+2*x, 2+n+2*x)
	})
	choice := repeat(n-1, func(x int) string { return fmt.Sprintf("lock:mi write:i:%d unlock:mi ", x+1) })
	return fmt.Sprintf("array m a %d\n", n) + main + "\n" +
		repeat(n, func(x int) string { return fmt.Sprintf("lock:a%d unlock:a%d\n", x, x) }) +
		repeat(k, func(int) string {
			return "- " + choice + "\n- lock:mi read:i unlock:mi lock:a@ unlock:a@\n"
		})
}

// fig1 is Figure 1 of [NRSCP18]: n writers, a counter, a master.
func fig1(n int) string {
	count := repeat(n-1, func(i int) string { return fmt.Sprintf("write:c:%d ", i+1) })
	return fmt.Sprintf("array x x %d\n", n) +
		repeat(n, func(i int) string { return fmt.Sprintf("write:x%d:7\n", i) }) +
		count + "\nread:c write:x@:0\n"
}

// ssb is the locked version of fig1.
func ssb(n int) string {
	count := repeat(n-1, func(i int) string { return fmt.Sprintf("lock:mi write:i:%d unlock:mi ", i+1) })
	return fmt.Sprintf("array m a %d\n", n) +
		repeat(n, func(i int) string { return fmt.Sprintf("lock:a%d unlock:a%d\n", i, i) }) +
		count + "\nlock:mi read:i unlock:mi lock:a@ unlock:a@\n"
}

// lastzero is an example of [AAJS14].
func lastzero(n int) string {
	reader := repeat(n, func(i int) string { return fmt.Sprintf("read:a%d jz:%d ", n-i, 2*(n-i)-1) })
	return fmt.Sprintf("array x a %d\n%s read:a0\n", n+1, reader) +
		repeat(n, func(j int) string { return fmt.Sprintf("read:a%d write:a%d:.+1\n", j, j+1) })
}

// readers is an example of [AAJS14], with n readers.
func readers(n int) string { return "write:x:42\n" + strings.Repeat("read:x\n", n) }

func fib(n int) string {
	return strings.Repeat("read:i readadd:j write:i:. ", n) + "\n" +
		strings.Repeat("read:j readadd:i write:j:. ", n) + "\nread:i read:j\n"
}

// indexer is an example of [FG05]: n threads insert into a hash
// table of 128 cells, by linear probing.
func indexer(n int) string {
	const size, most, tries = 128, 4, 6
	return fmt.Sprintf("array m m %d\narray x t %d\n", size, size) + repeat(n, func(tid int) string {
		var b strings.Builder
		for m := 1; m <= most; m++ {
			w := 11*m + tid
			h := 7 * w % size
			for try := range tries {
				cell := (h + try) % size
				// Six operations per try; go past those left when done.
				fmt.Fprintf(&b, "lock:m%d read:t%d jnz:3 write:t%d:%d unlock:m%d jmp:%d unlock:m%d ",
					cell, cell, cell, w, cell, 1+7*(tries-1-try), cell)
			}
		}
		return b.String() + "\n"
	})
}

func casrot(n int) string {
	return repeat(n, func(i int) string { return fmt.Sprintf("cas:x:%d:%d\n", i, i+1) })
}

func casw(n int) string {
	return repeat(n, func(i int) string { return fmt.Sprintf("cas:x:0:1 write:x:%d\n", i+3) })
}

func ainc(n int) string { return strings.Repeat("fetch:x:1\n", n) }

func binc(n int) string { return strings.Repeat("fetch:x:1 fetch:y:1\n", n) }

func floating(n int) string {
	return repeat(n, func(i int) string { return fmt.Sprintf("write:x:%d\n", i+1) }) + "read:x\n"
}

func lastwrite(n int) string {
	return repeat(n, func(i int) string { return fmt.Sprintf("write:x:%d\n", i+1) }) +
		repeat(n, func(i int) string { return fmt.Sprintf("join:%d ", i) }) + "read:x\n"
}
