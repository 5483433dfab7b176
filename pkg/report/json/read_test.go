package json_test

import (
	"bytes"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
)

// back reads a report and gives what it told, by type.
func back(t *testing.T, text string) (*json.Reader, map[string][]eval.Event, error) {
	t.Helper()
	told := map[string][]eval.Event{}
	r, err := json.Read(strings.NewReader(text), "r.json", func(_ string, ev eval.Event) error {
		told[ev.Row()] = append(told[ev.Row()], ev)
		return nil
	})
	return r, told, err
}

// same takes an absent value for null, which it becomes in JSON.
func same() cmp.Option {
	return cmp.Comparer(func(a, b eval.Value) bool { return a.Equal(b) || a.Text() == "" && b.Text() == "" })
}

func TestAReportComesBack(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]func() (eval.Report, iter.Seq2[*eval.Trial, error]){
		"mixed": mixed, "passing": passing, "empty": empty,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, trials := run()
			r, told, err := back(t, string(write(t, report, trials)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]eval.Event{&report.Start}, told["start"], same()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]eval.Event{&report.Summary}, told["summary"], same()); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]eval.Event{&report.Decision}, told["gate"], same()); diff != "" {
				t.Error(diff)
			}
			var again []*eval.Trial
			keys := func(yield func(eval.Key) bool) {
				for i := range report.Cases {
					if !yield(report.Cases[i].Key()) {
						return
					}
				}
			}
			for tr, err := range r.Trials(keys) {
				if err != nil {
					t.Fatal(err)
				}
				again = append(again, tr)
			}
			if len(again) != len(told["result"]) {
				t.Errorf("%d trials, told %d", len(again), len(told["result"]))
			}
			text := write(t, report, seq(again...))
			if diff := cmp.Diff(string(write(t, report, second(run))), string(text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNoFieldOfATrialIsLost(t *testing.T) {
	t.Parallel()
	trial := &eval.Trial{}
	filled(reflect.ValueOf(trial).Elem())
	trial.Agent, trial.ID, trial.Planned, trial.Run = "expense", "x", 1, 1
	trial.Base = false // trials of the other revision are in no report
	c := result("x", eval.Failed, 1, 0, 1, 0)
	c.Name, c.Pos = "x", trial.Pos
	r, _, err := back(t, string(write(t, eval.Report{Start: header(), Cases: []eval.CaseResult{c}}, seq(trial))))
	if err != nil {
		t.Fatal(err)
	}
	for got, err := range r.Trials(slices.Values([]eval.Key{c.Key()})) {
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(trial, got, same()); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWhatIsNoReportIsRefused(t *testing.T) {
	t.Parallel()
	report, trials := mixed()
	good := string(write(t, report, trials))
	tests := map[string]struct{ text, want string }{
		"an empty file":        {"", "r.json: not a whole report: the file ends early"},
		"a list":               {"[]", "r.json: not a report: want {, got ["},
		"half a report":        {good[:len(good)/2], "r.json: not a whole report: the file ends early"},
		"more behind it":       {good + "{}", "r.json: there is more behind the report"},
		"an object of another": {`{"schema_version": 1}`, `r.json: not a report: it has no "metadata"`},
		"a newer one":          {`{"schema_version": 9, "results": 7}`, "r.json: written by a newer version: its schema is 9, the newest known here is 1"},
		"results that are none": {
			`{"schema_version": 1, "results": [{"id": 7}]}`,
			"r.json: results[0]: json: cannot unmarshal number into Go struct field resultRow.id of type string",
		},
		"a case twice": {`{"schema_version": 1, "results": [{"id": "a"}, {"id": "a"}]}`, `r.json: results[1]: a second result of case "a"`},
		"no JSON":      {`{"schema_version": 1, oops`, "r.json: not a report: invalid character 'o' looking for beginning of object key string"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := back(t, tt.text)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestACaseAloneIsItsRow(t *testing.T) {
	t.Parallel()
	report, trials := mixed()
	var of []*eval.Trial
	for tr := range trials {
		if tr.ID == "greet" {
			of = append(of, tr)
		}
	}
	var b bytes.Buffer
	if err := json.WriteCase(&b, &report.Cases[0], slices.Values(of)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(b.String(), "{\n  \"schema_version\": 1,\n  \"type\": \"extract\",\n  \"id\": \"greet\",") || !strings.HasSuffix(b.String(), "}\n") {
		t.Errorf("got %s", b.String())
	}
	if n := strings.Count(b.String(), `"run":`); n != 2 {
		t.Errorf("%d trials", n)
	}
}

func FuzzRead(f *testing.F) {
	for _, run := range []func() (eval.Report, iter.Seq2[*eval.Trial, error]){mixed, passing, empty} {
		report, trials := run()
		var b bytes.Buffer
		if err := json.Write(&b, report, trials); err != nil {
			f.Fatal(err)
		}
		f.Add(b.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		keys := map[eval.Key]int{}
		r, err := json.Read(strings.NewReader(text), "r.json", func(_ string, ev eval.Event) error {
			if tr, ok := ev.(*eval.Trial); ok {
				keys[tr.Key()]++
			}
			return nil
		})
		if err != nil {
			if !strings.HasPrefix(err.Error(), "r.json: ") {
				t.Errorf("no place in %v", err)
			}
			return
		}
		for tr, err := range r.Trials(maps.Keys(keys)) {
			if err != nil {
				t.Fatal(err)
			}
			keys[tr.Key()]--
		}
		for key, left := range keys {
			if left != 0 {
				t.Errorf("%v: %d trials are not told twice", key, left)
			}
		}
	})
}
