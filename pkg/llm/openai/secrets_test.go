package openai_test

import (
	"encoding/base64"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }

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
		"in an error message":         reply(401, "application/json", fmt.Sprintf(`{"error":{"message":%q}}`, quotedAll)),
		"in an error of no form":      reply(400, "text/plain", all),
		"at the end of what is shown": reply(400, "text/plain", long),
		"at the end of a message":     reply(400, "application/json", fmt.Sprintf(`{"error":{"message":%q}}`, long)),
		"escaped in JSON":             reply(400, "application/json", `{"error":{"message":"sk-proj\/Zm9v\u002bYmFy=_0123456789"}}`),
		"in a page":                   reply(200, "text/html", "<html>"+all),
		"in a stream":                 stream(events(fmt.Sprintf(`{"error":{"message":%q}}`, quotedAll))),
		"in what is no JSON":          stream(events(all)),
		"in tool arguments":           stream(toolEvents(fmt.Sprintf(`[{"id":"a","function":{"name":%q,"arguments":%q}}]`, key, quotedAll))),
		"in a type of content":        stream(events(fmt.Sprintf(`{"choices":[{"delta":{"content":[{"type":%q}]}}]}`, key))),
		"in a finish reason":          stream(events(fmt.Sprintf(`{"choices":[{"delta":{"content":%q},"finish_reason":"error"}]}`, key))),
		"in the content type":         func(w http.ResponseWriter, r *http.Request) { reply(200, "text/"+key, all)(w, r) },
		"in the encoding": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", key)
			stream(all)(w, r)
		},
		"in a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/login?"+r.URL.RawQuery, http.StatusFound)
		},
		"in what has not come to its end": cutAfter("text/plain", "your key is "+key[:len(key)-4]),
	}
	for name, handler := range handlers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, handler)
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
	server := newServer(t, reply(400, "application/json", `{"error":"the EMPTY prompt"}`))
	_, err := newClient(t, openai.Config{Host: server.URL, Key: "EMPTY"}).Stream(t.Context(), hello, nil)
	if err == nil || !strings.HasSuffix(err.Error(), "answered 400: the EMPTY prompt") {
		t.Errorf("got %v", err)
	}
}
