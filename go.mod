module github.com/mazurka-go/mazurka

go 1.26
