package explore

import (
	"github.com/mazurka-go/mazurka/analysis/load"
	"github.com/mazurka-go/mazurka/explore/vm/model"
)

// models joins the machine's models to the loader.
type models struct{}

func (models) Lookup(path string) (load.Model, bool) {
	m, ok := model.Lookup(path)
	if !ok {
		return load.Model{}, false
	}
	lm := load.Model{
		Replace: m.Replace, Remove: m.Remove, Drop: m.Drop,
		Bodyless: m.Bodyless, Keep: m.Keep, NoInit: m.NoInit,
	}
	for _, f := range m.Files {
		lm.Files = append(lm.Files, load.ModelFile{Name: f.Name, Content: f.Content})
	}
	return lm, true
}

func (models) Roots() []string { return model.Roots() }
