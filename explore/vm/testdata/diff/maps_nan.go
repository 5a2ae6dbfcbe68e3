// NaN keys can be added and ranged over, but not found.
package main

import (
	"fmt"
	"math"
)

func main() {
	nan := math.NaN()
	m := map[float64]int{nan: 1}
	m[nan] = 2
	m[nan] = 3
	_, ok := m[nan]
	fmt.Println(len(m), ok)
	delete(m, nan)
	fmt.Println(len(m))
	sum := 0
	for k, v := range m {
		if k == k {
			fmt.Println("impossible")
		}
		sum += v
	}
	fmt.Println(sum)
	m[0] = 10
	nz := math.Copysign(0, -1)
	m[nz] += 5
	fmt.Println(m[0], len(m))
	clear(m)
	fmt.Println(len(m))
	im := map[any]int{nan: 1, any(nan): 2}
	fmt.Println(len(im), im[nan])
	cm := map[complex128]int{}
	cm[complex(nan, 0)]++
	cm[complex(0, nan)]++
	cm[complex(nz, 0)]++
	cm[complex(0, nz)]++
	fmt.Println(len(cm), cm[0])
	am := map[[2]float64]bool{{1, nan}: true}
	fmt.Println(len(am), am[[2]float64{1, nan}])
	f32 := map[float32]string{float32(nan): "n", 0.1: "x"}
	fmt.Println(f32[0.1], len(f32))
}
