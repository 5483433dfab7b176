package cli_test

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestTheWorkflowThatOthersCallBringsWhatItsInputsNeed reads the steps that no
// input is passed to: without the cache there is no history, and without that of
// the repository neither --affected nor --against.
func TestTheWorkflowThatOthersCallBringsWhatItsInputsNeed(t *testing.T) {
	t.Parallel()
	type step struct {
		Name, Uses string
		If         string
		With       map[string]string
	}
	var workflow struct {
		Jobs map[string]struct{ Steps []step }
	}
	if err := yaml.Unmarshal([]byte(contents(t, "../../.github/workflows/evals.yml")), &workflow); err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, s := range workflow.Jobs["evals"].Steps {
		switch action, _, _ := strings.Cut(s.Uses, "@"); action {
		case "actions/cache/restore", "actions/cache/save":
			if !strings.HasSuffix(s.With["path"], "/${{ inputs.history }}") || !strings.Contains(s.If, "inputs.history != ''") {
				t.Errorf("%s: %s %v, want the history if there is one", s.Name, s.If, s.With)
			}
			order = append(order, action)
		case "./.surefoot-action":
			order = append(order, "run")
		}
	}
	if got, want := strings.Join(order, " "), "actions/cache/restore run actions/cache/save"; got != want {
		t.Errorf("the job that decides does %q, want %q", got, want)
	}
	first := workflow.Jobs["shard"].Steps[0]
	if depth := first.With["fetch-depth"]; depth != "${{ inputs.affected && '0' || '1' }}" {
		t.Errorf("a shard fetches to the depth %q, want all where a revision is named", depth)
	}
}
