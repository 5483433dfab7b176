package schema_test

import (
	"encoding/json"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/schema"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// samples are values of each kind of setting, good ones and bad ones.
func samples() map[string][]string {
	return map[string][]string{
		"bool":       {"true", "false", `"yes"`, "2", `"maybe"`, "[true]", "{}"},
		"N":          {"1", "7", `"7"`, "0", "-1", "1.5", `"x"`, "true", "[1]", "{}"},
		"N|auto":     {"4", `"auto"`, `"4"`, "0", `"many"`, "true"},
		"N|MIN..MAX": {"3", `"3"`, `"3..10"`, `"2..2"`, "0", `"0..5"`, `"1.."`, `"..5"`, `"x"`, "1.5"},
		"RISK":       {"5", "2.5", "0.5", `"5%"`, "0", "0.05", "50", `"x"`, "true"},
		"PERCENT":    {"1", "80", "99.5", "100", `"80%"`, "0", "0.8", "101", `"x"`},
		"CONFIDENCE": {"95", "99.5", `"95%"`, "50", "100", "0.95", `"x"`},
		"K/N":        {`"4/5"`, `"5/5"`, `"4 / 5"`, `"0/5"`, `"4"`, "4", `"a/b"`},
		"USD":        {"0", "0.5", "3", `"$0.50"`, `"1"`, "-1", `"x"`, `"1.2.3"`, "true"},
		"TIME":       {`"30s"`, `"1h30m"`, `"1.5s"`, `".5m"`, `"0s"`, `"0.0s"`, `"5"`, "5", `"-1s"`, `"5 seconds"`},
		"CLASS":      {`"stable"`, `"mostly_stable"`, `"unstable"`, `"highly_unstable"`, `"steady"`, "5"},
		"":           {`"x"`, `" "`, `""`, "{}"},
	}
}

// TestTheConfigSchemaAndTheReaderAgree gives each setting samples of its kind:
// what the one takes, the other takes.
func TestTheConfigSchemaAndTheReaderAgree(t *testing.T) {
	t.Parallel()
	s := compile(t, "config")
	for _, row := range config.Default().Table() {
		values, ok := samples()[row.Value.Type()]
		if !ok {
			values = samples()[""]
		}
		if row.List() {
			for _, value := range values {
				values = append(values, "["+value+"]")
			}
			values = append(values, "[]")
		}
		for _, value := range values {
			text := `{"` + row.Name + `": ` + value + `}`
			n, problems := source.ReadJSON(source.NewFile("surefoot.yml", text))
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			problems = config.Default().File(n)
			err := validate(t, s, text)
			// What is particular to one setting, such as a pattern that does
			// not compile, no kind can say.
			if narrower := row.Value.Type() == "REGEX"; (err == nil) != (problems.Errors() == 0) && !narrower {
				t.Errorf("%s: the schema says %v, the reader %v", text, err, problems)
			}
		}
	}
}

func TestTheConfigSchemaHasEverySettingOfTheFileAndNoOther(t *testing.T) {
	t.Parallel()
	var doc struct {
		Properties           map[string]any
		AdditionalProperties any
	}
	if err := json.Unmarshal([]byte(schema.Text("config")), &doc); err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"target": true}
	for _, row := range config.Default().Table() {
		if !row.NoFile {
			want[row.Name] = true
		}
	}
	for name := range want {
		if doc.Properties[name] == nil {
			t.Errorf("%s is missing", name)
		}
	}
	for name := range doc.Properties {
		if !want[name] {
			t.Errorf("%s is no setting of the file", name)
		}
	}
	if doc.AdditionalProperties != false {
		t.Error("unknown settings are taken")
	}
}

func TestTheStartersSettingsFit(t *testing.T) {
	t.Parallel()
	s := compile(t, "config")
	file, problems := source.ReadFile("../starter/template/surefoot.yml", "surefoot.yml")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	docs, problems := source.ReadYAML(file)
	if len(problems) > 0 || len(docs) != 1 {
		t.Fatal(len(docs), problems)
	}
	if err := validate(t, s, docs[0].Value.Raw()); err != nil {
		t.Error(err)
	}
	if err := validate(t, s, `{"agent": "a", "target": "a"}`); err == nil {
		t.Error("two words for one setting are taken")
	}
}
