// Loops written with goto, jumps out of blocks, and infinite loops with breaks.
package main

import "fmt"

func gcd(a, b int) int {
top:
	if b == 0 {
		return a
	}
	a, b = b, a%b
	goto top
}

func state(s string) (out []string) {
	i := 0
start:
	if i >= len(s) {
		goto done
	}
	switch c := s[i]; {
	case c >= '0' && c <= '9':
		goto number
	case c == ' ':
		i++
		goto start
	default:
		goto word
	}
number:
	{
		j := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		out = append(out, "num:"+s[j:i])
		goto start
	}
word:
	for j := i; ; i++ {
		if i == len(s) || s[i] == ' ' {
			out = append(out, "word:"+s[j:i])
			goto start
		}
	}
done:
	return out
}

func retry(fail int) (tries int, err error) {
again:
	tries++
	func() {
		defer func() {
			if e := recover(); e != nil {
				err = fmt.Errorf("%v", e)
			} else {
				err = nil
			}
		}()
		if tries <= fail {
			panic(fmt.Sprint("try ", tries))
		}
	}()
	if err != nil && tries < 5 {
		goto again
	}
	return
}

func matrix() (n int) {
	for i := 0; ; i++ {
		for j := 0; ; j++ {
			if i*j > 20 {
				goto out
			}
			if j > 5 {
				break
			}
			n++
		}
	}
out:
	return
}

func closures() (fs []func() int) {
	i := 0
loop:
	x := i * i
	fs = append(fs, func() int { x++; return x })
	if i++; i < 3 {
		goto loop
	}
	return
}

func main() {
	fmt.Println(gcd(48, 36), gcd(17, 5))
	fmt.Printf("%q\n", state("abc 12 x9 345"))
	fmt.Println(retry(2))
	fmt.Println(retry(9))
	fmt.Println(matrix())
	for _, f := range closures() {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	n := 0
	for {
		n++
		if n%2 == 0 {
			continue
		}
		if n > 7 {
			break
		}
	}
	fmt.Println(n)
	for i, j := 0, 10; ; i, j = i+1, j-2 {
		if i >= j {
			fmt.Println(i, j)
			break
		}
	}
}
