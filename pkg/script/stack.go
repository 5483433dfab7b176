package script

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const maxFrames = 20

// frame is one line of a stack trace.
type frame struct {
	function string
	pos      eval.Pos
}

// traced is an error with the place and the stack of frames.
func traced(kind Kind, message string, frames []frame, fallback eval.Pos) *Error {
	e := &Error{Kind: kind, Message: message, Pos: fallback}
	if len(frames) == 0 {
		return e
	}
	e.Pos = frames[0].pos
	var b strings.Builder
	for i, f := range frames {
		if i == maxFrames {
			b.WriteString("\n...")
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("at ")
		if f.function != "" {
			b.WriteString(f.function + " (" + f.pos.String() + ")")
		} else {
			b.WriteString(f.pos.String())
		}
	}
	e.Stack = b.String()
	return e
}

// frames are those of a stack that lie in the user's files.
func (vm *VM) frames(stack []goja.StackFrame) []frame {
	var list []frame
	for i := range stack {
		f := vm.frame(stack[i].FuncName(), stack[i].Position())
		if f.pos.Line == 0 {
			continue
		}
		list = append(list, f)
		if len(list) > maxFrames {
			break
		}
	}
	return list
}

func (vm *VM) frame(function string, at file.Position) frame {
	if written, ok := vm.program.shape.names[function]; ok {
		function = written
	}
	if function == "<anonymous>" {
		function = ""
	}
	return frame{function, vm.program.mapped(at)}
}

// stackLine is a line of an Error's stack as goja writes it.
var stackLine = regexp.MustCompile(`^\s*at (?:(.*) \()?(` + appNamespace + `:.*):(\d+):(\d+)\(\d+\)\)?$`)

func (vm *VM) parseStack(text string) []frame {
	var list []frame
	for line := range strings.Lines(text) {
		m := stackLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			continue
		}
		row, err1 := strconv.Atoi(m[3])
		column, err2 := strconv.Atoi(m[4])
		if err1 != nil || err2 != nil {
			continue
		}
		list = append(list, vm.frame(m[1], file.Position{Filename: m[2], Line: row, Column: column}))
		if len(list) > maxFrames {
			break
		}
	}
	return list
}
