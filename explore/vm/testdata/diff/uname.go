package main

import "syscall"

func text(field []int8) string {
	var b []byte
	for _, c := range field {
		if c == 0 {
			break
		}
		b = append(b, byte(c))
	}
	return string(b)
}

func main() {
	var u syscall.Utsname
	println(syscall.Uname(&u) == nil, text(u.Sysname[:]), text(u.Machine[:]), len(text(u.Release[:])) > 3)
}
