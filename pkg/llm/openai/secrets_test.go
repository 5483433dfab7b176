package openai_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

func TestNoErrorTextHoldsTheKey(t *testing.T) {
	t.Parallel()
	const key = "sk-proj/Zm9v+YmFy=_0123456789"
	const queryKey = "q-9876543210-zyx"
	const headerKey = "h-5555555555-abc"
	forms := []string{
		key, queryKey, headerKey, url.QueryEscape(key), url.PathEscape(key),
		strings.ReplaceAll(key, "/", `\/`), base64.StdEncoding.EncodeToString([]byte(key)),
	}
	var everything strings.Builder
	for _, form := range forms {
		everything.WriteString(form + " ")
	}
	all := everything.String()
	quotedAll := strings.ReplaceAll(strings.TrimSpace(all), `\/`, "/")
	long := strings.Repeat("x", 190) + key
	handlers := map[string]http.HandlerFunc{
		"in an error message":         wiretest.Reply(401, "application/json", fmt.Sprintf(`{"error":{"message":%q}}`, quotedAll)),
		"in an error of no form":      wiretest.Reply(400, "text/plain", all),
		"at the end of what is shown": wiretest.Reply(400, "text/plain", long),
		"at the end of a message":     wiretest.Reply(400, "application/json", fmt.Sprintf(`{"error":{"message":%q}}`, long)),
		"escaped in JSON":             wiretest.Reply(400, "application/json", `{"error":{"message":"sk-proj\/Zm9v\u002bYmFy=_0123456789"}}`),
		"in a page":                   wiretest.Reply(200, "text/html", "<html>"+all),
		"in a stream":                 wiretest.Stream(events(fmt.Sprintf(`{"error":{"message":%q}}`, quotedAll))),
		"in what is no JSON":          wiretest.Stream(events(all)),
		"in tool arguments":           wiretest.Stream(toolEvents(fmt.Sprintf(`[{"id":"a","function":{"name":%q,"arguments":%q}}]`, key, quotedAll))),
		"in a type of content":        wiretest.Stream(events(fmt.Sprintf(`{"choices":[{"delta":{"content":[{"type":%q}]}}]}`, key))),
		"in a finish reason":          wiretest.Stream(events(fmt.Sprintf(`{"choices":[{"delta":{"content":%q},"finish_reason":"error"}]}`, key))),
		"in the content type":         func(w http.ResponseWriter, r *http.Request) { wiretest.Reply(200, "text/"+key, all)(w, r) },
		"in the encoding": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", key)
			wiretest.Stream(all)(w, r)
		},
		"in a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/login?"+r.URL.RawQuery, http.StatusFound)
		},
		"in what has not come to its end": wiretest.CutAfter("text/plain", "your key is "+key[:len(key)-4]),
	}
	for name, handler := range handlers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := wiretest.NewServer(t, handler)
			client := newClient(t, openai.Config{
				Host: server.URL + "/v1?api_key=" + queryKey, Key: key,
				Headers: map[string]string{"X-Api-Token": headerKey},
			})
			_, err := client.Stream(t.Context(), hello, nil)
			if err == nil {
				t.Fatal("no error")
			}
			for _, form := range forms {
				// Not even most of it.
				if strings.Contains(err.Error(), form[:len(form)-6]) {
					t.Errorf("%q is in: %v", form, err)
				}
			}
		})
	}
}

func TestAShortKeyDoesNotGarbleTexts(t *testing.T) {
	t.Parallel()
	server := wiretest.NewServer(t, wiretest.Reply(400, "application/json", `{"error":"the EMPTY prompt"}`))
	_, err := newClient(t, openai.Config{Host: server.URL, Key: "EMPTY"}).Stream(t.Context(), hello, nil)
	if err == nil || !strings.HasSuffix(err.Error(), "answered 400: the EMPTY prompt") {
		t.Errorf("got %v", err)
	}
}
