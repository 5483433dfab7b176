package sinks_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

// key is a secret with what every format escapes in its own way.
const key = `sk-"0123456789</abc>&d\'e`

// chosen puts back the words that are Surefoot's own in a run: the names of
// settings and the roles.
func chosen(s *story, form string) {
	delete(s.report.Start.Settings, form)
	for _, t := range s.trials {
		for i := range t.Attempts {
			t.Attempts[i].Role = eval.RoleAgent
		}
	}
}

// withheld is the story as it leaves a run whose secret is key.
func withheld(s *story, r *redact.Redactor) *story {
	clean := &story{kept: map[string]string{}, report: r.Report(s.report)}
	for _, ev := range s.events {
		ev = r.Event(ev)
		clean.events = append(clean.events, ev)
		if t, ok := ev.(*eval.Trial); ok {
			clean.trials = append(clean.trials, t)
		}
	}
	return clean
}

func TestASecretInEveryFieldIsInNoSink(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{Name: "API_KEY", Value: key}}, nil)
	inJSON, err := json.Marshal(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, form := range map[string]string{
		"as it is": key, "among others": "Bearer " + key + ", it said", "in JSON": string(inJSON),
		"in base64": base64.StdEncoding.EncodeToString([]byte("user:" + key)), "in an address": "https://example.com/?key=" + url.QueryEscape(key),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			told := tell(form)
			chosen(told, form)
			s := withheld(told, r)
			put(t, t.TempDir(), s, r.Text(form))
			if len(s.kept) < 15 {
				t.Fatalf("%d sinks", len(s.kept))
			}
			for where, text := range s.kept {
				// What no format escapes is enough to know the secret by.
				for _, part := range []string{"0123456789", "c2stIjAxMjM0NTY3ODk", base64.StdEncoding.EncodeToString([]byte("user:" + key))[8:24]} {
					if at := strings.Index(text, part); at >= 0 {
						t.Errorf("%s holds the secret: %.200q", where, text[max(0, at-100):])
					}
				}
				if !strings.Contains(text, "redacted") && where != "the name of an extract" {
					t.Errorf("%s does not say that something was redacted", where)
				}
			}
		})
	}
}
