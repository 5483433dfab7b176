package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/generator"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// selection is what a command line asks to evaluate: case files, or one
// message, or neither for everything there is.
type selection struct {
	agent      string   // that was asked for, whatever files and cases say
	fallback   string   // the agent of files that lie in no agent's folder
	patterns   []string // of case files
	message    *string
	tests      []string // of scripts: AGENT.MODULE
	generators []*generator.Use
	lone       bool // the message is the only word, so it may be meant as an agent
}

// read makes a selection of the words beside the flags and of -i. inAgent
// tells whether the current folder belongs to an agent, which lets a single
// word be a message.
func (p *Process) read(words []string, s *config.Settings, inAgent bool) (selection, eval.Problems) {
	var sel selection
	agent := strings.TrimPrefix(s.Agent, "agents:")
	agentGiven := s.Asked("agent")
	if agentGiven {
		sel.agent = agent
	} else {
		sel.fallback = agent
	}
	var problems eval.Problems
	fault := func(message, hint string) {
		problems = append(problems, eval.Problem{Message: message, Hint: hint})
	}
	// Such is what an unset variable of a shell leaves in quotes.
	if slices.ContainsFunc(words, func(word string) bool { return strings.TrimSpace(word) == "" }) {
		fault("an agent, a message or @FILE is empty", "fill it in, or leave it out")
		return sel, problems
	}
	if len(words) > 0 && !strings.HasPrefix(words[0], "@") && !agentGiven {
		only := len(words) == 1 && len(s.Input) == 0
		switch {
		case only && inAgent:
			sel.lone = true
		case only:
			fault("no input: "+quote(words[0])+" alone is not enough outside an agent's folder",
				"add a message or @FILE, give the case file with -i, or run an agent's own cases with -n")
			return sel, problems
		default:
			sel.agent, words = strings.TrimPrefix(words[0], "agents:"), words[1:]
		}
	}
	var messages []string
	for _, word := range words {
		if file, ok := strings.CutPrefix(word, "@"); ok {
			if file == "" {
				fault("a file name is missing after @", "")
				continue
			}
			sel.patterns = append(sel.patterns, file)
		} else {
			messages = append(messages, word)
			if kind := p.kindOf(word); kind == kindFile || kind == kindLost {
				fault(quote(word)+" looks like a file, and would be sent as a message", "write @"+word+" to run the cases in it")
			}
		}
	}
	if len(messages) > 1 {
		fault("more than one word where a message is expected: "+quote(strings.Join(messages, " ")), "put the message into quotes")
		return sel, problems
	}
	for _, input := range s.Input {
		switch p.kindOf(input) {
		case kindFile:
			sel.patterns = append(sel.patterns, strings.TrimPrefix(input, "@"))
		case kindMessage:
			messages = append(messages, input)
		case kindTests:
			sel.tests = append(sel.tests, strings.TrimPrefix(input, "scripts."))
		case kindLost:
			fault("-i "+quote(input)+": there is no such file", "")
		case kindGenerator:
			use, err := generator.Parse(input)
			if err != nil {
				fault("-i "+quote(input)+": "+err.Error(), "")
				continue
			}
			sel.generators = append(sel.generators, use)
		}
	}
	switch {
	case len(messages) > 1:
		fault("more than one message", "one run takes one message")
	case len(messages) == 1 && len(sel.patterns)+len(sel.tests)+len(sel.generators)+len(s.Scripts) > 0:
		fault("a message and cases in one run", "give one of them")
	case len(messages) == 1:
		sel.message = &messages[0]
	}
	return sel, problems
}

// inFolder reports whether a word names a place in a folder that is there,
// which tells tests/inputs.jsnl from Mr./Mrs.
func (p *Process) inFolder(word string) bool {
	folder, _, ok := strings.Cut(word, "/")
	if !ok {
		return false
	}
	info, err := os.Stat(p.abs(folder + "/"))
	return err == nil && info.IsDir()
}

type inputKind int

const (
	kindMessage inputKind = iota
	kindFile
	kindLost  // written like a file, but none is there
	kindTests // of scripts
	kindGenerator
)

// kindOf tells what a word is. A case file is known by its extension, or by
// being there; whatever holds a blank is a message.
func (p *Process) kindOf(input string) inputKind {
	switch {
	case generator.Is(input):
		return kindGenerator
	case strings.HasPrefix(input, "scripts.") && !strings.ContainsAny(input, " \t\n/"):
		return kindTests
	case strings.HasPrefix(input, "@"):
		return kindFile
	}
	_, err := os.Stat(p.abs(input))
	switch {
	case err == nil && strings.TrimSpace(input) != "":
		return kindFile
	case strings.ContainsAny(input, " \t\r\n"), strings.Contains(input, "://"):
		return kindMessage
	case slices.Contains([]string{".jsonl", ".json", ".yml", ".yaml"}, filepath.Ext(input)):
		return kindFile
	case strings.ContainsAny(input, "*?[{") && p.inFolder(input):
		return kindFile
	case filepath.Ext(input) != "" && p.inFolder(input):
		return kindLost
	default:
		return kindMessage
	}
}
