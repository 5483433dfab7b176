package anthropic_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	wrote := usage(nil, n(5))
	wrote.CacheReadTokens = n(7)
	cases := map[string]struct {
		start, end string
		want       eval.Usage
		unpriced   string
	}{
		"none at all":                       {`null`, `null`, usage(nil, nil), ""},
		"the end knows better":              {`{"input_tokens":10,"output_tokens":1}`, `{"input_tokens":12,"output_tokens":5}`, usage(n(12), n(5)), ""},
		"a zero at the end takes none back": {`{"input_tokens":10,"output_tokens":1}`, `{"input_tokens":0,"output_tokens":5}`, usage(n(10), n(5)), ""},
		"a beginning that does not know":    {`{"input_tokens":0,"output_tokens":0}`, `{"input_tokens":10,"output_tokens":5}`, usage(n(10), n(5)), ""},
		"the beginning's output is no sum":  {`{"input_tokens":10,"output_tokens":1}`, `null`, usage(n(10), nil), ""},
		"zeros of a server that counts not": {`{"input_tokens":0,"output_tokens":0}`, `{"output_tokens":0}`, usage(nil, nil), ""},
		"no counts":                         {`{"input_tokens":-1,"output_tokens":1}`, `{"output_tokens":2.5}`, usage(nil, nil), ""},
		"the cache is part of the prompt":   {`{"input_tokens":0,"cache_read_input_tokens":7,"cache_creation_input_tokens":20}`, `{"output_tokens":5}`, cached(usage(n(27), n(5)), 7, 20), ""},
		"a cache that is no count":          {`{"input_tokens":1,"cache_read_input_tokens":7,"cache_creation_input_tokens":"x"}`, `{"output_tokens":5}`, wrote, ""},
		"nothing of a cache":                {`{"input_tokens":1,"cache_read_input_tokens":null}`, `{"output_tokens":5}`, usage(n(1), n(5)), ""},
		"a cache of five minutes":           {`{"input_tokens":1,"cache_creation":{"ephemeral_5m_input_tokens":3,"ephemeral_1h_input_tokens":0}}`, `{"output_tokens":5}`, usage(n(1), n(5)), ""},
		"another tier":                      {`{"input_tokens":1,"service_tier":"priority"}`, `{"output_tokens":5}`, usage(n(1), n(5)), `the service tier "priority" has prices of its own`},
		"the usual tier":                    {`{"input_tokens":1,"service_tier":"standard","speed":"standard"}`, `{"output_tokens":5,"server_tool_use":{"web_search_requests":0},"iterations":[{}]}`, usage(n(1), n(5)), ""},
		"another speed":                     {`{"input_tokens":1}`, `{"output_tokens":5,"speed":"fast"}`, usage(n(1), n(5)), `the speed "fast" has prices of its own`},
		"several steps":                     {`{"input_tokens":1}`, `{"output_tokens":5,"iterations":[{},{}]}`, usage(n(1), n(5)), "the provider counts the tokens of several steps apart"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := wiretest.NewServer(t, wiretest.Stream(events(
				`{"type":"message_start","message":{"model":"m","content":[],"usage":`+tc.start+`}}`,
				`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi"}}`,
				`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":`+tc.end+`}`,
				`{"type":"message_stop"}`)))
			resp, err := newClient(t, anthropic.Config{Host: server.URL}).Stream(t.Context(), hello, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, resp.Usage); diff != "" {
				t.Error(diff)
			}
			if resp.Unpriced != tc.unpriced {
				t.Errorf("unpriced for %q, want %q", resp.Unpriced, tc.unpriced)
			}
		})
	}
}
