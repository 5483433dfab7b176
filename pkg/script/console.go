package script

import (
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// Bounds of what one VM may write to its console.
const (
	maxLogLines = 1000
	maxLogBytes = 256 << 10
	maxLogText  = 16 << 10 // of one call
)

// console holds the lines that a script wrote. It has a lock, since the
// goroutine of a call that was given up may still write.
type console struct {
	mu    sync.Mutex
	lines []string
	count int
	bytes int
	full  bool
}

func (c *console) write(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for line := range strings.SplitSeq(text, "\n") {
		if c.full {
			return
		}
		if c.count == maxLogLines || c.bytes+len(line) > maxLogBytes {
			c.full = true
			line = "console output truncated (more than " + strconv.Itoa(maxLogLines) + " lines or " + strconv.Itoa(maxLogBytes>>10) + " KiB)"
		}
		c.lines = append(c.lines, line)
		c.count++
		c.bytes += len(line)
	}
}

func (c *console) isFull() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.full
}

func (c *console) take() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	lines := c.lines
	c.lines = nil
	return lines
}

// print is all of the console's methods that write: the first argument is the
// indentation.
func (vm *VM) print(call goja.FunctionCall) goja.Value {
	if vm.console.isFull() {
		return goja.Undefined()
	}
	indent := call.Argument(0).String()
	args := call.Arguments[min(1, len(call.Arguments)):]
	var b strings.Builder
	if len(args) > 1 && goja.IsString(args[0]) && strings.Contains(args[0].String(), "%") {
		args = vm.format(&b, args[0].String(), args[1:])
	}
	for i, arg := range args {
		if i > 0 || b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(vm.show(arg))
		if b.Len() > maxLogText {
			break
		}
	}
	text := b.String()
	if len(text) > maxLogText {
		text = text[:cut(text, maxLogText)] + "…"
	}
	if indent != "" {
		text = indent + strings.ReplaceAll(text, "\n", "\n"+indent)
	}
	vm.console.write(text)
	return goja.Undefined()
}

// format writes a text with its placeholders filled, and gives the arguments
// that are left (https://console.spec.whatwg.org/#formatter).
func (vm *VM) format(b *strings.Builder, text string, args []goja.Value) []goja.Value {
	for {
		before, after, ok := strings.Cut(text, "%")
		b.WriteString(before)
		if !ok {
			return args
		}
		if after == "" {
			b.WriteByte('%')
			return args
		}
		verb := after[0]
		text = after[1:]
		switch {
		case verb == '%':
			b.WriteByte('%')
		case len(args) == 0 || !strings.ContainsRune("sdifoOjc", rune(verb)):
			b.WriteByte('%')
			b.WriteByte(verb)
		default:
			switch verb {
			case 's':
				b.WriteString(vm.show(args[0]))
			case 'i', 'd', 'f':
				b.WriteString(args[0].ToNumber().String())
			case 'o', 'O', 'j':
				b.WriteString(vm.inspect(args[0], maxLogText))
			}
			args = args[1:]
		}
	}
}

// show is a value as console.log has it: text as it is.
func (vm *VM) show(value goja.Value) string {
	if goja.IsString(value) {
		text := value.String()
		return text[:cut(text, maxLogText+1)]
	}
	return vm.inspect(value, maxLogText)
}
