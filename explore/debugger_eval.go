package explore

import (
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// This file evaluates expressions in the present state: variables, their parts,
// constants, operators, len and cap. Nothing is called, so nothing changes.

// A value is what an expression evaluates to: a variable of the machine or a constant.
type value struct {
	v     Variable
	c     constant.Value // nil for a variable
	isNil bool           // the predeclared nil
}

// Evaluate evaluates an expression in a frame.
func (d *Debugger) Evaluate(f DebugFrame, expression string) (Variable, error) {
	x, err := d.evaluate(f, expression)
	if err != nil {
		return Variable{}, err
	}
	switch {
	case x.isNil:
		return Variable{Name: expression, Type: "untyped nil", Value: "nil"}, nil
	case x.c != nil:
		return Variable{Name: expression, Type: kindName(x.c), Value: x.c.ExactString()}, nil
	}
	x.v.Name = expression
	return x.v, nil
}

func kindName(c constant.Value) string {
	switch c.Kind() {
	case constant.Bool:
		return "bool"
	case constant.String:
		return "string"
	case constant.Float:
		return "float64"
	}
	return "int"
}

func (d *Debugger) evaluate(f DebugFrame, expression string) (value, error) {
	e, err := parser.ParseExpr(expression)
	if err != nil {
		return value{}, fmt.Errorf("%q is no expression", expression)
	}
	ev := evaluation{d: d, frame: f, scope: d.p.scopeAt(f.Pos)}
	return ev.expr(e)
}

type evaluation struct {
	d     *Debugger
	frame DebugFrame
	scope scopeView
}

func (ev *evaluation) expr(e ast.Expr) (value, error) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return ev.expr(e.X)
	case *ast.BasicLit:
		if c := constant.MakeFromLiteral(e.Value, e.Kind, 0); c.Kind() != constant.Unknown {
			return value{c: c}, nil
		}
	case *ast.Ident:
		return ev.name(e.Name)
	case *ast.SelectorExpr:
		return ev.selector(e)
	case *ast.IndexExpr:
		return ev.index(e)
	case *ast.StarExpr:
		x, err := ev.expr(e.X)
		if err != nil {
			return x, err
		}
		return ev.deref(x)
	case *ast.UnaryExpr:
		return ev.unary(e)
	case *ast.BinaryExpr:
		return ev.binary(e)
	case *ast.CallExpr:
		return ev.call(e)
	}
	return value{}, errors.New("a debugger does not evaluate this kind of expression")
}

// name is what an identifier stands for.
func (ev *evaluation) name(name string) (value, error) {
	arguments, locals := ev.d.Variables(ev.frame)
	for _, v := range append(locals, arguments...) {
		if v.Name == name {
			return value{v: v}, nil
		}
	}
	switch name {
	case "true", "false":
		return value{c: constant.MakeBool(name == "true")}, nil
	case "nil":
		return value{isNil: true}, nil
	}
	if ev.scope.scope != nil {
		if _, obj := ev.scope.scope.LookupParent(name, ev.scope.pos); obj != nil {
			return ev.object(obj)
		}
	}
	return value{}, fmt.Errorf("there is no variable %s here", name)
}

// object is a constant or variable of a package.
func (ev *evaluation) object(obj types.Object) (value, error) {
	switch obj := obj.(type) {
	case *types.Const:
		return value{c: obj.Val()}, nil
	case *types.Var:
		if pkg := ev.d.p.code.ssa.Package(obj.Pkg()); pkg != nil && pkg.Var(obj.Name()) != nil {
			if v, ok := ev.d.s.m.Global(pkg.Var(obj.Name())); ok {
				return value{v: v}, nil
			}
		}
		return value{}, fmt.Errorf("%s has no value here", obj.Name())
	}
	return value{}, fmt.Errorf("%s is no variable", obj.Name())
}

func (ev *evaluation) selector(e *ast.SelectorExpr) (value, error) {
	if id, ok := e.X.(*ast.Ident); ok && ev.scope.scope != nil {
		if _, obj := ev.scope.scope.LookupParent(id.Name, ev.scope.pos); obj != nil {
			if p, ok := obj.(*types.PkgName); ok {
				if obj := p.Imported().Scope().Lookup(e.Sel.Name); obj != nil {
					return ev.object(obj)
				}
			}
		}
	}
	x, err := ev.expr(e.X)
	if err != nil {
		return x, err
	}
	if x.c == nil && !x.isNil {
		if v, ok := ev.d.field(x.v, e.Sel.Name); ok {
			return value{v: v}, nil
		}
	}
	return value{}, fmt.Errorf("there is no field %s", e.Sel.Name)
}

// field finds a field of a struct, of what a pointer points to or an interface holds, or
// of an embedded one.
func (d *Debugger) field(v Variable, name string) (Variable, bool) {
	parts := d.Parts(v)
	for _, p := range parts {
		if p.Name == name {
			return p, true
		}
	}
	for _, p := range parts {
		embedded := p.Type[strings.LastIndexAny(p.Type, ".*")+1:]
		if p.Name == embedded || len(parts) == 1 && (p.Name == "data" || p.Name == "*") {
			if f, ok := d.field(p, name); ok {
				return f, true
			}
		}
	}
	return Variable{}, false
}

func (ev *evaluation) index(e *ast.IndexExpr) (value, error) {
	x, err := ev.expr(e.X)
	if err != nil {
		return x, err
	}
	i, err := ev.expr(e.Index)
	if err != nil {
		return i, err
	}
	c := ev.constant(i)
	switch {
	case c == nil || x.isNil:
		return value{}, errors.New("this is no index")
	case x.c != nil:
		return value{}, errors.New("a constant has no elements")
	}
	want := "[" + c.ExactString() + "]"
	list := []Variable{x.v}
	list = append(list, ev.d.Parts(x.v)...) // a pointer to an array
	for k, v := range list {
		if k == 0 || v.Name == "*" || v.Name == "data" {
			for _, p := range ev.d.Parts(v) {
				if p.Name == want {
					return value{v: p}, nil
				}
			}
		}
	}
	return value{}, fmt.Errorf("there is no element %s, or it is not among the first 1000", want)
}

func (ev *evaluation) deref(x value) (value, error) {
	if x.c == nil && !x.isNil {
		if v, ok := ev.d.s.m.Pointee(x.v); ok {
			return value{v: v}, nil
		}
	}
	return value{}, errors.New("this is no pointer, or nil")
}

// constant is the value as a constant, of what is in an interface, too; nil if it has none.
func (ev *evaluation) constant(x value) constant.Value {
	if x.c != nil || x.isNil {
		return x.c
	}
	if c := ev.d.s.m.Constant(x.v); c != nil {
		return c
	}
	if parts := ev.d.Parts(x.v); len(parts) == 1 && parts[0].Name == "data" {
		return ev.d.s.m.Constant(parts[0])
	}
	return nil
}

func (ev *evaluation) unary(e *ast.UnaryExpr) (value, error) {
	x, err := ev.expr(e.X)
	if err != nil {
		return x, err
	}
	c := ev.constant(x)
	switch {
	case c == nil:
	case e.Op == token.NOT && c.Kind() == constant.Bool,
		(e.Op == token.SUB || e.Op == token.ADD) && numeric(c),
		e.Op == token.XOR && c.Kind() == constant.Int:
		return value{c: constant.UnaryOp(e.Op, c, 0)}, nil
	}
	return value{}, fmt.Errorf("operator %s does not apply", e.Op)
}

func numeric(c constant.Value) bool {
	return c.Kind() == constant.Int || c.Kind() == constant.Float || c.Kind() == constant.Complex
}

func (ev *evaluation) binary(e *ast.BinaryExpr) (value, error) {
	x, err := ev.expr(e.X)
	if err != nil {
		return x, err
	}
	if c := ev.constant(x); c != nil && c.Kind() == constant.Bool {
		// The right side may make sense only under a condition.
		if b := constant.BoolVal(c); e.Op == token.LAND && !b || e.Op == token.LOR && b {
			return value{c: c}, nil
		}
	}
	y, err := ev.expr(e.Y)
	if err != nil {
		return y, err
	}
	if x.isNil || y.isNil {
		return ev.compareNil(x, y, e.Op)
	}
	return operate(ev.constant(x), ev.constant(y), e.Op)
}

func (ev *evaluation) compareNil(x, y value, op token.Token) (value, error) {
	if x.isNil {
		x = y
	}
	if op != token.EQL && op != token.NEQ || x.c != nil {
		return value{}, errors.New("this cannot be compared with nil")
	}
	same := true // of nil with itself
	if !x.isNil {
		var ok bool
		if same, ok = ev.d.s.m.IsNil(x.v); !ok {
			return value{}, errors.New("this cannot be compared with nil")
		}
	}
	return value{c: constant.MakeBool(same == (op == token.EQL))}, nil
}

// maxShift bounds shifts, which make numbers long.
const maxShift = 512

// operate applies an operator to constants.
func operate(x, y constant.Value, op token.Token) (value, error) {
	fail := value{}
	err := fmt.Errorf("operator %s does not apply", op)
	switch {
	case x == nil || y == nil:
		return fail, err
	case op == token.SHL || op == token.SHR:
		n, ok := constant.Uint64Val(y)
		if !ok || n > maxShift || x.Kind() != constant.Int {
			return fail, err
		}
		return value{c: constant.Shift(x, op, uint(n))}, nil
	case x.Kind() != y.Kind() && !(numeric(x) && numeric(y)):
		return fail, err
	}
	switch op {
	case token.EQL, token.NEQ:
		return value{c: constant.MakeBool(constant.Compare(x, op, y))}, nil
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x.Kind() == constant.Bool || x.Kind() == constant.Complex || y.Kind() == constant.Complex {
			return fail, err
		}
		return value{c: constant.MakeBool(constant.Compare(x, op, y))}, nil
	case token.LAND, token.LOR:
		if x.Kind() != constant.Bool {
			return fail, err
		}
		return value{c: constant.BinaryOp(x, op, y)}, nil
	}
	return arithmetic(x, y, op, err)
}

func arithmetic(x, y constant.Value, op token.Token, err error) (value, error) {
	integers := x.Kind() == constant.Int && y.Kind() == constant.Int
	switch op {
	case token.ADD:
		if !numeric(x) && x.Kind() != constant.String {
			return value{}, err
		}
	case token.SUB, token.MUL:
		if !numeric(x) {
			return value{}, err
		}
	case token.QUO, token.REM:
		if !numeric(x) || constant.Sign(y) == 0 || op == token.REM && !integers {
			return value{}, err
		}
		if op == token.QUO && integers {
			op = token.QUO_ASSIGN
		}
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		if !integers {
			return value{}, err
		}
	default:
		return value{}, err
	}
	return value{c: constant.BinaryOp(x, op, y)}, nil
}

// call evaluates len and cap.
func (ev *evaluation) call(e *ast.CallExpr) (value, error) {
	name, ok := e.Fun.(*ast.Ident)
	if !ok || name.Name != "len" && name.Name != "cap" || len(e.Args) != 1 {
		return value{}, errors.New("a debugger calls nothing but len and cap")
	}
	x, err := ev.expr(e.Args[0])
	if err != nil {
		return x, err
	}
	if x.c != nil && x.c.Kind() == constant.String && name.Name == "len" {
		return value{c: constant.MakeInt64(int64(len(constant.StringVal(x.c))))}, nil
	}
	if x.c == nil && !x.isNil {
		if n, c, ok := ev.d.s.m.Len(x.v); ok {
			if name.Name == "cap" {
				n = c
			}
			return value{c: constant.MakeUint64(n)}, nil
		}
	}
	return value{}, fmt.Errorf("this has no %s", name.Name)
}

// holds evaluates a condition in a frame. Where it makes no sense it does not hold.
func (d *Debugger) holds(f DebugFrame, condition string) (bool, error) {
	x, err := d.evaluate(f, condition)
	if err != nil {
		return false, err
	}
	ev := evaluation{d: d, frame: f}
	c := ev.constant(x)
	if c == nil || c.Kind() != constant.Bool {
		return false, fmt.Errorf("%s is no condition", strconv.Quote(condition))
	}
	return constant.BoolVal(c), nil
}
