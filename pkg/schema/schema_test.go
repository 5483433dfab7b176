package schema_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surefoot-dev/surefoot/pkg/schema"
)

var update = flag.Bool("update", false, "write the schemas to docs anew") //nolint:gochecknoglobals // a flag of go test

// compile is the schema of a name, checked as 2020-12 asks, with formats.
func compile(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema.Text(name)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	const url = "https://surefoot.invalid/schema.json"
	if err := c.AddResource(url, doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(url)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// validate is what is wrong with JSON text, nil when it fits.
func validate(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s.Validate(doc)
}

func TestTheDocsHoldTheSchemas(t *testing.T) {
	t.Parallel()
	for _, name := range schema.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("..", "..", "docs", "schema", name+".json")
			if *update {
				if err := os.WriteFile(file, []byte(schema.Text(name)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(schema.Text(name), string(got)); diff != "" {
				t.Errorf("go test ./pkg/schema -update writes it anew: %s", diff)
			}
		})
	}
}

func TestEverySchemaIsOneAndDescribesEachProperty(t *testing.T) {
	t.Parallel()
	for _, name := range schema.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compile(t, name)
			var doc map[string]any
			if err := json.Unmarshal([]byte(schema.Text(name)), &doc); err != nil {
				t.Fatal(err)
			}
			if doc["$schema"] != "https://json-schema.org/draft/2020-12/schema" || !strings.HasSuffix(doc["$id"].(string), "/docs/schema/"+name+".json") {
				t.Errorf("$schema %v, $id %v", doc["$schema"], doc["$id"])
			}
			for path, o := range objects(doc, "") {
				for key, property := range o["properties"].(map[string]any) {
					p := property.(map[string]any)
					_, isRef := p["$ref"]
					_, named := p["description"]
					if !isRef && !named && p["const"] == nil && p["enum"] == nil {
						t.Errorf("%s.%s has no description", path, key)
					}
				}
			}
			unused(t, doc)
		})
	}
}

// objects are the schemas below v that describe objects by their properties
// and say what they are, by their paths.
func objects(v any, path string) map[string]map[string]any {
	found := map[string]map[string]any{}
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"].(map[string]any); ok && v["description"] != nil {
			found[path] = v
		}
		for key, item := range v {
			for at, o := range objects(item, path+"/"+key) {
				found[at] = o
			}
		}
	case []any:
		for _, item := range v {
			for at, o := range objects(item, path) {
				found[at] = o
			}
		}
	}
	return found
}

// unused reports definitions that nothing refers to.
func unused(t *testing.T, doc map[string]any) {
	t.Helper()
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	defs, _ := doc["$defs"].(map[string]any)
	for name := range defs {
		if !strings.Contains(string(text), `"#/$defs/`+name+`"`) {
			t.Errorf("nothing refers to %s", name)
		}
	}
}

func TestNamesAreAllThereIs(t *testing.T) {
	t.Parallel()
	if !slices.Equal(schema.Names(), []string{"case", "report", "config"}) || schema.Text("cases") != "" || schema.Text("") != "" || schema.Text("../doc") != "" {
		t.Error("other schemas than those named")
	}
}
