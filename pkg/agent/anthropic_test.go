package agent_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestThoughtsGoBackInTheNextTurn(t *testing.T) {
	t.Parallel()
	const thought = `{"signature":"c2lnbmVk","thinking":"Hm.","type":"thinking"},{"text":"hello","type":"text"}`
	var bodies []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, r.URL.Path+" "+string(body))
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":"message","content":[`+thought+`],"stop_reason":"end_turn"}`)
	}))
	defer server.Close()
	f := shop()
	f["connectors/main.conn.yao"] = `{"type": "anthropic", "options": {"host": "HOST", "model": "m", "max_tokens": 9}}`
	c := userCase("hi")
	session, err := agent.New(f.load(t, server.URL, false), quick()).Open(t.Context(), c, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(t.Context())
	for _, text := range []string{"hi", "bye"} {
		reply, err := session.Send(t.Context(), []eval.Message{{Role: "user", Content: eval.Content{Text: text}}})
		if err != nil || reply.Output.Raw() != `"hello"` {
			t.Fatalf("got %v, %v", reply.Output, err)
		}
	}
	if len(bodies) != 2 || !strings.HasPrefix(bodies[1], `/v1/messages {"model":"m","max_tokens":9,`) ||
		!strings.Contains(bodies[1], `{"role":"assistant","content":[`+thought+`]},{"role":"user","content":[{"type":"text","text":"bye"}]}`) {
		t.Errorf("got %v", bodies)
	}
}
