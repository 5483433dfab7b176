package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

type object = map[string]any

const document = "github.json"

// description is the extract of GitHub's OpenAPI document.
type description struct {
	doc object

	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

// described is the description, which is compiled once for all tests.
var described = sync.OnceValues(describe)

// describe reads testdata/github/openapi.json of the repository.
func describe() (*description, error) {
	data, err := readAbove(filepath.FromSlash("testdata/github/openapi.json"))
	if err != nil {
		return nil, err
	}
	var doc object
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	closeBodies(doc)
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(document, nullable(doc)); err != nil {
		return nil, err
	}
	return &description{doc: doc, compiler: c}, nil
}

// readAbove reads a file of the repository: tests run in the folder of their
// package, somewhere below its root.
func readAbove(name string) ([]byte, error) {
	const deepest = 10
	data, err := os.ReadFile(name)
	for n := 0; err != nil && n < deepest; n++ {
		name = filepath.Join("..", name)
		data, err = os.ReadFile(name)
	}
	return data, err
}

// closeBodies allows no fields in bodies of requests that are not described:
// GitHub would ignore a misspelled one.
func closeBodies(doc object) {
	for _, item := range doc["paths"].(object) {
		for _, operation := range item.(object) {
			if body, ok := operation.(object)["requestBody"]; ok {
				closeObjects(body)
			}
		}
	}
}

func closeObjects(v any) {
	switch v := v.(type) {
	case object:
		if _, has := v["properties"].(object); has && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
		for _, inner := range v {
			closeObjects(inner)
		}
	case []any:
		for _, inner := range v {
			closeObjects(inner)
		}
	}
}

// nullable turns OpenAPI 3.0's nullable into JSON Schema's null.
func nullable(v any) any {
	switch v := v.(type) {
	case object:
		if v["nullable"] == true {
			if kind, ok := v["type"].(string); ok {
				v["type"] = []any{kind, "null"}
			}
			if values, ok := v["enum"].([]any); ok {
				v["enum"] = append(values, nil)
			}
		}
		for _, inner := range v {
			nullable(inner)
		}
	case []any:
		for _, inner := range v {
			nullable(inner)
		}
	}
	return v
}

// operation is one described call.
type operation struct {
	pointer string // where it stands in the document
	fields  object
	path    map[string]string // the values of the path's parameters
}

// find is the description of a call, or why there is none.
func (d *description) find(method, path string) (*operation, error) {
	asked := strings.Split(path, "/")
	for template, item := range d.doc["paths"].(object) {
		fields, ok := item.(object)[strings.ToLower(method)].(object)
		if !ok {
			continue
		}
		if values, fits := match(strings.Split(template, "/"), asked); fits {
			return &operation{
				pointer: "#/paths/" + escape(template) + "/" + strings.ToLower(method),
				fields:  fields,
				path:    values,
			}, nil
		}
	}
	return nil, fmt.Errorf("%s %s is not described", method, path)
}

func match(template, asked []string) (map[string]string, bool) {
	if len(template) != len(asked) {
		return nil, false
	}
	values := map[string]string{}
	for i, step := range template {
		switch {
		case strings.HasPrefix(step, "{"):
			value, err := url.PathUnescape(asked[i])
			if err != nil || value == "" {
				return nil, false
			}
			values[strings.Trim(step, "{}")] = value
		case step != asked[i]:
			return nil, false
		}
	}
	// A number and a name may stand in the same place: issues/comments/1.
	if number, is := values["issue_number"]; is && strings.Trim(number, "0123456789") != "" {
		return nil, false
	}
	return values, true
}

// request is what is wrong with a request, or nil.
func (d *description) request(r *http.Request, body []byte, path string) error {
	op, err := d.find(r.Method, path)
	if err != nil {
		return err
	}
	if err := d.parameters(op, r.URL.Query()); err != nil {
		return err
	}
	_, wanted := op.fields["requestBody"]
	if !wanted {
		if len(body) > 0 {
			return fmt.Errorf("%s %s takes no body", r.Method, path)
		}
		return nil
	}
	if got := r.Header.Get("Content-Type"); got != "application/json" {
		return fmt.Errorf("the body's type is %q", got)
	}
	return d.holds(op.pointer+"/requestBody/content/application~1json/schema", body)
}

func (d *description) parameters(op *operation, query url.Values) error {
	known := map[string]bool{}
	list, _ := op.fields["parameters"].([]any)
	for i, p := range list {
		at := fmt.Sprintf("%s/parameters/%d", op.pointer, i)
		parameter := p.(object)
		if ref, ok := parameter["$ref"].(string); ok {
			at = ref
			parameter = d.doc["components"].(object)["parameters"].(object)[ref[strings.LastIndex(ref, "/")+1:]].(object)
		}
		name := parameter["name"].(string)
		value, given := op.path[name]
		if parameter["in"] == "query" {
			known[name] = true
			value, given = query.Get(name), query.Has(name)
		}
		if !given {
			if parameter["required"] == true {
				return fmt.Errorf("parameter %s is missing", name)
			}
			continue
		}
		data := []byte(value)
		if kind := parameter["schema"].(object)["type"]; kind != "integer" && kind != "boolean" {
			data, _ = json.Marshal(value)
		}
		if err := d.holds(at+"/schema", data); err != nil {
			return fmt.Errorf("parameter %s: %w", name, err)
		}
	}
	for name := range query {
		if !known[name] {
			return fmt.Errorf("parameter %s is not described", name)
		}
	}
	return nil
}

// answer is what is wrong with an answer that is pretended, or nil. Failures
// may be any: GitHub's servers and limits answer what is not described.
func (d *description) answer(method, path string, status int, body []byte) error {
	if status >= 300 {
		return nil
	}
	op, err := d.find(method, path)
	if err != nil {
		return err
	}
	form, ok := op.fields["responses"].(object)[strconv.Itoa(status)].(object)
	if !ok {
		return fmt.Errorf("%s %s is not described to answer %d", method, path, status)
	}
	if _, has := form["content"]; !has {
		if len(body) > 0 {
			return fmt.Errorf("%s %s answers %d without a body", method, path, status)
		}
		return nil
	}
	return d.holds(fmt.Sprintf("%s/responses/%d/content/application~1json/schema", op.pointer, status), body)
}

func (d *description) holds(pointer string, data []byte) error {
	d.mu.Lock()
	schema, err := d.compiler.Compile(document + pointer)
	d.mu.Unlock()
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	return schema.Validate(value)
}

func escape(step string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
}
