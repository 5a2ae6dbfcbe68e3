// Graphs: BFS, DFS, Dijkstra, topological sort, union-find, shortest paths.
package main

import (
	"container/heap"
	"errors"
	"fmt"
	"math"
	"slices"
)

type edge struct {
	to string
	w  int
}

type graph map[string][]edge

func (g graph) add(a, b string, w int) {
	g[a] = append(g[a], edge{b, w})
	if _, ok := g[b]; !ok {
		g[b] = nil
	}
}

func (g graph) nodes() []string {
	var ns []string
	for n := range g {
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return ns
}

func (g graph) bfs(from string, visit func(string, int) bool) {
	dist := map[string]int{from: 0}
	for queue := []string{from}; len(queue) > 0; {
		n := queue[0]
		queue = queue[1:]
		if !visit(n, dist[n]) {
			return
		}
		for _, e := range g[n] {
			if _, seen := dist[e.to]; !seen {
				dist[e.to] = dist[n] + 1
				queue = append(queue, e.to)
			}
		}
	}
}

var errCycle = errors.New("cycle")

func (g graph) topo() (order []string, err error) {
	state := map[string]int{}
	var visit func(string) error
	visit = func(n string) error {
		switch state[n] {
		case 1:
			return fmt.Errorf("%w at %s", errCycle, n)
		case 2:
			return nil
		}
		state[n] = 1
		for _, e := range g[n] {
			if err := visit(e.to); err != nil {
				return err
			}
		}
		state[n] = 2
		order = append(order, n)
		return nil
	}
	for _, n := range g.nodes() {
		if err := visit(n); err != nil {
			return nil, err
		}
	}
	slices.Reverse(order)
	return order, nil
}

type item struct {
	n string
	d int
}
type pq []item

func (p pq) Len() int           { return len(p) }
func (p pq) Less(i, j int) bool { return p[i].d < p[j].d }
func (p pq) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }
func (p *pq) Push(x any)        { *p = append(*p, x.(item)) }
func (p *pq) Pop() any {
	old := *p
	x := old[len(old)-1]
	*p = old[:len(old)-1]
	return x
}

func (g graph) dijkstra(from string) map[string]int {
	dist := map[string]int{}
	q := &pq{{from, 0}}
	for q.Len() > 0 {
		it := heap.Pop(q).(item)
		if _, done := dist[it.n]; done {
			continue
		}
		dist[it.n] = it.d
		for _, e := range g[it.n] {
			heap.Push(q, item{e.to, it.d + e.w})
		}
	}
	return dist
}

type unionFind []int

func (u unionFind) find(x int) int {
	for u[x] != x {
		u[x] = u[u[x]]
		x = u[x]
	}
	return x
}

func floyd(n int, es [][3]int) [][]float64 {
	d := make([][]float64, n)
	for i := range d {
		d[i] = slices.Repeat([]float64{math.Inf(1)}, n)
		d[i][i] = 0
	}
	for _, e := range es {
		d[e[0]][e[1]] = float64(e[2])
	}
	for k := range n {
		for i := range n {
			for j := range n {
				d[i][j] = min(d[i][j], d[i][k]+d[k][j])
			}
		}
	}
	return d
}

func main() {
	g := graph{}
	for _, e := range []struct {
		a, b string
		w    int
	}{{"a", "b", 4}, {"a", "c", 1}, {"c", "b", 2}, {"b", "d", 5}, {"c", "d", 8}, {"e", "a", 1}} {
		g.add(e.a, e.b, e.w)
	}
	g.bfs("a", func(n string, d int) bool { fmt.Print(n, d, " "); return n != "d" })
	fmt.Println()
	fmt.Println(g.topo())
	fmt.Println(g.dijkstra("a"), g.nodes())
	g.add("d", "e", 1)
	_, err := g.topo()
	fmt.Println(errors.Is(err, errCycle), err)
	u := make(unionFind, 6)
	for i := range u {
		u[i] = i
	}
	for _, p := range [][2]int{{0, 1}, {2, 3}, {1, 3}} {
		u[u.find(p[0])] = u.find(p[1])
	}
	fmt.Println(u.find(0) == u.find(2), u.find(0) == u.find(5))
	fmt.Println(floyd(4, [][3]int{{0, 1, 3}, {1, 2, 1}, {0, 2, 10}, {2, 3, 2}}))
}
