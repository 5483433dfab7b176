package wiretest

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// Answering is a transport that answers from memory, always with an event
// stream of this body.
func Answering(body io.Reader) RoundTrip {
	return func(r *http.Request) (*http.Response, error) {
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
		return &http.Response{
			StatusCode: http.StatusOK,
			Header:     http.Header{"Content-Type": {"text/event-stream"}},
			Body:       io.NopCloser(body),
			Request:    r,
		}, nil
	}
}

// Repeating is such a transport whose body is the same each time.
func Repeating(body string) RoundTrip {
	return func(r *http.Request) (*http.Response, error) { return Answering(strings.NewReader(body))(r) }
}

// CheckBody feeds a body to a client, in one piece and byte by byte, and wants
// the same answer, which keeps the promises of one, or an error that is fit to
// be shown and does not hold the key. It returns the answer, nil for an error.
func CheckBody(t *testing.T, body []byte, key string, decode func(*testing.T, io.Reader) (*llm.Response, error)) *llm.Response {
	t.Helper()
	resp, err := decode(t, strings.NewReader(string(body)))
	slow, slowErr := decode(t, iotest.OneByteReader(strings.NewReader(string(body))))
	if (err == nil) != (slowErr == nil) {
		t.Fatalf("in one piece %v, byte by byte %v", err, slowErr)
	}
	if diff := cmp.Diff(resp, slow); diff != "" {
		t.Fatalf("byte by byte it is another answer: %s", diff)
	}
	if err != nil {
		checkText(t, err, key)
		return nil
	}
	checkPromises(t, resp)
	return resp
}

func checkPromises(t *testing.T, resp *llm.Response) {
	t.Helper()
	if !utf8.ValidString(resp.Content) || !utf8.ValidString(resp.Reasoning) {
		t.Error("the answer is not UTF-8")
	}
	ids := map[string]bool{}
	for _, c := range resp.ToolCalls {
		if c.Tool == "" || c.ID == "" || c.Arguments.Kind() != eval.Object || !json.Valid([]byte(c.Arguments.Raw())) {
			t.Errorf("a call came through as %+v", c)
		}
		ids[c.ID] = true
	}
	if len(ids) != len(resp.ToolCalls) {
		t.Errorf("calls share an id: %+v", resp.ToolCalls)
	}
	if o := resp.Opaque; !o.IsZero() && (o.Kind() != eval.Object || !json.Valid([]byte(o.Raw())) || !utf8.ValidString(o.Raw())) {
		t.Errorf("sent again would be %q", o.Raw())
	}
	if u := resp.Usage; resp.Truncated || u.TotalTokens != nil && u.PromptTokens != nil && *u.TotalTokens < *u.PromptTokens {
		t.Errorf("cut, or of a usage that cannot be: %+v", resp)
	}
}

func checkText(t *testing.T, err error, key string) {
	t.Helper()
	var fault *llm.Error
	if !errors.As(err, &fault) {
		t.Fatalf("%T is not an *llm.Error", err)
	}
	text := fault.Message
	if strings.ContainsAny(text, "\r\n\x00\x1b") || !utf8.ValidString(text) || utf8.RuneCountInString(text) > 1500 {
		t.Errorf("not fit to be shown: %q", text)
	}
	if strings.Contains(text, key) {
		t.Errorf("the key is in %q", text)
	}
}

// Pieces cuts a text between its characters.
func Pieces(rt *rapid.T, text string) []string {
	var out []string
	rest := []rune(text)
	for len(rest) > 0 {
		n := rapid.IntRange(1, len(rest)).Draw(rt, "length")
		out = append(out, string(rest[:n]))
		rest = rest[n:]
	}
	return out
}
