module github.com/mazurka-go/mazurka/examples

go 1.26
