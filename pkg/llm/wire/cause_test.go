package wire

import "testing"

func TestCausesThatErrorsName(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ body, want string }{
		"the provider behind, in a text":         {`{"error":{"message":"Provider returned error","metadata":{"raw":"it is full","provider_name":"Chutes"}}}`, "Provider returned error: Chutes says it is full"},
		"the provider behind, as JSON in one":    {`{"error":{"message":"Upstream error.","metadata":{"raw":"{\"error\":{\"message\":\"full\"}}"}}}`, "Upstream error: full"},
		"the provider behind, as JSON":           {`{"error":{"message":"Upstream error","metadata":{"raw":{"message":"full"}}}}`, "Upstream error: full"},
		"the provider behind, as JSON of a code": {`{"error":{"message":"Upstream error","metadata":{"raw":"{\"code\":7}"}}}`, `Upstream error: {"code":7}`},
		"a provider that says nothing":           {`{"error":{"message":"No credits","metadata":{"provider_name":"Chutes"}}}`, "No credits"},
		"Azure's filters":                        {`{"error":{"message":"Stopped.","innererror":{"content_filter_result":{"hate":{"filtered":true},"violence":{"filtered":false},"jailbreak":{"filtered":true}}}}}`, "Stopped: filtered for hate, jailbreak"},
		"OpenRouter's reasons":                   {`{"error":{"message":"Flagged","metadata":{"reasons":["hate"],"flagged_input":"x"}}}`, "Flagged: filtered for hate"},
		"the field that FastAPI speaks of":       {`{"detail":[{"loc":["body","messages",0,"name"],"msg":"not permitted"}]}`, "body.messages.0.name: not permitted"},
		"the field that Mistral speaks of":       {`{"object":"error","message":{"detail":[{"loc":["body","top_k"],"msg":"not permitted"}]}}`, "body.top_k: not permitted"},
		"a detail of no field":                   {`{"detail":[{"msg":"not permitted"}]}`, "not permitted"},
		"a detail in words":                      {`{"detail":"not permitted"}`, "not permitted"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := ReadComplaint([]byte(tc.body)).Message; got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
