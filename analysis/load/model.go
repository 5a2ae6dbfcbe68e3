package load

// A ModelSet replaces or cuts packages on their way to SSA. The models
// themselves belong to whoever runs the program; this package provides the
// mechanism.
//
// A ModelSet must always give the same answers: results are kept across
// loads of a session under the import path of the package.
type ModelSet interface {
	// Lookup returns the model of the package with the import path.
	// Test files of a modelled package are not affected by its model.
	Lookup(importPath string) (Model, bool)

	// Roots lists import paths that every program contains although
	// nothing may import them, such as "runtime".
	Roots() []string
}

// A Model says what of a package is to be compiled. The zero Model is the
// real package. Parts combine in the order of the fields.
//
// Functions are named as in "F", "T.M" or "(*T).M"; the last two mean the
// same, and "T.*" means all methods of T.
type Model struct {
	// Replace compiles Files in place of the package's own files, which are
	// never read; the package need not exist. Without Replace, Files are
	// added to the real ones, and every declaration of a function, method,
	// type, variable or constant in Files replaces the real declaration of
	// the same name.
	Replace bool

	// Files are Go files; //go:build lines in them are honoured. Functions
	// may be declared without a body.
	Files []ModelFile

	// Remove lists real declarations that are left out altogether.
	Remove []string

	// Drop lists real functions that lose their body and become external.
	// The type checker does not see the body either, and imports that only
	// it needed are dropped.
	Drop []string

	// Bodyless drops the bodies of all real functions but those in Keep,
	// and init functions altogether.
	Bodyless bool
	Keep     []string

	// NoInit leaves out the real package's init functions and the
	// initialisation of the package's variables, which stay zero.
	NoInit bool
}

// A ModelFile is a Go file of a [Model]. Name is the file name that appears
// in positions.
type ModelFile struct {
	Name    string
	Content []byte
}

// noModels is the ModelSet of a Config without one.
type noModels struct{}

func (noModels) Lookup(string) (Model, bool) { return Model{}, false }
func (noModels) Roots() []string             { return nil }
