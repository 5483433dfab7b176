package recorded

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// FuzzDecode: no answer in a cassette breaks the reader, and what it reads is
// kept and read back the same.
func FuzzDecode(f *testing.F) {
	f.Add(`{"content": "Hi", "finish_reason": "stop", "usage": {"prompt_tokens": 1, "cost_usd": 0.5}, "opaque": {"a": 1}}`)
	f.Add(`{"content": "", "tool_calls": [{"id": "c", "tool": "t", "arguments": {"q": 1}}], "truncated": true, "notes": ["n"]}`)
	f.Add(`{"contents": 1}`)
	f.Add(`[]`)
	f.Fuzz(func(t *testing.T, text string) {
		v, err := eval.Parse(text)
		if err != nil {
			return
		}
		first, heard, err := decode(v)
		if err != nil || heard != nil {
			return
		}
		kept, err := encode(first)
		if err != nil {
			t.Fatal(err)
		}
		second, _, err := decode(kept)
		if err != nil {
			t.Fatalf("%v: %s", err, kept.Raw())
		}
		if again, err := encode(second); err != nil || !again.Equal(kept) {
			t.Errorf("%v: %s", err, cmp.Diff(kept.Raw(), again.Raw()))
		}
	})
}
