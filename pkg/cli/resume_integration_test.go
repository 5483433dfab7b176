//go:build integration && linux

package cli_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// TestIntegrationARunThatIsKilledAgainAndAgainComesToItsEnd kills a real
// process at moments that a seed chooses, and goes on until it is done.
func TestIntegrationARunThatIsKilledAgainAndAgainComesToItsEnd(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "surefoot")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for seed := range uint64(4) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			t.Parallel()
			k := newKiller(t, binary, seed)
			want := k.run(t, "whole.jsonl", false)
			if want != 1 {
				t.Fatalf("exit code %d, want 1", want)
			}
			code := k.run(t, "r.jsonl", true)
			kills := 0
			written := map[string]bool{}
			for code == killed {
				kills++
				for line := range strings.Lines(k.read(t, "r.jsonl")) {
					if strings.HasPrefix(line, `{"type":"result"`) && strings.HasSuffix(line, "\n") {
						written[line] = true
					}
				}
				code = k.run(t, "r.jsonl", true, "--resume", "r.jsonl")
			}
			if code != want {
				t.Errorf("exit code %d, want %d", code, want)
			}
			text := k.read(t, "r.jsonl")
			for line := range written {
				if strings.Count(text, line) != 1 {
					t.Errorf("a row that was written is there %d times: %s", strings.Count(text, line), line)
				}
			}
			if kills < 3 {
				t.Errorf("killed %d times only", kills)
			}
			if got, want := figuresOf(t, text), figuresOf(t, k.read(t, "whole.jsonl")); !slices.Equal(got, want) {
				t.Errorf("got  %s\nwant %s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// killed is what stands for the exit code of a process that was killed.
const killed = -1

// killer runs an application whose model kills whoever asks it.
type killer struct {
	binary, dir string
	random      *rand.Rand
	process     chan *os.Process // the one that runs
	left        atomic.Int64     // requests until the next kill
}

func newKiller(t *testing.T, binary string, seed uint64) *killer {
	t.Helper()
	k := &killer{binary: binary, dir: t.TempDir(), random: rand.New(rand.NewPCG(seed, 1)), process: make(chan *os.Process, 1)}
	server := httptest.NewServer(http.HandlerFunc(k.answer))
	t.Cleanup(server.Close)
	var cases strings.Builder
	for i := range 12 {
		fmt.Fprintf(&cases, `{"id": "c%d", "input": "say %d", "assert": {"type": "contains", "value": "%d"}}`+"\n", i, i, i%5)
	}
	for name, text := range map[string]string{
		"app.yao":                     `{"name": "k"}`,
		"assistants/k/package.yao":    `{"name": "k", "connector": "m"}`,
		"connectors/m.conn.yao":       `{"type": "openai", "options": {"host": "` + server.URL + `", "model": "m"}}`,
		"assistants/k/tests/in.jsonl": cases.String(),
	} {
		path := filepath.Join(k.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return k
}

func (k *killer) answer(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Messages []struct{ Content string }
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	said := strings.TrimPrefix(body.Messages[len(body.Messages)-1].Content, "say ")
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "data: {\"id\": \"1\", \"model\": \"m\", \"choices\": [{\"index\": 0, \"delta\": {\"content\": %q}, \"finish_reason\": \"stop\"}]}\n\n", said)
	fmt.Fprint(w, "data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 3, \"completion_tokens\": 1, \"total_tokens\": 4}}\n\ndata: [DONE]\n\n")
	if k.left.Add(-1) == 0 {
		w.(http.Flusher).Flush() // it may or may not come to write what it heard
		_ = (<-k.process).Kill()
	}
}

// run runs the suite until it ends or is killed.
func (k *killer) run(t *testing.T, report string, kill bool, more ...string) int {
	t.Helper()
	k.left.Store(-1)
	if kill {
		k.left.Store(1 + k.random.Int64N(15))
	}
	cmd := exec.CommandContext(t.Context(), k.binary, append([]string{"eval", "--runs", "4", "--parallel", "3", "-o", report}, more...)...)
	cmd.Dir = k.dir
	stderr := new(strings.Builder)
	cmd.Stderr = stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	k.process <- cmd.Process
	err := cmd.Wait()
	select {
	case <-k.process:
	default: // it was killed
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if exit.ExitCode() == killed {
			return killed
		}
		if stderr.Len() > 0 && !strings.Contains(stderr.String(), "going on with") && !strings.Contains(stderr.String(), "nothing is in") {
			t.Fatalf("%s", stderr)
		}
		return exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return 0
}

func (k *killer) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(k.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// figuresOf are the rows but the first, without times, sorted.
func figuresOf(t *testing.T, report string) []string {
	t.Helper()
	var rows []string
	for line := range strings.Lines(report) {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if row["type"] == "start" {
			continue
		}
		timeless(row)
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, string(text))
	}
	slices.Sort(rows)
	return rows
}
