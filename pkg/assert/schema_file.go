package assert

import (
	"crypto/sha256"
	"path/filepath"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// schemaFiles remembers what every schema file held when it was first read, so
// that no trial is judged by another schema than the one that was checked. It
// is never made smaller: what is kept of a file is only its hash.
type schemaFiles struct {
	mu   sync.Mutex
	sums map[string][sha256.Size]byte
}

func newSchemaFiles() *schemaFiles { return &schemaFiles{sums: map[string][sha256.Size]byte{}} }

// same reports that a file still holds what it first did. Nil remembers
// nothing.
func (s *schemaFiles) same(path, text string) bool {
	if s == nil {
		return true
	}
	sum := sha256.Sum256([]byte(text))
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.sums[path]
	if !ok {
		s.sums[path] = sum
	}
	return !ok || known == sum
}

// schemaFile reads the schema that lies beside the case file.
func (p *parser) schemaFile(n *source.Node, file, path string) *source.Node {
	name := filepath.FromSlash(file)
	switch {
	case !filepath.IsLocal(name):
		p.faults.At(n.Pos, path, "the schema file %q is not beside the case file", eval.Clip(file)).Hint =
			"write file:// and a name relative to the folder of the case file"
		return nil
	case p.dir == "":
		p.faults.At(n.Pos, path, "a schema file needs a case file to lie beside").Hint = "write the schema itself"
		return nil
	}
	f, problems := source.ReadFile(filepath.Join(p.dir, name), file)
	var root *source.Node
	if len(problems) == 0 {
		root, problems = source.ReadJSON(f)
	}
	for _, problem := range problems {
		p.faults.At(n.Pos, path, "the schema file %q: %s", eval.Clip(file), problem.String())
	}
	switch {
	case len(problems) > 0:
		return nil
	case !p.files.same(filepath.Join(p.dir, name), f.Text):
		p.faults.At(n.Pos, path, "the schema file %q changed after it was first read", eval.Clip(file)).Hint = "run again"
		return nil
	}
	return root
}
