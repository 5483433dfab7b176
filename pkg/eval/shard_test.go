package eval_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestShardsAreReadAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]eval.Shard{"1/1": {Index: 1, Of: 1}, "2/3": {Index: 2, Of: 3}, "1000/1000": {Index: 1000, Of: 1000}} {
		got, err := eval.ParseShard(text)
		if err != nil || got != want || got.String() != text || got.IsWhole() {
			t.Errorf("%s: %v %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1", "/", "0/2", "3/2", "-1/2", "1/1001", "1/2/3", "a/b", "1.0/2"} {
		if got, err := eval.ParseShard(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	if (eval.Shard{}).String() != "" || !(eval.Shard{}).IsWhole() {
		t.Error("the zero shard is not the whole")
	}
}
