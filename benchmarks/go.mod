module github.com/mazurka-go/mazurka/benchmarks

go 1.26
