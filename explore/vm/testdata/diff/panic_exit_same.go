// Re-panicking the same value is reported as such.
package main

func main() {
	defer func() {
		panic(recover())
	}()
	panic("same value")
}
