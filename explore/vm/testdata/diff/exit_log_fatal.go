// log.Fatal exits with status 1.
package main

import (
	"fmt"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	log.SetOutput(os.Stdout)
	log.SetPrefix("app: ")
	log.Println("hello", 1)
	log.Printf("%05d", 42)
	func() {
		defer func() { fmt.Println("recovered", recover()) }()
		log.Panicf("bad %s", "thing")
	}()
	l := log.New(os.Stdout, "[x] ", log.Lmsgprefix)
	l.Print("message")
	l.SetFlags(log.Lshortfile)
	l.Print("with file")
	log.Fatal("fatal")
}
