// Width, precision, argument indexes, stars and mistakes.
package main

import (
	"fmt"
	"os"
)

// sprintf is called through a variable, so that vet does not mind mistakes.
var sprintf = fmt.Sprintf

func p(format string, args ...any) { fmt.Println("[" + sprintf(format, args...) + "]") }

func main() {
	p("%5d|%-5d|%05d|%+d|% d|%+05d|%x|%X|%#X", 42, 42, 42, 42, 42, 42, -255, 255, 255)
	p("%*d|%-*d|%.*f|%[2]*[1]d", 5, 42, 5, 42, 2, 3.14159)
	p("%[2]d %[1]d %d", 1, 2)
	p("%[3]*.[2]*[1]f", 12.0, 2, 6)
	p("%[1]v %[1]T %[1]q", "x")
	p("%6.3f|%-8.2e|%+.1g|%08.3f|%+08.2f|% .3f", 3.14159, 1234.5, 0.00012, -3.14159, 2.5, 1.0)
	p("%s|%10s|%-10s|%.2s|%10.2s|%q|%x|% X|%#x", "héllo", "héllo", "héllo", "héllo", "héllo", "hé\"", "hé", "hé", "hé")
	p("%c|%q|%U|%#U|%#q|%+q|%c", 'é', 'é', 'é', 'é', "a`b", "é", 0x1F600)
	p("%t|%8t|%-8t", true, false, true)
	p("%b|%o|%O|%#b|%#o|%08b|%x", 10, 10, 10, 10, 10, 10, "hex")
	p("%v|%6v|%-6v|%06v", 12, 12, 12, 12)
	p("%3c|%-3c|%03c", 'a', 'b', 'c')
	p("%d", "not a number")
	p("%d %d", 1)
	p("%d", 1, 2)
	p("%z", 3)
	p("%", 1)
	p("%!", 1)
	p("%[5]d", 1)
	p("%[x]d", 1)
	p("%[0]d", 1)
	p("%.[2]d", 1)
	p("%*d", "w", 1)
	p("%.*d", -1, 5)
	p("%%|%5%|%c", 'x')
	p("%s %v %d", nil, nil, nil)
	p("%s", []string{"a", "b"})
	p("%q %x %X", []string{"a", "b"}, []string{"a", "b"}, [][]byte{{1}, {2, 3}})
	p("%5.1f|%05d|%-4d|", []float64{1.25, 2}, []int{1, 2}, [2]int{3, 4})
	p("%v %v", [3]byte{1, 2, 3}, []byte{1, 2})
	p("%s %d %x", []byte("abc"), []byte("abc"), []byte("abc"))
	p("%v %s", []error{fmt.Errorf("e1")}, []error{fmt.Errorf("e2"), nil})
	p("%08.3v|%+v|%v", 3.14159, -0.0, 1e21)
	p("%t %t", 1, "x")
	p("%e %E %.2e", 123456.789, 0.00001, 0.0)
	p("%g %G %.3g %.10g %#g", 1e-7, 1e20, 1234567.0, 0.1, 1.0)
	p("%x %X %.2x", 3.5, -0.1, 1.0)
	p("%6d|%-6d|%06d", []int{1, -2}, []int8{3}, map[string]int{"a": 4})
	fmt.Print("a", 1, 2, "b", "c", 3.0, nil, 'x', []int{1}, "\n")
	fmt.Println("a", 1, true, nil, [2]bool{}, struct{}{}, "")
	n, err := fmt.Fprintf(os.Stdout, "%v-%v\n", 1, 2)
	fmt.Println(n, err)
	fmt.Println(fmt.Sprint(), fmt.Sprint("a", "b", 1, 2, "c"), fmt.Sprintln("x", 1), string(fmt.Append(nil, "y", 1)), string(fmt.Appendf([]byte("z"), "%d", 1)))
}
