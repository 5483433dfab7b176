package redact_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

const secret = "sk-abcdef"

func sameText() cmp.Option { return cmp.Comparer(func(a, b eval.Value) bool { return a == b }) }

// fill puts the secret into every place of v that holds text.
func fill(v reflect.Value) {
	switch {
	case v.Type() == reflect.TypeFor[eval.Value]():
		v.Set(reflect.ValueOf(eval.Trusted(`{"k":["` + secret + `"]}`)))
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Unix(1, 0).UTC()))
	case v.Kind() == reflect.String:
		v.SetString(secret)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case v.Kind() == reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		switch item := v.Index(0).Addr().Interface().(type) { // what holds more of its kind
		case *eval.Check:
			*item = eval.Check{
				Type: secret, Assertion: secret, Path: secret, Message: secret, Reason: secret,
				Expected: eval.StringValue(secret), Actual: eval.StringValue(secret),
				Checks: []eval.Check{{Message: secret}}, Pos: eval.Pos{File: secret},
			}
		case *eval.TraceNode:
			*item = eval.TraceNode{
				ID: secret, Label: secret, Type: secret, Icon: secret, Description: secret, Error: secret,
				Input: eval.StringValue(secret), Output: eval.StringValue(secret), Metadata: map[string]eval.Value{"k": eval.StringValue(secret)},
				Logs: []eval.TraceLog{{Text: secret}}, Nodes: []eval.TraceNode{{Label: secret}},
			}
		default:
			fill(v.Index(0))
		}
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		item := reflect.New(v.Type().Elem()).Elem()
		fill(item)
		v.SetMapIndex(reflect.ValueOf("key").Convert(v.Type().Key()), item)
	}
}

func TestEventLeavesNoFieldOut(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{"KEY", secret}}, nil)
	events := []eval.Event{
		&eval.Start{}, &eval.TrialStart{}, &eval.Trial{}, &eval.CaseResult{},
		&eval.Comparison{}, &eval.Summary{}, &eval.Decision{}, &eval.Log{},
	}
	for _, ev := range events {
		t.Run(ev.Row(), func(t *testing.T) {
			t.Parallel()
			fill(reflect.ValueOf(ev).Elem())
			before, err := json.Marshal(ev)
			if err != nil {
				t.Fatal(err)
			}
			clean := r.Event(ev)
			row, err := eval.AppendRow(nil, clean)
			if err != nil {
				t.Fatal(err)
			}
			// Words of named types are ours and stay.
			var named []string
			for _, field := range []string{"status", "stability_class", "verdict", "level", "min_stability", "role", "change", "rule", "kind", "state", "stopped"} {
				named = append(named, `"`+field+`":"`+secret+`"`, `"`+field+`":"ours"`)
			}
			text := strings.NewReplacer(named...).Replace(string(row))
			if strings.Contains(text, secret) {
				t.Errorf("left in %s", text)
			}
			after, err := json.Marshal(ev)
			if err != nil {
				t.Fatal(err)
			}
			if string(before) != string(after) {
				t.Error("the event itself was changed")
			}
		})
	}
}

func TestEventWithoutSecretsIsNotCopied(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{"KEY", secret}}, nil)
	ev := &eval.Trial{ID: "a", Output: eval.StringValue("fine"), Turns: []eval.Turn{{Response: eval.Response{Content: "fine"}}}}
	if got := r.Event(ev); got != eval.Event(ev) {
		t.Error("a copy was made")
	}
}

func TestEventCopiesOnlyWhatItCleans(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{"KEY", secret}}, nil)
	ev := &eval.Trial{
		ID: "a", Status: eval.Failed, Output: eval.StringValue(secret),
		Tags: []string{"x"}, Turns: []eval.Turn{{Turn: 1}, {Turn: 2, Response: eval.Response{Content: "say " + secret}}},
	}
	want := &eval.Trial{
		ID: "a", Status: eval.Failed, Output: eval.StringValue("[redacted KEY]"),
		Tags: []string{"x"}, Turns: []eval.Turn{{Turn: 1}, {Turn: 2, Response: eval.Response{Content: "say [redacted KEY]"}}},
	}
	got := r.Event(ev).(*eval.Trial)
	if diff := cmp.Diff(want, got, sameText()); diff != "" {
		t.Error(diff)
	}
	if &got.Tags[0] != &ev.Tags[0] {
		t.Error("clean tags were copied")
	}
}

type kept []eval.Event

func (k *kept) Event(ev eval.Event) error { *k = append(*k, ev); return nil }

func TestSinkPassesCleanEventsOn(t *testing.T) {
	t.Parallel()
	var got kept
	r := redact.New([]redact.Secret{{"KEY", secret}}, nil)
	if err := r.Sink(&got).Event(&eval.Log{Level: "info", Message: secret}); err != nil {
		t.Fatal(err)
	}
	want := kept{&eval.Log{Level: "info", Message: "[redacted KEY]"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestReportAndProblems(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{"KEY", secret}}, nil)
	report := r.Report(eval.Report{Cases: []eval.CaseResult{{ID: "a", Reason: "x " + secret}}})
	if got := report.Cases[0].Reason; got != "x [redacted KEY]" {
		t.Error(got)
	}
	problems := r.Problems(eval.Problems{{Message: "m"}, {Message: "bad " + secret, Warning: true}})
	want := eval.Problems{{Message: "m"}, {Message: "bad [redacted KEY]", Warning: true}}
	if diff := cmp.Diff(want, problems, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}
