package compile

import (
	"fmt"
	"strings"
)

// String disassembles the function.
func (f *Func) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s: %d words, %d params, %d results", f.Name, f.Words, f.Params, f.Results)
	if f.Out > 0 {
		fmt.Fprintf(&b, ", %d out", f.Out)
	}
	for _, flag := range []struct {
		on   bool
		name string
	}{{f.Closure, "closure"}, {f.Hidden, "hidden"}, {f.RangeBody, "range body"}, {f.HasDefer, "defer"}} {
		if flag.on {
			b.WriteString(", " + flag.name)
		}
	}
	if f.Recover >= 0 {
		fmt.Fprintf(&b, ", recover at %d", f.Recover)
	}
	b.WriteString("\n  pointers:")
	for i := range f.Words {
		if f.Pointers[i/64]>>(i%64)&1 != 0 {
			fmt.Fprintf(&b, " %d", i)
		}
	}
	b.WriteByte('\n')
	for _, v := range f.Vars {
		star := ""
		if v.Indirect {
			star = "*"
		}
		fmt.Fprintf(&b, "  var %s%s at %d\n", star, v.Name, v.Word)
	}
	for i := range f.Code {
		fmt.Fprintf(&b, "%5d  %s\n", i, f.instr(i))
	}
	return b.String()
}

// instr disassembles instruction i.
func (f *Func) instr(i int) string {
	in := f.Code[i]
	info := opInfos[in.Op]
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s", in.Op)
	for k, x := range []uint16{in.A, in.B, in.C} {
		switch info.operands[k] {
		case '.':
			continue
		case '#':
			fmt.Fprintf(&b, " #%d", x)
		case 'w':
			fmt.Fprintf(&b, " @%d", x)
		default:
			if x == NoWord {
				b.WriteString(" -")
			} else {
				fmt.Fprintf(&b, " %d", x)
			}
		}
	}
	switch info.imm {
	case immNone:
	case immJump:
		fmt.Fprintf(&b, " ->%d", i+1+int(in.Imm/instrSize))
	case immConstJump:
		fmt.Fprintf(&b, " $%d ->%d", in.Imm>>32, i+1+int(int32(in.Imm)/instrSize))
	case immFunc:
		fmt.Fprintf(&b, " f%d", in.Imm)
	case immAddr:
		fmt.Fprintf(&b, " [%#x]", in.Imm)
	case immType:
		fmt.Fprintf(&b, " t%#x", in.Imm)
	case immSized:
		fmt.Fprintf(&b, " +%d,%d", uint32(in.Imm), in.Imm>>32)
	case immBytes:
		fmt.Fprintf(&b, " .%d", in.Imm)
	case immBox:
		typ, class, direct, size := UnboxImm(in.Imm)
		fmt.Fprintf(&b, " t%#x class %d size %d direct %t", typ, class, size, direct)
	default:
		fmt.Fprintf(&b, " $%d", in.Imm)
	}
	return strings.TrimRight(b.String(), " ")
}
