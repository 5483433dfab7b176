package agent_test

import (
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

func tapes(dir string) cassette.Folder {
	return cassette.Folder{Dir: dir, Name: filepath.Base, Redactor: redact.New(nil, nil)}
}

// talk runs two turns of a case.
func talk(t *testing.T, tg *agent.Target) []*target.Reply {
	t.Helper()
	session, err := tg.Open(t.Context(), userCase("hi"), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(t.Context())
	var replies []*target.Reply
	for _, text := range []string{"hi", "bye"} {
		reply, err := session.Send(t.Context(), userCase(text).Messages)
		if err != nil {
			t.Fatal(err)
		}
		replies = append(replies, reply)
	}
	return replies
}

// unreachable fails the test when anything is sent.
type unreachable struct{ t *testing.T }

func (u unreachable) RoundTrip(r *http.Request) (*http.Response, error) {
	u.t.Errorf("a request to %s in a replay", r.URL)
	return nil, errors.New("no network here")
}

func TestATalkReplaysWithoutANetworkAtTheTimeItWasRecorded(t *testing.T) {
	t.Parallel()
	f := shop()
	f["assistants/shop/prompts.yml"] = "- role: system\n  content: It is $SYS.DATETIME $SYS.TIMEZONE $SYS.UNIX\n"
	then := time.Date(2026, 1, 2, 3, 4, 5, 678, time.FixedZone("CET", 3600))
	const now = "system: It is 2026-01-02 03:04:05 CET 1767319445"
	host := serve(t,
		exchange{want: request(t, "", "system: global", now, "user: hi"), answer: said("hello")},
		exchange{want: request(t, "", "system: global", now, "user: hi", "assistant: hello", "user: bye"), answer: said("goodbye")},
	)
	dir := t.TempDir()
	o := quick()
	o.Now, o.Record = func() time.Time { return then }, cassette.NewRecorder(tapes(dir))
	c := userCase("hi")
	if err := o.Record.Prepare([]eval.Key{c.Key()}); err != nil {
		t.Fatal(err)
	}
	live := talk(t, agent.New(f.load(t, host, false), o))
	if err := o.Record.Finish(&eval.CaseResult{Agent: c.Agent, ID: c.ID, Planned: 1, Runs: 1}); err != nil {
		t.Fatal(err)
	}

	o = quick()
	o.Now, o.Replay = time.Now, cassette.NewPlayer(tapes(dir))
	o.HTTP = &http.Client{Transport: unreachable{t}}
	again := talk(t, agent.New(f.load(t, noHost, false), o))
	for i, reply := range again {
		if !reply.Replayed || reply.Recorded <= 0 || reply.Usage[eval.RoleAgent].Attempts != 0 {
			t.Errorf("turn %d: %+v", i+1, reply)
		}
		usage := reply.Usage[eval.RoleAgent]
		usage.Attempts = 1
		reply.Usage[eval.RoleAgent] = usage
		reply.Replayed, reply.Recorded = false, 0
	}
	if diff := cmp.Diff(live, again, cmp.Comparer(eval.Value.Equal)); diff != "" {
		t.Error(diff)
	}
}

func TestAMissIsTheTrialsErrorAndNamesItsConnectorOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := quick()
	o.Record = cassette.NewRecorder(tapes(dir))
	c := userCase("hi")
	if err := o.Record.Prepare([]eval.Key{c.Key()}); err != nil {
		t.Fatal(err)
	}
	if _, err := send(t, agent.New(shop().load(t, serve(t, exchange{answer: said("hello")}), false), o), c); err != nil {
		t.Fatal(err)
	}
	if err := o.Record.Finish(&eval.CaseResult{Agent: c.Agent, ID: c.ID, Planned: 1, Runs: 1}); err != nil {
		t.Fatal(err)
	}
	o = quick()
	o.Replay = cassette.NewPlayer(tapes(dir))
	f := shop()
	f["agent/prompts.yml"] = "- role: system\n  content: changed\n"
	reply, err := send(t, agent.New(f.load(t, noHost, false), o), c)
	if err == nil || strings.Count(err.Error(), `connector "main"`) != 1 || !strings.Contains(err.Error(), `messages[0].content: recorded "global", now "changed"`) {
		t.Errorf("got %v", err)
	}
	if len(reply.Usage) > 0 {
		t.Errorf("usage %v", reply.Usage)
	}
	if _, err := agent.New(f.load(t, noHost, false), o).Open(t.Context(), c, 2); err == nil || !strings.HasPrefix(err.Error(), "replay: run 2 of case ") {
		t.Errorf("a run that was not recorded opens: %v", err)
	}
}
