// Arrays and slices of several dimensions, jagged, of structs and arrays.
package main

import "fmt"

type cell struct {
	r, c int
	tags [2]string
}

func spiral(n int) [][]int {
	g := make([][]int, n)
	for i := range g {
		g[i] = make([]int, n)
	}
	x, y, dx, dy := 0, 0, 1, 0
	for k := 1; k <= n*n; k++ {
		g[y][x] = k
		if nx, ny := x+dx, y+dy; nx < 0 || ny < 0 || nx >= n || ny >= n || g[ny][nx] != 0 {
			dx, dy = -dy, dx
		}
		x, y = x+dx, y+dy
	}
	return g
}

func transpose[T any](m [][]T) [][]T {
	out := make([][]T, len(m[0]))
	for i := range out {
		for _, row := range m {
			out[i] = append(out[i], row[i])
		}
	}
	return out
}

func main() {
	for _, r := range spiral(5) {
		for _, v := range r {
			fmt.Printf("%3d", v)
		}
		fmt.Println()
	}
	fmt.Println(transpose([][]string{{"a", "b", "c"}, {"d", "e", "f"}}))
	var cube [2][3][4]int
	for i := range cube {
		for j := range cube[i] {
			for k := range cube[i][j] {
				cube[i][j][k] = i*100 + j*10 + k
			}
		}
	}
	fmt.Println(cube, len(cube), len(cube[0]), len(cube[0][0]))
	plane := cube[1]
	plane[0][0] = -1
	cube[0][2] = [4]int{9, 9, 9, 9}
	fmt.Println(cube[1][0][0], cube[0][2], plane[0])
	tri := [][]int{}
	for i := range 6 {
		row := make([]int, i+1)
		row[0], row[i] = 1, 1
		for j := 1; j < i; j++ {
			row[j] = tri[i-1][j-1] + tri[i-1][j]
		}
		tri = append(tri, row)
	}
	fmt.Println(tri)
	cells := [2][2]cell{{{0, 0, [2]string{"x"}}, {0, 1, [2]string{}}}, {{r: 1}, {c: 1}}}
	cells[1][1].tags[1] = "t"
	p := &cells[0][0].tags
	p[1] = "via p"
	fmt.Printf("%v\n", cells)
	s := cells[1][:]
	s[0].r = 50
	fmt.Println(cells[1][0].r)
	ss := make([][2]int, 0, 4)
	ss = append(ss, [2]int{1, 2}, [...]int{3, 4})
	for i, a := range ss {
		a[0] = 100
		ss[i][1] *= 2
	}
	fmt.Println(ss)
	var deep [2][2][2][2]bool
	deep[1][0][1][0] = true
	n := 0
	for _, a := range deep {
		for _, b := range a {
			for _, c := range b {
				for _, d := range c {
					n <<= 1
					if d {
						n |= 1
					}
				}
			}
		}
	}
	fmt.Println(n)
	idx := 1
	cube[idx][idx+1][idx*3], cube[0][0][0] = cube[0][0][1], cube[1][2][3]
	fmt.Println(cube[1][2][3], cube[0][0][0])
	m := map[[2]int][]cell{}
	for i := range 4 {
		k := [2]int{i % 2, i / 2}
		m[k] = append(m[k], cell{r: i})
	}
	fmt.Println(len(m), m[[2]int{1, 1}][0].r)
}
