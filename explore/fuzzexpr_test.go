package explore_test

import (
	"fmt"
	"slices"
	"strings"
)

// expr generates an expression of a type, of a depth at most.
func (g *fuzzGen) expr(t string, depth int) string {
	if depth <= 0 || g.n(5) == 0 {
		if x := g.some(t); x != "" && g.n(4) > 0 {
			return x
		}
		return g.literal(t)
	}
	d := depth - 1
	if g.n(12) == 0 {
		return fmt.Sprintf("ite[%s](%s, %s, %s)", t, g.expr("bool", d), g.expr(t, d), g.expr(t, d))
	}
	if g.n(16) == 0 {
		return fmt.Sprintf("func(p %s) %s { return p }(%s)", t, t, g.expr(t, d))
	}
	switch {
	case slices.Contains(fuzzInts, t):
		return g.integer(t, d)
	case strings.HasPrefix(t, "float"):
		return g.float(t, d)
	}
	if f, ok := fuzzExprs[t]; ok {
		return f(g, d)
	}
	return g.literal(t)
}

var fuzzExprs map[string]func(g *fuzzGen, d int) string

func init() {
	fuzzExprs = map[string]func(g *fuzzGen, d int) string{
		"string": (*fuzzGen).text, "bool": (*fuzzGen).truth, "[]int": (*fuzzGen).ints, "any": (*fuzzGen).anything,
		"complex128": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("(%s %s complex(%s, 1))", g.expr("complex128", d), g.pick("+", "-", "*"), g.expr("float64", d))
		},
		"[]string": func(g *fuzzGen, d int) string {
			return g.pick(fmt.Sprintf("append(%s, %s)", g.expr("[]string", d), g.expr("string", d)), fmt.Sprintf("strings.Split(%s, \"s\")", g.expr("string", d)))
		},
		"[]byte": func(g *fuzzGen, d int) string {
			return g.pick(conversion("[]byte", g.expr("string", d)), fmt.Sprintf("append(%s, %s)", g.expr("[]byte", d), g.expr("uint8", d)))
		},
		"[3]int": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("[3]int{%s, 2: %s}", g.expr("int", d), g.expr("int", d))
		},
		"[2]string": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("[...]string{%s, %s}", g.expr("string", d), g.expr("string", d))
		},
		"map[string]int": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("map[string]int{\"k\": %s, v(\"l\"+%s): %s}", g.expr("int", d), g.expr("string", d), g.expr("int", d))
		},
		"map[int]bool": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("map[int]bool{v(%s): %s}", g.expr("int", d), g.expr("bool", d))
		},
		"S0": func(g *fuzzGen, d int) string {
			return g.pick(fmt.Sprintf("S0{A: %s, B: %s}", g.expr("int", d), g.expr("string", d)), fmt.Sprintf("S0{%s, %s, %s}", g.expr("int", d), g.expr("string", d), g.expr("[]int", d)), fmt.Sprintf("(%s).S0", g.expr("S1", d)))
		},
		"S1": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("S1{S0: %s, D: %s, E: %s, F: [2]int8{%s}}", g.expr("S0", d), g.expr("float64", d), g.expr("*S0", d), g.expr("int8", d))
		},
		"*S0": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("&S0{A: %s, C: %s}", g.expr("int", d), g.expr("[]int", d))
		},
		"*int": func(g *fuzzGen, d int) string {
			if x := g.some("int"); x != "" {
				return "&" + x
			}
			return "new(int)"
		},
		"Summer": func(g *fuzzGen, d int) string { return g.expr(g.pick("S0", "*S0", "MyInt"), d) },
		"MyInt": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("(%s %s MyInt(%s))", g.expr("MyInt", d), g.pick("+", "-", "*"), g.expr("int", d))
		},
		"func(int) int": func(g *fuzzGen, d int) string {
			p := g.name()
			g.vars = append(g.vars, fuzzVar{p, "int"})
			body := g.expr("int", d)
			g.vars = g.vars[:len(g.vars)-1]
			return fmt.Sprintf("func(%s int) int { return %s + %s }", p, p, body)
		},
		"error": func(g *fuzzGen, d int) string {
			return g.pick(fmt.Sprintf("fmt.Errorf(\"%%w: %%v\", %s, %s)", g.expr("error", d), g.expr("int", d)), fmt.Sprintf("&failure{%s}", g.expr("int", d)))
		},
		"Pair[string, int]": func(g *fuzzGen, d int) string {
			return fmt.Sprintf("Pair[string, int]{%s, %s}", g.expr("string", d), g.expr("int", d))
		},
	}
}

func (g *fuzzGen) integer(t string, d int) string {
	x := g.expr(t, d)
	switch g.n(12) {
	case 0:
		return fmt.Sprintf("(%s / (%s | 1))", x, g.expr(t, d))
	case 1:
		return fmt.Sprintf("(%s %% (%s | 1))", x, g.expr(t, d))
	case 2:
		return fmt.Sprintf("(%s << (%s & 15))", x, g.expr("uint", d))
	case 3:
		return fmt.Sprintf("(%s >> (%s & 63))", x, g.expr(g.pick("uint8", "uint64", "uint"), d))
	case 4:
		return fmt.Sprintf("%s(v(%s))", t, g.expr(g.pick(fuzzInts...), d))
	case 5:
		return fmt.Sprintf("%s(v(-%s))", g.pick("min", "max"), x+", "+g.expr(t, d))[0:3] + fmt.Sprintf("(%s, %s)", x, g.expr(t, d))
	case 6:
		return fmt.Sprintf("%s(len(%s))", t, g.expr(g.pick("string", "[]int", "[]byte", "map[string]int"), d))
	case 7:
		return fmt.Sprintf("(%sv(%s))", g.pick("-", "^", "+"), x)
	}
	if t == "int" {
		if e := g.intOnly(d); e != "" {
			return e
		}
	}
	return fmt.Sprintf("(%s %s %s)", x, g.pick("+", "-", "*", "&", "|", "^", "&^"), g.expr(t, d))
}

// intOnly generates expressions that are ints only, "" at times.
func (g *fuzzGen) intOnly(d int) string {
	switch g.n(9) {
	case 0:
		if g.callable > 0 && !g.quiet && g.loops == 0 {
			return fmt.Sprintf("one(f%d(%s, %s))", g.n(g.callable), g.expr("int", d), g.expr("string", d))
		}
	case 1:
		t := g.pick("S0", "S1", "MyInt")
		return fmt.Sprintf("v[%s](%s).Sum(%s)", t, g.expr(t, d), g.expr("int", d))
	case 2:
		return fmt.Sprintf("(%s)(%s)", g.expr("func(int) int", d), g.expr("int", d))
	case 3:
		return fmt.Sprintf("(%s)[%s]", g.expr("map[string]int", d), g.expr("string", d))
	case 4:
		return fmt.Sprintf("(%s)[%d]", g.expr("[3]int", d), g.n(3))
	case 5:
		return fmt.Sprintf("(%s).A", g.expr("S0", d))
	case 6:
		return fmt.Sprintf("strings.Index(%s, %s)", g.expr("string", d), g.expr("string", d))
	}
	return ""
}

func (g *fuzzGen) float(t string, d int) string {
	switch g.n(5) {
	case 0:
		return fmt.Sprintf("%s(v(%s))", t, g.expr(g.pick(fuzzInts...), d))
	case 1:
		return fmt.Sprintf("%s(math.%s(float64(%s)))", t, g.pick("Sqrt", "Floor", "Abs", "Trunc"), g.expr(t, d))
	}
	return fmt.Sprintf("(%s %s v(%s))", g.expr(t, d), g.pick("+", "-", "*", "/"), g.expr(t, d))
}

func (g *fuzzGen) text(d int) string {
	s := g.expr("string", d)
	switch g.n(9) {
	case 0:
		return fmt.Sprintf("strconv.Itoa(%s)", g.expr("int", d))
	case 1:
		return fmt.Sprintf("fmt.Sprint(%s, cut(%s))", g.expr(g.pick("int", "float64", "bool", "[]int", "map[string]int", "S0", "MyInt", "error"), d), s)
	case 2:
		return fmt.Sprintf("string(rune(small(%s) + 'a'))", g.expr("int", d))
	case 3:
		return fmt.Sprintf("strings.%s(%s)", g.pick("ToUpper", "TrimSpace"), s)
	case 4:
		return fmt.Sprintf("strings.Repeat(%s, small(%s)/2)", g.literal("string"), g.expr("int", d))
	case 5:
		return fmt.Sprintf("(%s + v(\"..\"))[%d:]", s, g.n(3))
	case 6:
		return conversion("string", g.expr("[]byte", d))
	case 7:
		return fmt.Sprintf("(%s).Key", g.expr("Pair[string, int]", d))
	}
	return fmt.Sprintf("(%s + %s)", s, g.literal("string"))
}

func (g *fuzzGen) truth(d int) string {
	t := g.pick("int", "int", "string", "uint8", "float64", "int64")
	switch g.n(9) {
	case 0:
		return fmt.Sprintf("!v(%s)", g.expr("bool", d))
	case 1, 2:
		return fmt.Sprintf("(%s %s %s)", g.expr("bool", d), g.pick("&&", "||"), g.expr("bool", d))
	case 3:
		t := g.pick("[3]int", "[2]string", "MyInt", "Pair[string, int]", "complex128", "bool")
		return fmt.Sprintf("(%s %s %s)", conversion(t, g.expr(t, d)), g.pick("==", "!="), conversion(t, g.expr(t, d)))
	case 4:
		return fmt.Sprintf("errors.Is(%s, errBase)", g.expr("error", d))
	case 5:
		return fmt.Sprintf("(%s)[%s]", g.expr("map[int]bool", d), g.expr("int", d))
	}
	return fmt.Sprintf("(%s %s %s)", g.expr(t, d), g.pick("<", "<=", ">", ">=", "==", "!="), g.expr(t, d))
}

func (g *fuzzGen) ints(d int) string {
	switch g.n(6) {
	case 0:
		return fmt.Sprintf("append(%s, %s, %s)", g.expr("[]int", d), g.expr("int", d), g.expr("int", d))
	case 1:
		return fmt.Sprintf("slices.Clone(%s)", g.expr("[]int", d))
	case 2:
		return fmt.Sprintf("make([]int, small(%s), 9)[:small(%s)]", g.expr("int", d), g.expr("int", d))
	case 3:
		return fmt.Sprintf("append(%s, 1, 2)[%d:2:2]", g.expr("[]int", d), g.n(3))
	case 4:
		return fmt.Sprintf("apply(%s, %s)", g.expr("[]int", d), g.expr("func(int) int", d))
	}
	return fmt.Sprintf("[]int{%s, %d: %s}", g.expr("int", d), 1+g.n(3), g.expr("int", d))
}

func (g *fuzzGen) anything(d int) string {
	t := g.pick("int", "uint8", "string", "float64", "S0", "*S0", "[3]int", "[]int", "MyInt", "bool", "error")
	return conversion("any", conversion(t, g.expr(t, d)))
}

// literal generates a value that needs no variable and is no constant.
func (g *fuzzGen) literal(t string) string {
	switch t {
	case "string":
		return fmt.Sprintf("v(%s)", g.pick(`"s"`, `""`, `"héllo"`, `"a\x00\xff"`, `"12"`, `"世界"`))
	case "bool":
		return fmt.Sprintf("v(%s)", g.pick("true", "false"))
	case "float64", "float32":
		return fmt.Sprintf("v[%s](%s)", t, g.pick("0", "1.5", "-2.25", "1e10", "0.1", "3", "1e-7"))
	case "complex128":
		return g.pick("v(1+2i)", "v(0i)", "v(-1.5i)")
	case "error":
		return g.pick("error(nil)", "errBase", "error(&failure{2})")
	case "*int":
		return "new(int)"
	case "*S0":
		return g.pick("&S0{}", "new(S0)", `&S0{1, "p", []int{4}}`)
	case "any":
		return g.pick("any(nil)", "any(1)", `any("x")`, "any(MyInt(3))", "any([]int(nil))", "any(2.5)")
	case "Summer":
		return g.pick("Summer(MyInt(2))", "Summer(S0{A: 1})", "Summer(&S0{A: 2})")
	case "func(int) int":
		return g.pick("func(n int) int { return n + 1 }", "MyInt(3).Sum", "S0{A: 4}.Sum")
	case "MyInt":
		return fmt.Sprintf("v(MyInt(%d))", g.n(9)-3)
	case "[]int":
		return g.pick("[]int(nil)", "[]int{}", "[]int{3, 1, 2}")
	}
	if slices.Contains(fuzzInts, t) {
		value := g.pick("0", "1", "2", "3", "7", "100", "127")
		if !strings.HasPrefix(t, "u") && g.n(3) == 0 {
			value = "-" + value
		}
		if wide := t == "int" || t == "int64" || t == "uint64"; wide && g.n(6) == 0 {
			value = "1<<62 + 5"
		}
		return fmt.Sprintf("v[%s](%s)", t, value)
	}
	return t + "{}"
}
