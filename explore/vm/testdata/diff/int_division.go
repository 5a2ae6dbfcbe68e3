// Division truncates towards zero; remainders take the sign of the dividend.
package main

import "fmt"

func main() {
	for _, a := range []int{7, -7, 8, -8, 0} {
		for _, b := range []int{2, -2, 3, -3, 8} {
			fmt.Print(a/b, " ", a%b, " ", a/b*b+a%b == a, "; ")
		}
		fmt.Println()
	}
	for _, a := range []int64{1 << 62, -1 << 63, -1} {
		for _, b := range []int64{1, 2, 4, 10, 1 << 40, -16} {
			fmt.Print(a/b, " ", a%b, "; ")
		}
		fmt.Println()
	}
	for _, a := range []uint32{1 << 31, 12345, 1<<32 - 1} {
		for _, b := range []uint32{1, 2, 7, 100, 1 << 31} {
			fmt.Print(a/b, " ", a%b, "; ")
		}
		fmt.Println()
	}
	var a8, b8 int8 = -128, 3
	fmt.Println(a8/b8, a8%b8, a8/16, a8%16, a8>>2)
	a := 100
	a /= 7
	a %= 5
	fmt.Println(a)
	fmt.Println(-5/2, -5>>1, -5%2, uint8(251)/2)
}
