package junit_test

import (
	"bytes"
	"encoding/xml"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/junit"
)

func TestMain(m *testing.M) { os.Exit(sample.Main(m)) }

func TestWrite(t *testing.T) {
	t.Parallel()
	sample.Goldens(t, junit.Write, ".xml", valid)
}

func TestTheRunsOwnVerdictIsNeverLost(t *testing.T) {
	t.Parallel()
	interrupted := tree(t, sample.Write(t, junit.Write, sample.Interrupted()))
	if got := interrupted.attr("errors"); got != "1" { // the half-run case
		t.Errorf("%s errors in an interrupted run", got)
	}
	// Nothing ran, and nothing is red but the gate.
	for name, run := range map[string]sample.Run{"no cases": sample.Empty(), "not begun": unstarted(), "killed": killed()} {
		doc := tree(t, sample.Write(t, junit.Write, run))
		red := 0
		for _, c := range doc.all("testcase") {
			red += len(c.all("failure")) + len(c.all("error"))
		}
		if red == 0 {
			t.Errorf("%s: every reader takes it for a good run", name)
		}
	}
}

func unstarted() sample.Run {
	run := sample.Empty()
	run.Report.Cases = []eval.CaseResult{{Agent: "expense", ID: "a", Planned: 1, Status: eval.Skipped, Reason: "interrupted"}}
	run.Report.Decision = eval.Decision{Verdict: eval.VerdictInconclusive, Title: "inconclusive: interrupted; 1 of 1 case undecided"}
	return run
}

// killed is a run whose log ends without a decision.
func killed() sample.Run {
	run := sample.Passed()
	run.Report.Decision = eval.Decision{}
	return run
}

func TestAWriteErrorComesBack(t *testing.T) {
	t.Parallel()
	sample.WriteErrorsComeBack(t, junit.Write)
}

func TestForeignTrialsAreErrors(t *testing.T) {
	t.Parallel()
	sample.ForeignTrialsAreErrors(t, junit.Write)
}

func TestMemoryDoesNotGrowWithTrials(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	sample.MemoryDoesNotGrow(t, junit.Write, 10<<20)
}

// node is an element of any name.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []*node    `xml:",any"`
	Text    string     `xml:",chardata"`
}

func tree(t *testing.T, doc []byte) *node {
	t.Helper()
	root := new(node)
	if err := xml.NewDecoder(bytes.NewReader(doc)).Decode(root); err != nil {
		t.Fatal(err)
	}
	return root
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (n *node) has(name string) bool {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return true
		}
	}
	return false
}

// all are the elements of a name below, at any depth.
func (n *node) all(name string) []*node {
	var found []*node
	for _, c := range n.Nodes {
		if c.XMLName.Local == name {
			found = append(found, c)
		}
		found = append(found, c.all(name)...)
	}
	return found
}

func (n *node) children(name string) []*node {
	var found []*node
	for _, c := range n.Nodes {
		if c.XMLName.Local == name {
			found = append(found, c)
		}
	}
	return found
}

func TestNoTextIsLongEnoughToBreakAParser(t *testing.T) {
	t.Parallel()
	const libxml = 10 << 20 // of one node, unless huge ones are allowed
	for _, n := range tree(t, sample.Write(t, junit.Write, sample.Hostile())).all("testcase") {
		for _, child := range append(n.Nodes, n.all("stackTrace")...) {
			if len(child.Text) > libxml/100 {
				t.Errorf("%s has %d bytes", child.XMLName.Local, len(child.Text))
			}
		}
	}
}

func TestHostileTextIsSeenAndNotObeyed(t *testing.T) {
	t.Parallel()
	got := string(sample.Write(t, junit.Write, sample.Hostile()))
	for _, bad := range []string{"\x1b", "\x00", "\u202e", "\ufffe", "<script", "\n::error"} {
		if strings.Contains(got, bad) {
			t.Errorf("%q is left", bad)
		}
	}
	if diff := cmp.Diff(true, strings.Contains(got, `\x1b[2J`) && strings.Contains(got, `\u202e`)); diff != "" {
		t.Error("what was hidden is not shown")
	}
}
