package assert

import (
	"slices"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Compiler compiles assertions and remembers those it met last, because cases
// and trials repeat them. A schema file that changes after the compiler first
// read it is an error, so one compiler should check and compile the cases of a
// run. It is safe for concurrent use.
type Compiler struct {
	limit int
	files *schemaFiles

	mu         sync.Mutex
	young, old map[definitionKey]*definition
	size       int // of young
}

// definitionKey is what makes two definitions the same: the text, and the
// folder its schema file would be in.
type definitionKey struct{ raw, dir string }

// NewCompiler remembers at least limit/2 and at most limit definitions of up
// to 1 KiB of JSON; a larger one counts as several.
func NewCompiler(limit int) *Compiler {
	return &Compiler{limit: limit, files: newSchemaFiles(), young: map[definitionKey]*definition{}}
}

// Compile makes an assertion of what a user wrote, which stands at path in
// its case and at pos in the file. What Check reports is one error.
func (c *Compiler) Compile(raw eval.Value, path string, pos eval.Pos, opts ...Option) (*Assertion, error) {
	key := keyOf(raw, opts)
	def := c.get(key)
	if def == nil {
		var err error
		if def, err = compile(raw, path, c.with(opts)); err != nil {
			return nil, err
		}
		c.put(key, def)
	}
	return &Assertion{def: def, at: place{path: path, pos: pos}}, nil
}

// Check reports everything that is wrong with the assertion at n, which stands
// at path in its case. A definition it knows is right already.
func (c *Compiler) Check(n *source.Node, path string, faults *source.Faults, opts ...Option) {
	key := keyOf(n.Value, opts)
	if c.get(key) != nil {
		return
	}
	// In YAML the places within an assertion are not those of its JSON text.
	if def := parse(n, path, faults, c.with(opts)); def != nil && !isYAML(n.Pos.File) {
		c.put(key, def)
	}
}

// with adds what the compiler remembers to the options.
func (c *Compiler) with(opts []Option) []Option {
	return append(slices.Clip(opts), func(p *parser) { p.files = c.files })
}

func keyOf(raw eval.Value, opts []Option) definitionKey {
	var p parser
	for _, opt := range opts {
		opt(&p)
	}
	return definitionKey{raw: raw.Raw(), dir: p.dir}
}

// get finds a definition and keeps it young.
func (c *Compiler) get(key definitionKey) *definition {
	c.mu.Lock()
	defer c.mu.Unlock()
	if def := c.young[key]; def != nil {
		return def
	}
	def := c.old[key]
	if def != nil {
		delete(c.old, key)
		c.add(key, def)
	}
	return def
}

func (c *Compiler) put(key definitionKey, def *definition) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young[key] == nil {
		c.add(key, def)
	}
}

// add makes a definition young. When the young are half of what may be kept,
// they become the old and the old are forgotten.
func (c *Compiler) add(key definitionKey, def *definition) {
	size := 1 + len(key.raw)>>10
	if c.size+size > c.limit/2 {
		c.young, c.old, c.size = map[definitionKey]*definition{}, c.young, 0
	}
	if size <= c.limit/2 {
		c.young[key] = def
		c.size += size
	}
}
