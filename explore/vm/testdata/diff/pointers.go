// Pointers to variables, fields, elements, pointers; new with a value.
package main

import "fmt"

type node struct {
	val         int
	left, right *node
}

func insert(p **node, v int) {
	for *p != nil {
		if v < (*p).val {
			p = &(*p).left
		} else {
			p = &(*p).right
		}
	}
	*p = &node{val: v}
}

func (n *node) height() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.height(), n.right.height())
}

func remove(p **node, v int) bool {
	for *p != nil {
		switch n := *p; {
		case v < n.val:
			p = &n.left
		case v > n.val:
			p = &n.right
		case n.left == nil:
			*p = n.right
			return true
		case n.right == nil:
			*p = n.left
			return true
		default:
			q := &n.right
			for (*q).left != nil {
				q = &(*q).left
			}
			n.val, *q = (*q).val, (*q).right
			return true
		}
	}
	return false
}

func (n *node) String() string {
	if n == nil {
		return "."
	}
	return fmt.Sprintf("(%v %d %v)", n.left, n.val, n.right)
}

func escape() *int {
	x := 5
	return &x
}

func swap(a, b *int) { *a, *b = *b, *a }

func main() {
	var root *node
	for _, v := range []int{5, 2, 8, 1, 9, 3, 7} {
		insert(&root, v)
	}
	fmt.Println(root, root.height())
	fmt.Println(remove(&root, 5), remove(&root, 1), remove(&root, 100), root)
	p, q := escape(), escape()
	*p++
	fmt.Println(*p, *q, p == q, p == p)
	pp := &p
	**pp = 50
	*pp = q
	fmt.Println(*p, p == q)
	a, b := 1, 2
	swap(&a, &b)
	fmt.Println(a, b)
	s := []int{1, 2, 3}
	e := &s[1]
	*e *= 10
	s2 := s[1:]
	s2[0]++
	fmt.Println(s, *e)
	st := struct{ in struct{ n int } }{}
	f := &st.in.n
	*f = 3
	fmt.Println(st)
	arr := [3]int{1, 2, 3}
	ap := &arr
	for i := range ap {
		ap[i] *= ap[i]
	}
	fmt.Println(arr, *ap == arr, len(ap))
	n := new(42)
	str := new("text")
	vp := new(node{val: 3})
	fmt.Println(*n, *str, vp.val, *new(int), *new(a + b))
	var i any = &a
	*(i.(*int)) = 99
	fmt.Println(a)
	var z1, z2 *int
	fmt.Println(z1 == z2, z1 == nil, &a == &a, &a == &b)
	g := func() func() *int { v := 0; return func() *int { v++; return &v } }()
	g1, g2 := g(), g()
	fmt.Println(*g1, *g2, g1 == g2)
	type self struct{ me *self }
	me := &self{}
	me.me = me
	fmt.Println(me.me.me.me == me)
	ptrs := map[*int]string{&a: "a", &b: "b"}
	fmt.Println(ptrs[&a], ptrs[&b], len(ptrs[new(int)]))
}
