package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// maxSamples is how many examples of a tool a model is shown.
const maxSamples = 3

// shown are the examples of the tools that a model is offered, as a message of
// their own; none where no tool has any.
func shown(offers map[string]offer) []eval.Message {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(offers)) {
		o := offers[name]
		samples := o.server.Samples[o.name]
		for i, s := range samples[:min(len(samples), maxSamples)] {
			if i == 0 {
				fmt.Fprintf(&text, "\n\n## %s", name)
			}
			fmt.Fprintf(&text, "\n\n%s", title(s, i))
			fmt.Fprintf(&text, "\nArguments: %s", s.Input.Raw())
			if !s.Output.IsZero() {
				fmt.Fprintf(&text, "\nResult: %s", s.Output.Raw())
			}
		}
	}
	if text.Len() == 0 {
		return nil
	}
	return []eval.Message{{Role: "system", Content: eval.Content{Text: "# How tools are called, by examples" + text.String()}}}
}

// title is what a sample shows.
func title(s app.Sample, i int) string {
	switch {
	case s.Description != "":
		return s.Description
	case s.Name != "":
		return s.Name
	default:
		return fmt.Sprintf("Example %d", i+1)
	}
}

// Samples are the examples of a server's tool.
func (s servers) Samples(_ context.Context, name, tool string) ([]eval.Value, error) {
	server, err := s.find(name)
	if err != nil {
		return nil, err
	}
	list := []eval.Value{}
	for i, sample := range server.Samples[tool] {
		v, err := eval.ValueOf(struct {
			Index       int        `json:"index"`
			Name        string     `json:"name,omitempty"`
			Description string     `json:"description,omitempty"`
			Input       eval.Value `json:"input"`
			Output      eval.Value `json:"output,omitzero"`
		}{i, sample.Name, sample.Description, sample.Input, sample.Output})
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}
