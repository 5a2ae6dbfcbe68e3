// Where structs and arrays are copied, and where they are not.
package main

import "fmt"

type vec struct{ x, y, z int }

type box struct {
	min, max vec
	tags     [2]string
	ref      *vec
}

type holder interface{ get() int }

func (v vec) get() int { return v.x }
func (v vec) add(o vec) vec {
	v.x += o.x
	v.y += o.y
	v.z += o.z
	return v
}
func (v *vec) scale(k int) *vec {
	v.x *= k
	v.y *= k
	v.z *= k
	return v
}

func byValue(b box) box {
	b.min.x = 100
	b.tags[0] = "changed"
	b.ref.x = 100
	return b
}

func multi() (vec, [3]int, box) { return vec{1, 2, 3}, [3]int{4, 5, 6}, box{tags: [2]string{"p", "q"}} }

func main() {
	v := vec{1, 2, 3}
	b := box{min: v, ref: &v}
	c := byValue(b)
	fmt.Println(b.min, b.tags, v, c.min, c.tags)
	var h holder = v
	v.x = -1
	fmt.Println(h.get(), v.get())
	v2 := h.(vec)
	v2.x = 55
	fmt.Println(h.get())
	m := map[string]vec{"a": {1, 1, 1}}
	t := m["a"]
	t.x = 9
	fmt.Println(m["a"], t)
	s := []vec{{1, 0, 0}, {2, 0, 0}}
	for _, e := range s {
		e.scale(10)
	}
	fmt.Println(s)
	for i := range s {
		s[i].scale(10)
	}
	fmt.Println(s)
	p := &s[0]
	s = append(s, vec{})
	p.x = 777
	fmt.Println(s[0].x == 777, p.x)
	ch := make(chan box, 1)
	ch <- b
	b.min.x = 31
	fmt.Println((<-ch).min.x, b.min.x)
	x, y, z := multi()
	y[0] = x.x
	z.tags[1] = "z"
	fmt.Println(x, y, z.tags)
	fmt.Println(x.add(vec{10, 10, 10}), x, (&x).scale(2).scale(3), x)
	f := x.get
	x = vec{}
	fmt.Println(f())
	arr := [2]box{b, b}
	arr2 := arr
	arr2[0].min = vec{7, 7, 7}
	arr[1].ref.y = 42
	fmt.Println(arr[0].min, arr2[0].min, arr2[1].ref.y)
	q := &arr[0].min
	arr[0] = box{}
	fmt.Println(*q)
	*q = vec{5, 5, 5}
	fmt.Println(arr[0].min)
	anon := struct {
		vec
		n int
	}{v, 1}
	anon.scale(0)
	fmt.Println(anon.vec, v.x)
	func(b box) { b.max.x = 1 }(b)
	var i, j any = b, b
	fmt.Println(i == j, b.max.x)
	b, c = c, b
	fmt.Println(b.min.x, c.min.x)
	grid := [3][3]int{}
	row := grid[1]
	row[1] = 1
	prow := &grid[2]
	prow[2] = 2
	fmt.Println(grid, row)
}
