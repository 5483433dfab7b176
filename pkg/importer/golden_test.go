package importer_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/importer/adk"
	"github.com/surefoot-dev/surefoot/pkg/importer/deepeval"
	"github.com/surefoot-dev/surefoot/pkg/importer/promptfoo"
)

var update = flag.Bool("update", false, "write the golden files anew") //nolint:gochecknoglobals // a flag of go test

// samples are the files to import, each in a folder of its own beside what is
// expected of it.
var samples = []string{
	"promptfoo/promptfooconfig.yaml", "kinds/promptfooconfig.yaml", "files/promptfooconfig.yaml", "chat/promptfooconfig.json",
	"adk/weather.evalset.json", "legacy/dice.test.json", "deepeval/goldens.json", "talks/dataset.json",
}

// read imports a sample.
func read(t *testing.T, sample string) *importer.Suite {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(sample))
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	folder := importer.Folder{Dir: dir, Name: func(path string) string {
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			t.Error(err)
		}
		return filepath.ToSlash(rel)
	}}
	n, problems := importer.Open(path, filepath.Base(path))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	switch importer.Detect(n, sample) {
	case importer.Promptfoo:
		return promptfoo.Read(n, promptfoo.Options{Folder: folder, Name: "sample"})
	case importer.ADK:
		return adk.Read(n, adk.Options{Folder: folder, Name: "sample"})
	case importer.DeepEval:
		return deepeval.Read(n)
	default:
		t.Fatal("the format is not recognised")
		return nil
	}
}

// files are a sample's files as they are written.
func files(t *testing.T, suite *importer.Suite) []importer.File {
	t.Helper()
	if suite.Agents[0].ID != "" {
		list, err := importer.Application(suite, "cases")
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	body, err := importer.Lines(suite.Agents[0].Cases)
	if err != nil {
		t.Fatal(err)
	}
	return []importer.File{{Path: "cases.jsonl", Body: body}}
}

func TestSamplesBecomeWhatIsWrittenBesideThem(t *testing.T) {
	t.Parallel()
	for _, sample := range samples {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			suite := read(t, sample)
			var b strings.Builder
			for _, list := range []eval.Problems{suite.Lost, suite.Changed} {
				list.Sort()
				for _, p := range list {
					b.WriteString(p.String() + "\n")
				}
				b.WriteString("\n")
			}
			for _, f := range files(t, suite) {
				b.WriteString("-- " + f.Path + " --\n" + f.Body)
			}
			golden := filepath.Join("testdata", filepath.Dir(filepath.FromSlash(sample)), "want.out")
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("run with -update and look at the difference:\n%s", diff)
			}
		})
	}
}

func TestEveryCaseFileCanBeRead(t *testing.T) {
	t.Parallel()
	for _, sample := range samples {
		t.Run(sample, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			list := files(t, read(t, sample))
			if _, err := importer.Write(dir, list); err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				if !strings.HasSuffix(f.Path, ".jsonl") {
					continue
				}
				path := filepath.Join(dir, filepath.FromSlash(f.Path))
				cases, problems := dataset.Read([]dataset.Input{{Path: path, Name: f.Path, Agent: "a"}}, dataset.Options{})
				if len(problems) > 0 || len(cases) == 0 {
					t.Errorf("%d cases, problems %v", len(cases), problems)
				}
			}
		})
	}
}
