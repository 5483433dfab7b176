package sinks_test

import (
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// story is a finished run as writers get it: every event, and the report.
type story struct {
	report eval.Report
	events []eval.Event
	trials []*eval.Trial
	kept   map[string]string // what was written, by where; nil keeps nothing
}

// keep adds to what was written.
func (s *story) keep(where string, text []byte) {
	if s.kept != nil {
		s.kept[where] += string(text)
	}
}

// each gives the trials in the order of the report's cases.
func (s *story) each() iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		for _, t := range s.trials {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// fill puts a text into every place of v that holds one, whatever it means.
// Depth ends what contains itself.
func fill(v reflect.Value, text string, depth int) {
	switch {
	case depth == 0:
	case v.Type() == reflect.TypeFor[eval.Value]():
		raw, _ := json.Marshal(map[string]any{text: []string{text}})
		v.Set(reflect.ValueOf(eval.Trusted(string(raw))))
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)))
	case v.Type() == reflect.TypeFor[eval.TraceStatus](): // a word of ours
		v.SetString(string(eval.TraceFailed))
	case v.Kind() == reflect.String:
		v.SetString(text)
	case v.Kind() == reflect.Int || v.Kind() == reflect.Int64:
		v.SetInt(1)
	case v.Kind() == reflect.Bool:
		v.SetBool(false)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), text, depth-1)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), text, depth-1)
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), text, depth-1)
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, item := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, text, depth-1)
		fill(item, text, depth-1)
		v.SetMapIndex(key, item)
	}
}

func filled[T any](text string) *T {
	v := new(T)
	fill(reflect.ValueOf(v).Elem(), text, 7)
	return v
}

// tell is a run in which the text stands wherever one can: a case for every
// status, and one of several trials. Only the words that Surefoot chooses
// itself, such as a status, are its own.
func tell(text string) *story {
	s := &story{}
	start := filled[eval.Start](text)
	start.SchemaVersion, start.Policy, start.Plan.Trials, start.Plan.Cases = eval.SchemaVersion, eval.Policy{}, 7, 6
	start.Settings["app"], start.Settings["runs"], start.Plan.Shard = text, text, ""
	builder := stability.NewBuilder(start, nil, nil)
	s.events = []eval.Event{start}
	add := func(id string, planned int, statuses ...eval.Status) {
		c := &eval.Case{Agent: text, ID: text + id, Name: text, Tags: []string{text}, Pos: eval.Pos{File: text, Line: 3, Column: 1}}
		builder.Expect(c, planned)
		for run, status := range statuses {
			t := filled[eval.Trial](text)
			t.Agent, t.ID, t.Planned, t.Run, t.Status, t.Unchecked, t.Stopped = c.Agent, c.ID, planned, run+1, status, false, ""
			t.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: *filled[eval.Usage](text)}
			t.Stopped = ""
			settle(t.Checks, status)
			if status == eval.Passed || status == eval.Skipped {
				t.Error, t.ErrorPos = "", nil
			}
			result := builder.Add(t)
			s.trials = append(s.trials, t)
			s.events = append(s.events, &eval.TrialStart{Agent: t.Agent, ID: t.ID, Run: t.Run}, t)
			if result != nil {
				s.events = append(s.events, result)
			}
		}
	}
	add("", 1, eval.Passed)
	add("1", 1, eval.Failed)
	add("2", 1, eval.Error)
	add("3", 1, eval.Timeout)
	add("4", 0, eval.Skipped)
	add("5", 3, eval.Passed, eval.Failed, eval.Skipped)
	s.report = *builder.Report(eval.Millis(time.Second), text)
	s.remember(text)
	s.report.Summary.Connector, s.report.Summary.AgentID = text, text
	s.report.Summary.ReportFaults = []string{text}
	s.report.Decision = gate.Decide(eval.Policy{}, &s.report)
	s.report.Decision.Title = "failed: " + text
	s.report.Decision.Conditions = append(s.report.Decision.Conditions, eval.Condition{
		Name: text, Required: eval.StringValue(text), Actual: eval.StringValue(text), Unit: text, Verdict: eval.VerdictFailed, Reason: text,
	})
	s.events = append(s.events, &eval.Log{Level: "warning", Message: text}, s.report.Comparison, &s.report.Summary, &s.report.Decision)
	return s
}

// changes are what became of the cases, in the order in which tell adds them.
var changes = []eval.Change{eval.Improved, eval.Regressed, eval.UnreliableBaseline, eval.Suspect, eval.NewCase, eval.TooFewTrials}

// remember gives the run a baseline and its cases a past: the text stands
// wherever one can in what is known beyond the trials. The words that Surefoot
// chooses are its own.
func (s *story) remember(text string) {
	c := filled[eval.Comparison](text)
	change := c.Cases[0]
	change.Parting.Kind = eval.PartAtAnswer
	c.Base.Verdict, c.Cases, c.Count = eval.VerdictPassed, nil, map[eval.Change]int{}
	add := func(key eval.Key, to eval.Change) {
		one := change
		one.Agent, one.ID, one.Change, one.Rule = key.Agent, key.ID, to, ""
		one.Base = &eval.CaseOutcome{Planned: 3, Runs: 3, Passed: 3, Class: eval.Stable}
		one.Head = one.Base
		c.Cases, c.Count[to] = append(c.Cases, one), c.Count[to]+1
	}
	past := func(r *eval.CaseResult, i int) {
		r.Stopped, r.PassBounds = text, &eval.Interval{0, 100}
		r.Parting, r.Noise, r.Memory = filled[eval.Parting](text), filled[eval.Noise](text), filled[eval.Memory](text)
		r.Parting.Kind, r.Memory.State = eval.PartAtToolCall, eval.Wavering
		switch i % 3 {
		case 0:
			r.Memory.Quarantine = nil
		case 1:
			r.Memory.Quarantine.Expired = true
		}
	}
	for i := range s.report.Cases {
		past(&s.report.Cases[i], i)
		add(s.report.Cases[i].Key(), changes[i])
	}
	add(eval.Key{Agent: text, ID: text + "6"}, eval.RemovedCase)
	add(eval.Key{Agent: text, ID: text + "7"}, eval.Unaffected)
	s.report.Comparison = c
	at := 0
	for _, ev := range s.events {
		if r, ok := ev.(*eval.CaseResult); ok {
			past(r, at)
			at++
		}
	}
}

// settle gives checks, which were filled in, a status.
func settle(checks []eval.Check, status eval.Status) {
	for i := range checks {
		checks[i].Status, checks[i].Passed = status, status == eval.Passed
		if status == eval.Timeout || status == eval.Skipped {
			checks[i].Status = eval.Failed
		}
		settle(checks[i].Checks, status)
	}
}

// longest is more of a text than any page shows in one place.
const longest = 4 << 10

// corpus are the texts of testdata/github/hostile, by the names of their files.
func corpus(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../../testdata/github/hostile/*.txt")
	if err != nil || len(files) < 80 {
		t.Fatalf("%d hostile texts: %v", len(files), err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".txt")] = safetext.Head(string(text), longest)
	}
	return texts
}
