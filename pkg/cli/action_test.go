package cli

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/config"
)

var update = flag.Bool("update", false, "write the actions' inputs and outputs anew")

// described are the inputs and outputs of the program, as an action's file has
// them. An input has no default, which would hide what a variable or
// surefoot.yml says; none is required, as the runner would not see to it.
func described() string {
	var b strings.Builder
	item := func(name, help string) {
		b.WriteString("  " + name + ":\n    description: " + strconv.Quote(help) + "\n")
	}
	b.WriteString("inputs:\n")
	for _, row := range config.Default().InputRows() {
		item(row.Name, row.InputHelp())
		if row.Name == "github-token" {
			b.WriteString("    default: ${{ github.token }}\n")
		}
	}
	b.WriteString("\noutputs:\n")
	for _, r := range (&published{}).results(nil) {
		item(r.name, r.help)
	}
	return b.String()
}

// workflowBlocks are the parts of the workflow that other repositories call
// which say all inputs and outputs again, by their names. A part of the cases
// gets what a run is made of, and its policy; the whole has that from the parts,
// and gets what is left on GitHub. All inputs are text: one that is not given
// must be empty, so that surefoot.yml has its say.
func workflowBlocks() map[string]string {
	var inputs, outputs, shard, merge, results strings.Builder
	settings := config.Default()
	pass := func(b *strings.Builder, name string) { fmt.Fprintf(b, "          %s: ${{ inputs.%s }}\n", name, name) }
	for _, row := range settings.InputRows() {
		if slices.Contains([]string{"github-token", "merge", "shard", "resume", "dry-run", "detect", "against", "json", "record"}, row.Name) {
			continue // nothing that can be said of all parts alike
		}
		fmt.Fprintf(&inputs, "      %s:\n        description: %s\n        type: string\n", row.Name, strconv.Quote(row.InputHelp()))
		switch {
		case slices.Contains([]string{"working-directory", "artifact-name", "verbose", "quarantine"}, row.Name):
			pass(&shard, row.Name)
			pass(&merge, row.Name)
		case slices.Contains([]string{"output", "baseline", "history"}, row.Name) || slices.ContainsFunc(settings.Actions(), func(a config.Setting) bool { return a.Name == row.Name }):
			pass(&merge, row.Name)
		default:
			pass(&shard, row.Name)
		}
	}
	for _, r := range (&published{}).results(nil) {
		if r.name == "html-path" || r.name == "jsonl-path" {
			continue // of a machine that is gone
		}
		fmt.Fprintf(&outputs, "      %s:\n        description: %s\n        value: ${{ jobs.evals.outputs.%s }}\n", r.name, strconv.Quote(r.help), r.name)
		fmt.Fprintf(&results, "      %s: ${{ steps.evals.outputs.%s }}\n", r.name, r.name)
	}
	return map[string]string{"inputs": inputs.String(), "outputs": outputs.String(), "shard": shard.String(), "merge": merge.String(), "results": results.String()}
}

func TestTheActionsWorkflowPassesAllInputsAndOutputsOn(t *testing.T) {
	t.Parallel()
	const file = "../../.github/workflows/evals.yml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := string(data)
	for name, block := range workflowBlocks() {
		head, rest, begun := strings.Cut(want, "# begin "+name+"\n")
		_, foot, ended := strings.Cut(rest, "# end "+name+"\n")
		if !begun || !ended {
			t.Fatalf("%s has no place for its %s", file, name)
		}
		indent := head[strings.LastIndexByte(head, '\n')+1:]
		want = head + "# begin " + name + "\n" + block + indent + "# end " + name + "\n" + foot
	}
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("go test ./pkg/cli -run TestTheActions -update writes it anew: %s", diff)
	}
}

func TestTheActionsHaveTheInputsAndOutputsOfTheProgram(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"../../action.yml", "../../full/action.yml"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, rest, _ := strings.Cut(string(text), "inputs:\n")
			got, foot, found := strings.Cut(rest, "\nruns:\n")
			if !found || !strings.Contains(foot, "using: docker\n") || !strings.Contains(foot, "args:\n    - action\n") {
				t.Fatalf("it does not run the container as an action: %s", foot)
			}
			if want := described(); *update {
				if err := os.WriteFile(file, []byte(head+want+"\nruns:\n"+foot), 0o600); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(want, "inputs:\n"+got); diff != "" {
				t.Errorf("go test ./pkg/cli -run TestTheActions -update writes it anew: %s", diff)
			}
		})
	}
}
