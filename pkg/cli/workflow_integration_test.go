//go:build integration && linux

package cli_test

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestIntegrationTheWorkflowThatOthersCall runs it with act, which must be on
// the PATH, as our own workflow calls it: the jobs, what they need of each
// other, the inputs, the keys and the artifacts are act's doing. The action is
// the program itself in place of its image, which TestIntegrationTheImage runs,
// and a step that puts it where the workflow fetches it to.
func TestIntegrationTheWorkflowThatOthersCall(t *testing.T) {
	t.Parallel()
	act, err := exec.LookPath("act")
	if err != nil {
		t.Fatal("act is not installed: .ci/run integration does it")
	}
	dir := t.TempDir()
	repo, home, binary := filepath.Join(dir, "repo"), filepath.Join(dir, "home"), filepath.Join(dir, "surefoot")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, file := range []string{"evals.yml", "shards.yml"} {
		copyFile(t, "../../.github/workflows/"+file, filepath.Join(repo, ".github/workflows", file))
	}
	// A variable that reports show stands in for a key.
	calls := filepath.Join(repo, ".github/workflows/shards.yml")
	replace(t, calls, "      title: The example in shards\n", "      title: The example in shards\n    secrets:\n      keys: |\n        SUREFOOT_SEED=7\n        NOTHING=\n")
	if err := copyWithoutReports(filepath.Join(repo, "testdata/apps/example"), "example"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "--quiet", "--initial-branch", "main"}, {"remote", "add", "origin", "https://github.com/surefoot-dev/example.git"}, {"add", "."},
		{"-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "--quiet", "--message", "x"},
	} {
		git := exec.CommandContext(t.Context(), "git", args...)
		git.Dir = repo
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	cmd := exec.CommandContext(t.Context(), act, "push", "-W", ".github/workflows/shards.yml", "-P", "ubuntu-24.04=-self-hosted", "--container-daemon-socket", "-",
		"--artifact-server-path", dir+"/artifacts", "--artifact-server-addr", "127.0.0.1", "--artifact-server-port", freePort(t), "--concurrent-jobs", "1",
		"--no-cache-server", "--action-offline-mode", "--pull=false", "--env", "GITHUB_RUN_ID=1", "--local-repository", "actions/checkout@v4="+standIn(t, dir, binary),
		"--local-repository", "actions/cache@v4="+cache(t, dir))
	cmd.Dir = repo
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"dogfood-shards", "dogfood-shards-shard-1-of-3-attempt-1", "dogfood-shards-shard-2-of-3-attempt-1", "dogfood-shards-shard-3-of-3-attempt-1"} {
		report := only(t, filepath.Join(dir, "artifacts/1", name, name+".zip"))
		if !strings.Contains(report, `"type":"gate"`) || !strings.Contains(report, `"seed":7`) {
			t.Errorf("%s is no report of such a run: %s\n%s", name, report, out)
		}
	}
	if history := contents(t, filepath.Join(dir, "cached/history.json")); !strings.Contains(history, `"greeting"`) {
		t.Errorf("the history is %s\n%s", history, out)
	}
	if strings.Contains(string(out), "SUREFOOT_NOTHING") || strings.Contains(string(out), "NOTHING=") {
		t.Errorf("a key that was not given is one: %s", out)
	}
}

func replace(t *testing.T, file, old, by string) {
	t.Helper()
	text := contents(t, file)
	if !strings.Contains(text, old) {
		t.Fatalf("%s has no %q", file, old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(text, old, by, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// standIn is a checkout of the action: a folder with an action that writes
// another one, of our inputs and outputs, to the path it is told.
func standIn(t *testing.T, dir, binary string) string {
	t.Helper()
	var action struct {
		Inputs  map[string]map[string]string
		Outputs map[string]map[string]string
	}
	if err := yaml.Unmarshal([]byte(contents(t, "../../action.yml")), &action); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{}
	for name := range action.Inputs {
		env["INPUT_"+strings.ToUpper(name)] = "${{ inputs." + name + " }}"
	}
	for name := range action.Outputs {
		action.Outputs[name]["value"] = "${{ steps.run.outputs." + name + " }}"
	}
	write := func(path string, inputs, outputs any, step map[string]any) {
		text, err := yaml.Marshal(map[string]any{
			"name": "a stand-in", "inputs": inputs, "outputs": outputs,
			"runs": map[string]any{"using": "composite", "steps": []any{step}},
		})
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.WriteFile(path, text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	ours := filepath.Join(dir, "ours/action.yml")
	write(ours, action.Inputs, action.Outputs, map[string]any{"id": "run", "shell": "bash", "env": env, "run": binary + " action"})
	checkout := filepath.Join(dir, "checkout")
	inputs := map[string]any{"repository": map[string]any{}, "ref": map[string]any{}, "path": map[string]any{}, "persist-credentials": map[string]any{}, "fetch-depth": map[string]any{}}
	write(filepath.Join(checkout, "action.yml"), inputs, map[string]any{}, map[string]any{
		"shell": "bash", "run": fmt.Sprintf(`mkdir -p "${{ inputs.path }}" && cp %s "${{ inputs.path }}/action.yml"`, ours),
	})
	return checkout
}

// cache stands in for the actions that restore and save a cache, which is a
// folder.
func cache(t *testing.T, dir string) string {
	t.Helper()
	at, kept := filepath.Join(dir, "cache"), filepath.Join(dir, "cached")
	for name, line := range map[string]string{
		"restore": `if [ -f %[1]s/history.json ]; then cp %[1]s/history.json "${{ inputs.path }}"; fi`,
		"save":    `mkdir %[1]s && cp "${{ inputs.path }}" %[1]s/`,
	} {
		text := "name: x\ninputs: {path: {}, key: {}, restore-keys: {}}\nruns:\n  using: composite\n  steps:\n    - shell: bash\n      run: |\n        " + fmt.Sprintf(line, kept) + "\n"
		file := filepath.Join(at, name, "action.yml")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return at
}

// only is the one file of a zip.
func only(t *testing.T, path string) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.File) != 1 {
		t.Fatalf("%s has %d files", path, len(z.File))
	}
	f, err := z.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
