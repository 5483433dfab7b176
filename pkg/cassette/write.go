package cassette

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// The file's shape, its keys in alphabetical order.
type (
	fileTape struct {
		Agent         string      `json:"agent"`
		Case          string      `json:"case"`
		SchemaVersion int         `json:"schema_version"`
		Trials        []fileTrial `json:"trials"`
	}
	fileTrial struct {
		Exchanges []fileExchange `json:"exchanges"`
		Lost      []string       `json:"lost,omitempty"`
		Now       string         `json:"now"`
		Run       int            `json:"run"`
		Zone      string         `json:"zone"`
	}
	fileExchange struct {
		Answer  eval.Value  `json:"answer"`
		Branch  string      `json:"branch,omitempty"`
		Hidden  string      `json:"hidden,omitempty"`
		Kind    Kind        `json:"kind"`
		Name    string      `json:"name"`
		Hides   bool        `json:"redacted,omitempty"`
		Request eval.Value  `json:"request"`
		Role    eval.Role   `json:"role"`
		TookMS  eval.Millis `json:"took_ms"`
		Turn    int         `json:"turn"`
	}
)

// encode is the tape as a file: indented and with sorted keys, so that a
// change shows as the lines that changed.
func (t *tape) encode() ([]byte, error) {
	file := fileTape{SchemaVersion: SchemaVersion, Agent: t.Agent, Case: t.Case, Trials: make([]fileTrial, len(t.Trials))}
	for i, tr := range t.Trials {
		whole := fileTrial{Run: tr.Run, Lost: tr.Lost, Now: tr.Clock.Format(time.RFC3339), Zone: zoneOf(tr.Clock), Exchanges: make([]fileExchange, len(tr.Exchanges))}
		for j, x := range tr.Exchanges {
			whole.Exchanges[j] = fileExchange{
				Branch: x.Branch, Hidden: x.Hidden, Kind: x.Kind, Name: x.Name, Role: x.Role, Turn: x.Turn, TookMS: eval.Millis(x.Took), Hides: x.Redacted,
				Request: sorted(x.Request), Answer: sorted(x.Value),
			}
		}
		file.Trials[i] = whole
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(file); err != nil {
		return nil, err
	}
	data := eval.AppendVisible(nil, buf.Bytes())
	if len(data) > source.MaxValue {
		return nil, &Hole{fmt.Sprintf("its exchanges are larger than %d MiB; record fewer runs of it", source.MaxValue>>20)}
	}
	return data, nil
}

func sorted(v eval.Value) eval.Value { return eval.Trusted(v.Canonical()) }

// zoneOf is what a time's zone is called. Go calls the machine's own "Local",
// which is another one on the next machine.
func zoneOf(t time.Time) string {
	if name := t.Location().String(); name != "Local" {
		return name
	}
	name, _ := t.Zone()
	return name
}

// replaceable sees that nothing but a file stands at path.
func replaceable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	return nil
}

// writable makes the folder of a file and sees that files can be put there.
func writable(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return eval.Bare(err)
	}
	return atomicfile.Check(path)
}
