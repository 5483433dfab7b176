package cli

import (
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// quote is a user's word inside a message.
func quote(word string) string { return strconv.Quote(eval.Clip(word)) }

// nearestCase hints at the case whose id is nearest to the one asked for.
func nearestCase(id string, cases []*eval.Case) string {
	known := make([]string, 0, 2*len(cases))
	for _, c := range cases {
		known = append(known, c.ID, c.Agent+"/"+c.ID)
	}
	return source.DidYouMean(id, known)
}

func nearestTag(tag string, cases []*eval.Case) string {
	var known []string
	for _, c := range cases {
		known = append(known, c.Tags...)
	}
	return source.DidYouMean(tag, known)
}
