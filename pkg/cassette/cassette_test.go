package cassette_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

// noon is when everything here is recorded.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 500, time.FixedZone("CET", 3600))

func folder(dir string) cassette.Folder {
	return cassette.Folder{
		Dir:      dir,
		Name:     func(path string) string { return strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(dir)+"/") },
		Redactor: redact.New([]redact.Secret{{Name: "KEY", Value: "sk-0123456789"}}, nil),
	}
}

// in is the context of a run of the case "greet" of the agent "shop".
func in(run int) context.Context {
	return eval.WithScope(context.Background(), eval.Scope{Agent: "shop", Case: "greet", Run: run, Turn: 1, Role: eval.RoleAgent})
}

func value(t testing.TB, text string) eval.Value {
	t.Helper()
	v, err := eval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func call(t testing.TB, request string) cassette.Call {
	return cassette.Call{Kind: cassette.Model, Name: "gpt", Request: value(t, request)}
}

func anything(eval.Value) error { return nil }

func greet(runs int) *eval.CaseResult {
	return &eval.CaseResult{Agent: "shop", ID: "greet", Planned: runs, Runs: runs}
}

// pair is a request and its answer.
type pair struct{ request, answer string }

// record keeps runs of the case "greet" in dir.
func record(t testing.TB, dir string, runs ...[]pair) {
	t.Helper()
	r := cassette.NewRecorder(folder(dir))
	if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
		t.Fatal(err)
	}
	for i, pairs := range runs {
		r.Open(in(i+1), noon)
		for _, p := range pairs {
			r.Take(in(i+1), call(t, p.request)).Keep(value(t, p.answer), 1500*time.Microsecond, anything)
		}
	}
	if err := r.Finish(greet(len(runs))); err != nil {
		t.Fatal(err)
	}
}

func TestACassetteReadsWell(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	record(t, dir, []pair{{`{"z": 1.50, "a": ["x<y", "\u202e"]}`, `{"text": "the key is sk-0123456789"}`}})
	got, err := os.ReadFile(filepath.Join(dir, "shop", "greet.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "agent": "shop",
  "case": "greet",
  "schema_version": 1,
  "trials": [
    {
      "exchanges": [
        {
          "answer": {
            "text": "the key is [redacted KEY]"
          },
          "kind": "model",
          "name": "gpt",
          "redacted": true,
          "request": {
            "a": [
              "x<y",
              "\u202e"
            ],
            "z": 1.50
          },
          "role": "agent",
          "took_ms": 1.5,
          "turn": 1
        }
      ],
      "now": "2026-03-01T12:00:00+01:00",
      "run": 1,
      "zone": "CET"
    }
  ]
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestAReplayGivesWhatWasRecorded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	record(t, dir,
		[]pair{{`{"q": 1}`, `"a1"`}, {`{"q": 1}`, `"a2"`}, {`{"q": 2}`, `"b"`}},
		[]pair{{`{"q": 1}`, `"second run"`}})
	p := cassette.NewPlayer(folder(dir))
	clock, err := p.Open(in(1))
	if err != nil || !clock.Equal(noon.Truncate(time.Second)) || clock.Location().String() != "CET" {
		t.Errorf("clock %v, error %v", clock, err)
	}
	for _, step := range []struct {
		run           int
		request, want string
	}{
		{1, `{"q": 2}`, `"b"`}, // in another order
		{1, `{"q": 1}`, `"a1"`},
		{2, `{"q": 1}`, `"second run"`},
		{1, `{"q": 1.0}`, `"a2"`}, // the same number
	} {
		got, err := p.Replay(in(step.run), call(t, step.request))
		if err != nil || got.Value.Raw() != step.want || got.Took != 1500*time.Microsecond {
			t.Errorf("run %d %s: %s after %v, error %v; want %s", step.run, step.request, got.Value.Raw(), got.Took, err, step.want)
		}
	}
}

func TestAMissSaysWhatDiffers(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Be kind. ", 20)
	recorded := []pair{
		{`{"messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": "hi"}], "options": {"temperature": 0}}`, `"hello"`},
		{`{"messages": [{"role": "system", "content": "` + long + `Be short."}], "key": "sk-0123456789"}`, `"long"`},
	}
	tests := map[string]struct {
		call cassette.Call
		role eval.Role
		want string
	}{
		"a changed text": {
			call: call(t, `{"messages": [{"role": "system", "content": "Be long."}, {"role": "user", "content": "hi"}], "options": {"temperature": 0}}`),
			want: `model call of connector "gpt": messages[0].content: recorded "Be short.", now "Be long."`,
		},
		"a change far into a text": {
			call: call(t, `{"messages": [{"role": "system", "content": "`+long+`Be loud."}], "key": "sk-0123456789"}`),
			want: `model call of connector "gpt": messages[0].content: recorded "...Be kind. Be short.", now "...Be kind. Be loud."`,
		},
		"another option": {
			call: call(t, `{"messages": [{"role": "system", "content": "Be short."}, {"role": "user", "content": "hi"}], "options": {"temperature": 0.5}}`),
			want: `model call of connector "gpt": options.temperature: recorded 0, now 0.5`,
		},
		"a message less": {
			call: call(t, `{"messages": [{"role": "system", "content": "Be short."}], "options": {"temperature": 0}}`),
			want: `model call of connector "gpt": messages[1]: recorded {"content":"hi","role":"user"}, now nothing`,
		},
		"another connector": {
			call: cassette.Call{Kind: cassette.Model, Name: "other", Request: value(t, recorded[0].request)},
			want: `model call of connector "other": name: recorded "gpt", now "other"`,
		},
		"a role that asked nothing": {
			call: call(t, recorded[0].request), role: eval.RoleJudge,
			want: `model call of connector "gpt": no model call of the judge was recorded in this run`,
		},
		"a kind that was not asked": {
			call: cassette.Call{Kind: cassette.Tool, Name: "shop", Request: value(t, recorded[0].request)},
			want: `tool call of server "shop": no tool call of the agent was recorded in this run`,
		},
		"a secret": {
			call: call(t, `{"messages": [{"role": "system", "content": "`+long+`sk-0123456789"}], "key": "sk-0123456789"}`),
			want: `model call of connector "gpt": messages[0].content: recorded "...Be kind. Be short.", now "...Be kind. [redacted KEY]"`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			record(t, dir, recorded)
			scope := eval.ScopeOf(in(1))
			if tt.role != "" {
				scope.Role = tt.role
			}
			_, err := cassette.NewPlayer(folder(dir)).Replay(eval.WithScope(t.Context(), scope), tt.call)
			if miss := (*cassette.Miss)(nil); !errors.As(err, &miss) {
				t.Fatalf("got %v", err)
			}
			head := `not in the cassette shop/greet.json`
			if scope.Role != eval.RoleAgent {
				head += ` (role ` + string(scope.Role) + `)`
			}
			want := head + `: ` + tt.want + ` (--record ` + dir + ` --case shop/greet records it again)`
			if diff := cmp.Diff(want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestARequestAnswersAsOftenAsItWasRecorded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	record(t, dir, []pair{{`{"q": 1}`, `"a"`}, {`{"q": 1}`, `"b"`}})
	p := cassette.NewPlayer(folder(dir))
	for range 2 {
		if _, err := p.Replay(in(1), call(t, `{"q": 1}`)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := p.Replay(in(1), call(t, `{"q": 1}`))
	if err == nil || !strings.Contains(err.Error(), "the same request was recorded 2 times, and is made once more now") {
		t.Errorf("got %v", err)
	}
	// A case that ended begins anew.
	p.Finish(eval.Key{Agent: "shop", ID: "greet"})
	if got, err := p.Replay(in(1), call(t, `{"q": 1}`)); err != nil || got.Value.Raw() != `"a"` {
		t.Errorf("got %s, %v", got.Value.Raw(), err)
	}
}

func TestWhatIsASecretOnOneSideOnlyStillMatches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bare := folder(dir)
	bare.Redactor = redact.New(nil, nil)
	r := cassette.NewRecorder(bare)
	if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
		t.Fatal(err)
	}
	r.Open(in(1), noon)
	r.Take(in(1), call(t, `{"q": "sk-0123456789"}`)).Keep(value(t, `"ok"`), 0, anything)
	if err := r.Finish(greet(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := cassette.NewPlayer(folder(dir)).Replay(in(1), call(t, `{"q": "sk-0123456789"}`)); err != nil {
		t.Error(err)
	}
}
