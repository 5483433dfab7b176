package cli

import (
	"flag"
	"os"
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
