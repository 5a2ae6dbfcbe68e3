package compile

import (
	"go/ast"
	"go/token"
)

// Code that can be stopped: an OpBreak stands in front of whatever is at a position of
// its own. Instructions that have no position are executed with those before them, but
// not where blocks begin: what has been executed before those may be elsewhere.

type breaks struct {
	wanted bool
	// from is where the body begins in the source: parameters come to life in front
	// of it.
	from token.Pos
	// own says that an instruction of the present block has given cur, begun is what that was
	// at the latest break of the block.
	own   bool
	begun token.Pos
}

// bodyPos is the opening brace of the function.
func (c *compiler) bodyPos() token.Pos {
	switch s := c.fn.Syntax().(type) {
	case *ast.FuncDecl:
		if s.Body != nil {
			return s.Body.Lbrace
		}
	case *ast.FuncLit:
		return s.Body.Lbrace
	}
	return token.NoPos
}
