package junit_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/junit"
)

// valid checks a document by the rules of Surefire's schema for a suite
// (surefire-test-report.xsd), and by what readers expect of the root. What
// that schema does not have, and readers use, is listed in extra.
func valid(t *testing.T, doc []byte) {
	t.Helper()
	root := tree(t, doc)
	if root.XMLName.Local != "testsuites" {
		t.Fatalf("the root is %s", root.XMLName.Local)
	}
	counts := map[string]int{}
	for _, s := range root.Nodes {
		if s.XMLName.Local != "testsuite" {
			t.Fatalf("%s among the suites", s.XMLName.Local)
		}
		checkSuite(t, s)
		for _, name := range []string{"tests", "errors", "skipped", "failures"} {
			n, _ := strconv.Atoi(s.attr(name))
			counts[name] += n
		}
	}
	for name, n := range counts {
		if root.attr(name) != strconv.Itoa(n) {
			t.Errorf("the root counts %s %s, its suites %d", root.attr(name), name, n)
		}
	}
}

// surefireTime is the pattern of SUREFIRE_TIME, without thousands.
var surefireTime = regexp.MustCompile(`^\d+\.\d{3}$`)

func checkSuite(t *testing.T, s *node) {
	t.Helper()
	for _, name := range []string{"name", "tests", "errors", "skipped", "failures", "time"} {
		if !s.has(name) {
			t.Errorf("suite %q has no %s", s.attr("name"), name)
		}
	}
	found := map[string]int{}
	for _, c := range s.Nodes {
		if c.XMLName.Local != "testcase" {
			t.Errorf("%s in a suite", c.XMLName.Local)
		}
		found["tests"]++
		checkCase(t, c)
		switch {
		case len(c.children("failure")) > 0:
			found["failures"]++
		case len(c.children("error")) > 0:
			found["errors"]++
		case len(c.children("skipped")) > 0:
			found["skipped"]++
		}
	}
	for _, name := range []string{"tests", "errors", "skipped", "failures"} {
		if s.attr(name) != strconv.Itoa(found[name]) {
			t.Errorf("suite %q counts %s %s, and has %d", s.attr("name"), s.attr(name), name, found[name])
		}
	}
	if !surefireTime.MatchString(s.attr("time")) {
		t.Errorf("suite time %q", s.attr("time"))
	}
}

func checkCase(t *testing.T, c *node) {
	t.Helper()
	// properties stand first where a reader knows them; then the sequence.
	order := []string{"properties", "failure", "rerunFailure", "flakyFailure", "skipped", "error", "rerunError", "flakyError", "system-out", "system-err"}
	extra := []string{"file", "line"}
	at := 0
	for _, n := range c.Nodes {
		next := slices.Index(order, n.XMLName.Local)
		if next < at {
			t.Errorf("%s stands after %s", n.XMLName.Local, order[at])
		}
		at = next
		switch n.XMLName.Local {
		case "failure", "error":
			if !n.has("type") || len(n.Nodes) > 0 {
				t.Errorf("%s has no type, or children", n.XMLName.Local)
			}
		case "rerunFailure", "flakyFailure", "rerunError", "flakyError":
			if !n.has("type") || len(n.Nodes) == 0 || n.Nodes[0].XMLName.Local != "stackTrace" {
				t.Errorf("%s has no type, or no stackTrace", n.XMLName.Local)
			}
		}
	}
	for _, name := range []string{"skipped", "error", "system-out", "properties"} {
		if len(c.children(name)) > 1 {
			t.Errorf("several %s", name)
		}
	}
	for _, a := range c.Attrs {
		if !slices.Contains(append(extra, "name", "classname", "group", "time"), a.Name.Local) {
			t.Errorf("attribute %s", a.Name.Local)
		}
	}
	if c.attr("name") == "" || !surefireTime.MatchString(c.attr("time")) {
		t.Errorf("case %q takes %q", c.attr("name"), c.attr("time"))
	}
}

// read is what one consumer makes of each case.
func read(t *testing.T, how func(suite, c *node) string) []string {
	t.Helper()
	var got []string
	for _, s := range tree(t, sample.Write(t, junit.Write, sample.Mixed())).children("testsuite") {
		for _, c := range s.children("testcase") {
			got = append(got, how(s, c))
		}
	}
	return got
}

// mikepenz/action-junit-report takes file and line of the test case, its
// message from the first failure, else the error, and counts flakyFailure.
func TestActionJunitReport(t *testing.T) {
	t.Parallel()
	got := read(t, func(_, c *node) string {
		status, message := "success", ""
		for _, name := range []string{"error", "failure"} {
			if n := c.children(name); len(n) > 0 {
				status, message = "failure", n[0].attr("message")
			}
		}
		if len(c.children("skipped")) > 0 {
			status = "skipped"
		}
		flaky := len(c.children("flakyFailure")) + len(c.children("flakyError"))
		return fmt.Sprintf("%s:%s %s %s flaky=%d %s", c.attr("file"), c.attr("line"), c.attr("name"), status, flaky, message)
	})
	want := []string{
		"tests/inputs.jsonl:2 greet success flaky=0 ",
		"tests/inputs.jsonl:3 confirm-amount success flaky=1 ",
		`tests/inputs.jsonl:4 refuse-negative failure flaky=0 connector "main": 429 Too Many Requests`,
		"tests/inputs.jsonl:9 hook failure flaky=0 TypeError: order is undefined",
		"tests/more.jsonl:1 slow failure flaky=0 no answer within 2m0s",
		"tests/more.jsonl:2 later skipped flaky=0 ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// EnricoMi/publish-unit-test-result-action takes the worst of error, failure
// and skipped; file and line; message and content; and the suites' counts.
func TestPublishUnitTestResult(t *testing.T) {
	t.Parallel()
	got := read(t, func(_, c *node) string {
		for _, name := range []string{"error", "failure", "skipped"} {
			if n := c.children(name); len(n) > 0 {
				if name != "skipped" && strings.TrimSpace(n[0].Text) == "" {
					t.Errorf("%s: nothing to annotate with", c.attr("name"))
				}
				return c.attr("classname") + "/" + c.attr("name") + " " + name
			}
		}
		return c.attr("classname") + "/" + c.attr("name") + " success"
	})
	want := []string{
		"expense/greet success", "expense/confirm-amount success", "expense/refuse-negative error",
		"expense/hook error", "expense/slow error", "expense/later skipped",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// dorny/test-reporter groups by suite name and classname, and reads the name
// and time of suites and cases, and the text of failure or error.
func TestTestReporter(t *testing.T) {
	t.Parallel()
	got := read(t, func(s, c *node) string {
		status := "success"
		switch {
		case len(c.children("failure"))+len(c.children("error")) > 0:
			status = "failed"
		case len(c.children("skipped")) > 0:
			status = "skipped"
		}
		ms, err := strconv.ParseFloat(c.attr("time"), 64)
		if err != nil {
			t.Error(err)
		}
		return fmt.Sprintf("%s > %s > %s %s %gs", s.attr("name"), c.attr("classname"), c.attr("name"), status, ms)
	})
	want := []string{
		"tests/inputs.jsonl > expense > greet success 5s", "tests/inputs.jsonl > expense > confirm-amount success 4.9s",
		"tests/inputs.jsonl > expense > refuse-negative failed 5.4s", "tests/inputs.jsonl > expense > hook failed 2.7s",
		"tests/more.jsonl > expense > slow failed 2s", "tests/more.jsonl > expense > later skipped 0s",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// GitLab takes the classname for the suite, the text of failure or error and
// system-out for its output, and the first only of cases that are alike in
// classname, name and file. Jenkins tells cases apart by classname and name,
// and reads the same elements, and the properties of a case.
func TestGitLabAndJenkins(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	got := read(t, func(_, c *node) string {
		key := c.attr("classname") + "." + c.attr("name")
		if seen[key] {
			t.Errorf("%s stands twice", key)
		}
		seen[key] = true
		output := ""
		for _, name := range []string{"failure", "error", "system-out"} {
			for _, n := range c.children(name) {
				first, _, _ := strings.Cut(n.Text, "\n")
				output += " | " + first
			}
		}
		rate := "?"
		for _, p := range c.all("property") {
			if p.attr("name") == "pass_rate" {
				rate = p.attr("value")
			}
		}
		return key + " " + rate + output
	})
	want := []string{
		"expense.greet 100", "expense.confirm-amount 80 | trial 2 of 5",
		`expense.refuse-negative 20 | tests/inputs.jsonl:4:1: case "refuse-negative": trial 4/5: connector "main": 429 Too Many Requests [error] | trial 1 of 5`,
		`expense.hook 50 | assistants/expense/src/hook.ts:14:9: case "hook": trial 1/2: TypeError: order is undefined [error] | trial 1 of 2`,
		`expense.slow 0 | tests/more.jsonl:1:1: case "slow": no answer within 2m0s [timeout] | trial 1 of 1`,
		"expense.later ?",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
