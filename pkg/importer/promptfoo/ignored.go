package promptfoo

import (
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// blocked is why a test's case cannot be run as it stands: something decides
// of it that is not translated.
func (m *maker) blocked(t test) string {
	skip := func(n *source.Node, what, why string) string {
		m.suite.Lose(n.Pos, what, why+", so its cases are skipped", "")
		return "imported from " + tool + ": " + what + " is not translated"
	}
	if m.unread != nil {
		return skip(m.unread, "defaultTest", "what it asserts of each test is not known")
	}
	for _, name := range []string{"transform", "postprocess"} {
		if n := t.option(name); n != nil {
			return skip(n, "options."+name, "answers are not changed before they are checked")
		}
	}
	if n := t.option("transformVars"); n != nil {
		return skip(n, "options.transformVars", "variables are not changed by code")
	}
	if n := t.field("assertScoringFunction"); n != nil {
		return skip(n, "assertScoringFunction", scripted)
	}
	if n := t.field("providerOutput"); n != nil {
		return skip(n, "providerOutput", "answers that were given before are not checked")
	}
	if m.transform != nil {
		return skip(m.transform, "providers.transform", "answers are not changed before they are checked")
	}
	return ""
}

// knownTest and knownOptions are what tests may hold that is looked at.
var (
	knownTest = []string{
		"description", "vars", "assert", "options", "metadata", "threshold", "provider", "providers", "prompts",
		"assertScoringFunction", "providerOutput", "config", "tests", "path",
	}
	knownOptions = []string{
		"prefix", "suffix", "transform", "postprocess", "transformVars", "disableVarExpansion", "disableDefaultAsserts",
		"provider", "rubricPrompt", "factuality", "runSerially", "disableConversationVar",
	}
)

// ignored lists what a test holds that changes nothing here.
func (m *maker) ignored(t test) {
	for _, layer := range t.layers {
		for _, f := range layer.Fields {
			switch f.Key {
			case "threshold":
				m.suite.Change(f.KeyPos, "threshold", "every assertion of the case must hold, whatever its score", "put assertions that may fail into a group of type any")
			case "provider", "providers":
				m.suite.Change(f.KeyPos, f.Key, "the case is for whatever model is run", "choose it with -c, or in options.connector of the case")
			case "prompts":
				m.suite.Change(f.KeyPos, "prompts", "the case is written for every prompt", "")
			case "options":
				m.options(f.Node)
			default:
				if !slices.Contains(knownTest, f.Key) {
					m.suite.Lose(f.KeyPos, "test", "its member "+quote(f.Key)+" is unknown", source.DidYouMean(f.Key, knownTest))
				}
			}
		}
	}
}

func (m *maker) options(n *source.Node) {
	if n.Kind() != eval.Object {
		m.suite.Lose(n.Pos, "options", "want an object, got "+source.Describe(n), "")
		return
	}
	for _, f := range n.Fields {
		switch {
		case slices.Contains([]string{"provider", "rubricPrompt", "factuality"}, f.Key):
			m.suite.Lose(f.KeyPos, "options."+f.Key, judgeSetting, "")
		case !slices.Contains(knownOptions, f.Key):
			m.suite.Lose(f.KeyPos, "options."+f.Key, "there is nothing like it here", "")
		}
	}
}

// judgeSetting is why settings of judges have no place.
const judgeSetting = "judges are not supported in this version"
