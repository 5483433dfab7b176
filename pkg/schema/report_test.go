package schema_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/schema"
)

// rows are all events that become a row or a line of --json.
func rows() []eval.Event {
	return []eval.Event{
		&eval.Start{}, &eval.Trial{}, &eval.CaseResult{}, &eval.Work{}, &eval.Comparison{}, &eval.Summary{}, &eval.Decision{},
		&eval.TrialStart{}, &eval.Log{}, &eval.DryCase{}, &eval.Forecast{},
	}
}

// TestTheReportSchemaHasEveryFieldOfTheRowsAndNoOther is what keeps the two
// together: a new field is described in report.json, and then written to docs
// with -update.
func TestTheReportSchemaHasEveryFieldOfTheRowsAndNoOther(t *testing.T) {
	t.Parallel()
	var doc map[string]any
	if err := json.Unmarshal([]byte(schema.Text("report")), &doc); err != nil {
		t.Fatal(err)
	}
	w := &walker{t: t, defs: doc["$defs"].(map[string]any), seen: map[string]bool{}}
	var refs []any
	for _, row := range rows() {
		refs = append(refs, map[string]any{"$ref": "#/$defs/" + row.Row()})
		def := w.defs[row.Row()].(map[string]any)
		if got := def["properties"].(map[string]any)["type"]; !reflect.DeepEqual(got, map[string]any{"const": row.Row()}) {
			t.Errorf("%s: its type is %v", row.Row(), got)
		}
		w.object(row.Row(), def, reflect.TypeOf(row).Elem(), "type")
	}
	if !reflect.DeepEqual(doc["oneOf"], refs) {
		t.Errorf("the rows are %v", doc["oneOf"])
	}
}

type walker struct {
	t    *testing.T
	defs map[string]any
	seen map[string]bool
}

// object compares a struct with the schema of an object.
func (w *walker) object(path string, s map[string]any, typ reflect.Type, more ...string) {
	if w.seen[typ.Name()] {
		return
	}
	w.seen[typ.Name()] = true
	properties := s["properties"].(map[string]any)
	known, required := slices.Clone(more), slices.Clone(more)
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		known = append(known, name)
		if options == "" {
			required = append(required, name)
		}
		property, ok := properties[name].(map[string]any)
		if !ok {
			w.t.Errorf("%s.%s is not in the schema: describe it in report.json", path, name)
			continue
		}
		w.value(path+"."+name, property, f.Type, options == "")
	}
	for name := range properties {
		if !slices.Contains(known, name) {
			w.t.Errorf("%s.%s is in the schema and in no row", path, name)
		}
	}
	var got []string
	if list, ok := s["required"].([]any); ok {
		for _, name := range list {
			got = append(got, name.(string))
		}
	}
	slices.Sort(got)
	slices.Sort(required)
	if !slices.Equal(got, required) {
		w.t.Errorf("%s: required are %q, and always written %q", path, got, required)
	}
}

// value compares a field with its schema. A field that is always written may
// be null where Go's zero value is.
func (w *walker) value(path string, s map[string]any, typ reflect.Type, always bool) {
	if ref, ok := s["$ref"].(string); ok {
		s = w.defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	want := ""
	switch typ {
	case reflect.TypeFor[eval.Value]():
		if s["type"] != nil || s["enum"] != nil {
			w.t.Errorf("%s can be any value", path)
		}
		return
	case reflect.TypeFor[eval.Millis]():
		want = "number"
	case reflect.TypeFor[time.Time]():
		want = "string"
	}
	nullable := false
	if typ.Kind() == reflect.Pointer {
		typ, nullable = typ.Elem(), always
	}
	if want == "" {
		switch typ.Kind() {
		case reflect.String:
			want = "string"
		case reflect.Bool:
			want = "boolean"
		case reflect.Int, reflect.Int64:
			want = "integer"
		case reflect.Float64:
			want = "number"
		case reflect.Array:
			want = "array"
			w.value(path+"[]", s["items"].(map[string]any), typ.Elem(), false)
		case reflect.Slice:
			want, nullable = "array", always
			w.value(path+"[]", s["items"].(map[string]any), typ.Elem(), false)
		case reflect.Map:
			want = "object"
			w.value(path+"{}", s["additionalProperties"].(map[string]any), typ.Elem(), false)
		case reflect.Struct:
			want = "object"
			w.object(path, s, typ)
		default:
			w.t.Fatalf("%s: a %s", path, typ)
		}
	}
	if s["enum"] != nil && want == "string" {
		return
	}
	expected := any(want)
	if nullable {
		expected = []any{want, "null"}
	}
	if !reflect.DeepEqual(s["type"], expected) {
		w.t.Errorf("%s: the schema says %v, the row is %v", path, s["type"], expected)
	}
}

func TestEnumsOfTheReportAreThoseOfTheVocabulary(t *testing.T) {
	t.Parallel()
	s := compile(t, "report")
	template := `{"type":"stability","agent":"a","id":"i","status":%q,"planned":2,"runs":2,"passed":2,"failed":0,"errors":0,"timeouts":0,"skipped":0,"pass_rate":100,"pass_rate_interval":[34.2,100],"scored_pass_rate":null,"scored_pass_rate_interval":null,"agreement":null,"stable":true,"stability_class":%q,"avg_duration_ms":1.5,"min_duration_ms":null,"max_duration_ms":null,"std_deviation_ms":null,"p50_duration_ms":1.5,"p95_duration_ms":null,"pos":{}}`
	for _, status := range []eval.Status{eval.Passed, eval.Failed, eval.Error, eval.Timeout, eval.Skipped} {
		for _, class := range append(eval.Classes(), eval.Undetermined) {
			if err := validate(t, s, fmt.Sprintf(template, status, class)); err != nil {
				t.Error(err)
			}
		}
	}
	for _, bad := range []string{
		fmt.Sprintf(template, "ok", "stable"), fmt.Sprintf(template, "passed", "steady"), `{"type":"stability"}`, `{"type":"other"}`, `{}`, `[]`,
		strings.Replace(fmt.Sprintf(template, "passed", "stable"), "100", "100.5", 1),
	} {
		if validate(t, s, bad) == nil {
			t.Errorf("valid: %s", bad)
		}
	}
}
