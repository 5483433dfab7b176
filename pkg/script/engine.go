package script

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Options set up an engine.
type Options struct {
	// Root is the application's folder. Nothing outside it is compiled or
	// imported, whatever links say.
	Root string
	// Base is what paths are shown relative to; Root when empty.
	Base string
	// MemoryLimit is how many bytes the process may hold on its heap above
	// its level when the first of the VMs that are open was opened; 0 is
	// 512 MiB.
	MemoryLimit uint64
	// Watchdog says after how many times its limit a call that cannot be
	// interrupted is given up; less than 1 is 2.
	Watchdog float64
}

// Engine compiles programs and watches the calls of their VMs. It is safe for
// concurrent use, and needs no closing: it has goroutines only while calls
// run.
type Engine struct {
	root     string // with links resolved
	given    string // as the user named it, absolute
	base     string
	watchdog float64
	memory   memory
	prelude  prelude

	abandoned atomic.Int64

	mu       sync.Mutex
	programs map[string]*compilation
}

// compilation is one file being compiled, or compiled.
type compilation struct {
	once     sync.Once
	program  *Program
	problems eval.Problems
}

const (
	defaultMemory   = 512 << 20
	defaultWatchdog = 2
	matchTimeout    = time.Second
)

// limitMatches bounds every regular expression that backtracks. The setting
// is the library's own and belongs to the process; it is read whenever a
// pattern is compiled, so it is written once and before the first. A match that
// the library gives up looks like one that found nothing, and its clock lags
// where processors are busy, so that it gives up too early. It has twice the
// time: by ours, all that it gives up has taken longer than is allowed.
var limitMatches = sync.OnceFunc(func() { regexp2.DefaultMatchTimeout = 2 * matchTimeout })

// New makes an engine. It errs when the root is no folder.
func New(o Options) (*Engine, error) {
	given, err := filepath.Abs(o.Root)
	if err != nil {
		return nil, err
	}
	root, err := filepath.EvalSymlinks(given)
	if err != nil {
		return nil, err
	}
	base := given
	if o.Base != "" {
		if base, err = filepath.Abs(o.Base); err != nil {
			return nil, err
		}
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = defaultMemory
	}
	if o.Watchdog < 1 {
		o.Watchdog = defaultWatchdog
	}
	limitMatches()
	e := &Engine{
		root:     root,
		given:    given,
		base:     base,
		watchdog: o.Watchdog,
		programs: map[string]*compilation{},
	}
	e.memory.running = map[*VM]struct{}{}
	e.memory.epoch = time.Now()
	e.memory.limit = o.MemoryLimit
	return e, nil
}

// Abandoned counts the calls that could not be stopped and were given up.
func (e *Engine) Abandoned() int { return int(e.abandoned.Load()) }

// Compile bundles a .ts or .js file and what it imports. A relative path is
// relative to the root. The same file gives the same program each time. The
// program is nil when a problem is not a warning.
func (e *Engine) Compile(path string) (*Program, eval.Problems) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.given, path)
	}
	path = filepath.Clean(path)
	e.mu.Lock()
	c := e.programs[path]
	if c == nil {
		c = &compilation{}
		e.programs[path] = c
	}
	e.mu.Unlock()
	c.once.Do(func() { c.program, c.problems = e.compile(path) })
	return c.program, c.problems
}

func (e *Engine) compile(path string) (program *Program, problems eval.Problems) {
	defer func() {
		if x := recover(); x != nil {
			program, problems = nil, eval.Problems{{
				Pos:     eval.Pos{File: e.display(path)},
				Message: "the compiler failed: " + oneLine(fmt.Sprint(x)),
				Hint:    "the file has something that the compiler cannot take: leave out parts of it to find which",
			}}
		}
	}()
	b := &bundle{engine: e, modules: map[string]module{}}
	entry, fault := b.locate(path)
	if fault != nil {
		at := fault.pos
		if at.IsZero() {
			at.File = e.display(path)
		}
		return nil, eval.Problems{{Pos: at, Message: fault.message, Hint: fault.hint}}
	}
	code, problems := b.build(entry)
	if problems.Errors() > 0 {
		return nil, problems
	}
	program, faults := b.program(entry, code)
	problems = append(problems, faults...)
	if problems.Errors() > 0 {
		return nil, problems
	}
	return program, problems
}

// display is a path as it is shown to people.
func (e *Engine) display(path string) string {
	if inside, err := filepath.Rel(e.root, path); err == nil && filepath.IsLocal(inside) {
		path = filepath.Join(e.given, inside)
	}
	if rel, err := filepath.Rel(e.base, path); err == nil && len(rel) < len(path) {
		path = rel
	}
	return filepath.ToSlash(path)
}

// newRuntime makes an empty JavaScript world.
func newRuntime() *goja.Runtime {
	rt := goja.New()
	rt.SetMaxCallStackSize(maxCalls)
	return rt
}
