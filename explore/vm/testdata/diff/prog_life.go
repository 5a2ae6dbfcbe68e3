// Conway's game of life.
package main

import (
	"fmt"
	"strings"
)

type grid [][]bool

func newGrid(w, h int) grid {
	g := make(grid, h)
	for i := range g {
		g[i] = make([]bool, w)
	}
	return g
}

func (g grid) alive(x, y int) bool {
	h, w := len(g), len(g[0])
	return g[(y+h)%h][(x+w)%w]
}

func (g grid) next() grid {
	n := newGrid(len(g[0]), len(g))
	for y := range g {
		for x := range g[y] {
			count := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					if (dx != 0 || dy != 0) && g.alive(x+dx, y+dy) {
						count++
					}
				}
			}
			n[y][x] = count == 3 || count == 2 && g[y][x]
		}
	}
	return n
}

func (g grid) String() string {
	var sb strings.Builder
	for _, row := range g {
		for _, c := range row {
			sb.WriteByte(".#"[b2i(c)])
		}
		sb.WriteByte('\n')
	}
	return sb.String()
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func main() {
	g := newGrid(12, 8)
	for _, p := range [][2]int{{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {7, 4}, {8, 4}, {9, 4}} {
		g[p[1]][p[0]] = true
	}
	for i := range 12 {
		if i%4 == 0 {
			fmt.Println(g)
		}
		g = g.next()
	}
	fmt.Print(g)
}
