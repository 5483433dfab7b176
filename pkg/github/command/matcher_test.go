package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
)

// matcher is a problem matcher as the runner loads it.
type matcher struct {
	Owner    string
	Severity string
	Pattern  []struct {
		Regexp                                string
		File, Line, Column, Severity, Message int
	}
}

func matchers(t *testing.T) []matcher {
	t.Helper()
	b, err := os.ReadFile("../../../.github/surefoot-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var config struct{ ProblemMatcher []matcher }
	if err := json.Unmarshal(b, &config); err != nil {
		t.Fatal(err)
	}
	return config.ProblemMatcher
}

// found is what the runner would annotate.
type found struct{ Owner, File, Line, Column, Severity, Message string }

func match(t *testing.T, output string) (list []found) {
	t.Helper()
	all := matchers(t)
	for line := range strings.SplitSeq(output, "\n") {
		for _, m := range all {
			p := m.Pattern[0]
			groups := regexp.MustCompile(p.Regexp).FindStringSubmatch(line)
			if groups == nil {
				continue
			}
			severity := m.Severity
			if p.Severity > 0 && groups[p.Severity] != "" {
				severity = groups[p.Severity]
			}
			list = append(list, found{m.Owner, groups[p.File], groups[p.Line], groups[p.Column], severity, groups[p.Message]})
			break
		}
	}
	return list
}

func TestMatcherIsOneTheRunnerLoads(t *testing.T) {
	t.Parallel()
	owners := map[string]bool{}
	for _, m := range matchers(t) {
		if m.Owner == "" || owners[m.Owner] || m.Severity != "error" || len(m.Pattern) != 1 || m.Pattern[0].Message == 0 {
			t.Errorf("%+v", m)
		}
		owners[m.Owner] = true
		// The runner's dialect is ECMAScript's; what both read is this small.
		if strings.Contains(m.Pattern[0].Regexp, "(?=") || strings.Contains(m.Pattern[0].Regexp, "(?P") {
			t.Errorf("%s: %s", m.Owner, m.Pattern[0].Regexp)
		}
	}
}

func TestMatcherFindsEveryFailureOfALog(t *testing.T) {
	t.Parallel()
	logs, err := filepath.Glob("../../report/console/testdata/*-log.txt")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	ending := regexp.MustCompile(`\[(failed|error|timeout)\]( \(\d+ of \d+ trials?\))?$`)
	total := 0
	for _, log := range logs {
		output := read(t, log)
		want := 0
		for line := range strings.SplitSeq(output, "\n") {
			if ending.MatchString(line) {
				want++
			}
		}
		got := match(t, output)
		if len(got) != want {
			t.Errorf("%s: %d of %d failures", filepath.Base(log), len(got), want)
		}
		for _, f := range got {
			if f.Owner != "surefoot" || f.Severity != "error" || !strings.HasPrefix(f.Message, `case "`) {
				t.Errorf("%s: %+v", filepath.Base(log), f)
			}
		}
		total += want
	}
	if total < 15 {
		t.Errorf("only %d failures in %d logs", total, len(logs))
	}
}

func TestMatcherReadsPlaces(t *testing.T) {
	t.Parallel()
	const file = "testdata/apps/expense/tests/inputs.jsonl"
	got := match(t, read(t, "../../report/console/testdata/mixed-log.txt"))
	want := []found{
		{"surefoot", file, "9", "", "error", `case "refuse-negative": assert[0] not_contains: want no "submitted", got "Your expense of $-50 was submitted."`},
		{"surefoot", "assistants/shop/src/env_test.ts", "14", "9", "error", `case "scripted" (testdata/apps/expense/tests/inputs.jsonl:15): before: TypeError: order is undefined`},
		{"surefoot", file, "16", "", "error", `case "slow": no answer within 2m0s`},
	}
	for _, w := range want {
		if !containsFound(got, w) {
			t.Errorf("not found: %+v\nin %+v", w, got)
		}
	}
}

func containsFound(list []found, f found) bool {
	for _, g := range list {
		if g == f {
			return true
		}
	}
	return false
}

func TestMatcherFindsProblems(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		problem eval.Problem
		want    found
	}{
		{
			"of a case", eval.Problem{Pos: eval.Pos{File: "evals/my cases.json", Line: 12, Column: 3}, Case: `a "b"`, Path: "assert[1].type", Message: "unknown assertion", Hint: "or not"},
			found{"surefoot-case", "evals/my cases.json", "12", "3", "error", `case "a \"b\"": assert[1].type: unknown assertion (or not)`},
		},
		{
			"a warning of a case", eval.Problem{Pos: eval.Pos{File: "a.yml", Line: 2, Column: 58}, Case: "null", Message: "not compared", Warning: true},
			found{"surefoot-case", "a.yml", "2", "58", "warning", `case "null": not compared`},
		},
		{
			"of an agent", eval.Problem{Pos: eval.Pos{File: "assistants/x/prompts.yml", Line: 2}, Agent: "x", Message: "no prompt"},
			found{"surefoot-case", "assistants/x/prompts.yml", "2", "", "error", `agent "x": no prompt`},
		},
		{
			"of a case file", eval.Problem{Pos: eval.Pos{File: "evals/a.jsonl", Line: 1, Column: 8}, Message: "the file holds a NUL byte, so it is not text"},
			found{"surefoot-file", "evals/a.jsonl", "1", "8", "error", "the file holds a NUL byte, so it is not text"},
		},
		{
			"of a connector", eval.Problem{Pos: eval.Pos{File: "connectors/bad.conn.yao", Line: 4, Column: 16}, Path: "options.max_rps", Message: "want more", Warning: true},
			found{"surefoot-file", "connectors/bad.conn.yao", "4", "16", "warning", "options.max_rps: want more"},
		},
		{
			"of the settings", eval.Problem{Pos: eval.Pos{File: "surefoot.yml", Line: 4, Column: 1}, Message: `unknown key "rnus"`},
			found{"surefoot-file", "surefoot.yml", "4", "1", "error", `unknown key "rnus"`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			if err := console.Problems(&b, eval.Problems{tt.problem}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]found{tt.want}, match(t, b.String())); diff != "" {
				t.Errorf("%s in %s", diff, b.String())
			}
		})
	}
}

func TestMatcherLeavesOthersLinesAlone(t *testing.T) {
	t.Parallel()
	output := strings.Join([]string{
		"main.go:1:2: undefined: x", "a.yml:1:1: [error] wrong indentation (indentation)", "surefoot.go:3:1: case \"x\" is missing",
		"| evals/a.jsonl:1:2: case \"a\": owned [failed]", "            agent  evals/a.jsonl:1: case \"a\": owned [failed]",
		"https://x.test:8080: case \"a\": x", "  ✗ a.jsonl:1: case \"a\": x [failed]",
	}, "\n")
	if got := match(t, output); len(got) > 0 {
		t.Errorf("%+v", got)
	}
}
