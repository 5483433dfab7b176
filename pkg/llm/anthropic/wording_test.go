package anthropic_test

import (
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

// eventLines are the names of events, which gateways leave out.
var eventLines = regexp.MustCompile(`(?m)^event: .*\n`)

// events writes data as a server does.
func events(data ...string) string {
	var b strings.Builder
	for _, d := range data {
		b.WriteString("event: " + gjson.Get(d, "type").Str + "\ndata: " + d + "\n\n")
	}
	return b.String()
}

// told begins an answer with these blocks, each at once.
func told(blocks ...string) string {
	list := []string{`{"type":"message_start","message":{"type":"message","role":"assistant","model":"m-1","content":[],"stop_reason":null,"usage":{"input_tokens":3,"output_tokens":1}}}`}
	for i, b := range blocks {
		list = append(list, fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":%s}`, i, b))
	}
	return events(list...)
}

// ending ends an answer.
func ending(reason string) string {
	return events(`{"type":"message_delta","delta":{"stop_reason":"`+reason+`","stop_sequence":null},"usage":{"output_tokens":2}}`, `{"type":"message_stop"}`)
}

const fuzzKey = "sk-ant-0123456789abcdef"

// decode gives what a client makes of a body.
func decode(t *testing.T, body io.Reader) (*llm.Response, error) {
	t.Helper()
	return newDecoder(t)(body)
}

// newDecoder gives what one client makes of one body after the other.
func newDecoder(t *testing.T) func(io.Reader) (*llm.Response, error) {
	t.Helper()
	var body io.Reader
	answer := wiretest.RoundTrip(func(r *http.Request) (*http.Response, error) { return wiretest.Answering(body)(r) })
	client := newClient(t, anthropic.Config{Host: "https://api.example", Key: fuzzKey, HTTP: &http.Client{Transport: answer}})
	return func(next io.Reader) (*llm.Response, error) {
		body = next
		var deltas wiretest.Deltas
		resp, err := client.Stream(t.Context(), hello, deltas.Add)
		if err == nil && resp.Refusal == "" {
			deltas.Check(t, resp)
		}
		return resp, err
	}
}
