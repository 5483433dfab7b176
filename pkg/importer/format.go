package importer

import (
	"path"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Format is a tool whose files can be read.
type Format string

// The formats, by the words users write.
const (
	Promptfoo Format = "promptfoo"
	ADK       Format = "adk"
	DeepEval  Format = "deepeval"
)

// Formats are all formats, in the order in which a file is tried.
func Formats() []Format { return []Format{Promptfoo, ADK, DeepEval} }

// marks are members of a document or of its elements that only one tool's
// files have.
var marks = map[Format][]string{
	Promptfoo: {"prompts", "providers", "targets", "defaultTest", "scenarios", "tests"},
	ADK:       {"eval_set_id", "eval_cases", "evalSetId", "evalCases", "eval_id", "evalId", "query", "data"},
	DeepEval: {
		"goldens", "conversational_goldens", "conversationalGoldens", "test_cases", "testCases",
		"input", "scenario", "turns",
	},
}

// Sought says what files are recognised by.
const Sought = `looked for a promptfoo config ("prompts", "providers" or "tests"), ` +
	`an ADK eval set ("eval_set_id" or "eval_cases", or a list with "query") ` +
	`and a DeepEval dataset ("goldens" or "test_cases", or a list with "input" or "scenario")`

// Detect tells which tool a document is of, by what it holds and by the file's
// name; "" when neither says.
func Detect(n *source.Node, name string) Format {
	base := strings.ToLower(path.Base(name))
	switch {
	case strings.HasPrefix(base, "promptfoo") && n.Kind() == eval.Object:
		return Promptfoo
	case strings.HasSuffix(base, ".evalset.json"):
		return ADK
	}
	sample := n
	if n.Kind() == eval.Array && len(n.Items) > 0 {
		sample = n.Items[0]
	}
	for _, format := range Formats() {
		if format == Promptfoo && n.Kind() == eval.Array {
			continue // a list of tests alone says nothing of prompts
		}
		if slices.ContainsFunc(marks[format], func(key string) bool { return sample.Field(key) != nil }) {
			return format
		}
	}
	return ""
}
