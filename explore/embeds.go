package explore

import (
	"os"
	"path/filepath"

	"github.com/mazurka-go/mazurka/explore/vm"
)

// embeds are the variables with go:embed directives in all that the program
// is made of. A file that cannot be read is empty: the go command has seen it
// a moment ago, and will complain itself.
func (p *program) embeds() (out []vm.Embedding) {
	for _, pkg := range p.target.Closure() {
		for _, e := range pkg.Embeds {
			g := pkg.SSA.Var(e.Var)
			if g == nil {
				continue
			}
			files := make([]vm.EmbeddedFile, len(e.Files))
			for i, name := range e.Files {
				content := p.embedded(filepath.Join(pkg.Dir, filepath.FromSlash(name)))
				files[i] = vm.EmbeddedFile{Name: name, Content: content}
			}
			out = append(out, vm.Embedding{Var: g, Files: files})
		}
	}
	return out
}

// embedded is the content of a file of the module or of one it depends on.
func (p *program) embedded(path string) []byte {
	if b, err := p.files.ReadFile(path); err == nil {
		return b
	}
	b, _ := os.ReadFile(path)
	return b
}
