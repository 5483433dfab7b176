package eval_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestPathsOfBranchesDependOnWhereTheyForkAlone(t *testing.T) {
	t.Parallel()
	var root eval.Branch
	first, second := root.Fork(2), root.Fork(1)
	inner := first[1].Fork(2)
	var none *eval.Branch
	got := []string{root.Path(), first[0].Path(), first[1].Path(), second[0].Path(), inner[1].Path(), none.Path(), none.Fork(1)[0].Path()}
	if diff := cmp.Diff([]string{"", "/1.1", "/1.2", "/2.1", "/1.2/1.2", "", "/1.1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestABranchLosesWithWhatItIsPartOf(t *testing.T) {
	t.Parallel()
	var root eval.Branch
	outer := root.Fork(2)
	inner := outer[0].Fork(1)[0]
	outer[0].Lose()
	var none *eval.Branch
	outer[1].Fork(1)[0].Lose()
	losers := root.Losers()
	if diff := cmp.Diff([]string{"/1.1", "/1.2/1.1"}, losers); diff != "" || len(none.Losers()) > 0 {
		t.Error(diff, none.Losers())
	}
	if !inner.Among(losers) || !outer[0].Among(losers) || outer[1].Among(losers) || root.Among(losers) || none.Among(losers) {
		t.Error("want the branch that lost and what is in it to have lost, and nothing else")
	}
}
