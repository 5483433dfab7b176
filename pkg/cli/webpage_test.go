package cli_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// page is the artifact that people read.
func (h *hub) page(t *testing.T, name string) []byte {
	t.Helper()
	for _, k := range h.kept {
		if k.name == name {
			return k.zip
		}
	}
	t.Fatalf("there is no artifact %q", name)
	return nil
}

// TestThePageIsAnArtifactThatOpens: nobody has to ask for it, and summary and
// comment lead to it.
func TestThePageIsAnArtifactThatOpens(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl", "INPUT_ARTIFACT-NAME=evals")
	if code, _, stderr := h.action(t); code != 1 || strings.Contains(stderr, "not published") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if page := h.page(t, "evals.html"); !bytes.HasPrefix(page, []byte("<!doctype html>\n<!-- surefoot report -->")) || !bytes.HasSuffix(page, []byte("</html>\n")) {
		t.Errorf("the page: %.200q", page)
	}
	link := "[HTML report](" + h.server.URL + "/surefoot/demo/actions/runs/8123/artifacts/43)"
	if !strings.Contains(h.summary(t), link) || !strings.Contains(h.Comments[0].Body, link) {
		t.Errorf("no %s in the summary, or in the comment: %s", link, h.Comments[0].Body)
	}
	if out := h.outputs(t); out["html-path"] != "" || out["artifact-id"] != "42" {
		t.Errorf("outputs %v", out)
	}
	if left, _ := filepath.Glob(filepath.Join(h.temp, "report-*")); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// TestAPageThatWasAskedForIsTheOne: uploaded as it is, and as part of all files.
func TestAPageThatWasAskedForIsTheOne(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl\nout.html")
	if code, _, stderr := h.action(t); code != 1 || strings.Contains(stderr, "not published") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	file, err := os.ReadFile(filepath.Join(h.dir, "out.html"))
	if err != nil || !bytes.Equal(file, h.page(t, "surefoot.html")) {
		t.Errorf("the artifact is not the file: %v", err)
	}
	if got := h.outputs(t)["html-path"]; got != "out.html" {
		t.Errorf("html-path is %q", got)
	}
	if all := entries(t, h.page(t, "surefoot")); !strings.Contains(all, "out.html") {
		t.Errorf("all files are %s", all)
	}
}

// TestAServerOfArchivesGetsAnArchive, as those of one's own are.
func TestAServerOfArchivesGetsAnArchive(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl")
	h.zips = true
	if code, _, stderr := h.action(t); code != 1 || strings.Contains(stderr, "not published") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if got := entries(t, h.page(t, "surefoot.html")); got != "surefoot.html" {
		t.Errorf("it holds %s", got)
	}
}

// entries are the names in an archive.
func entries(t *testing.T, archive []byte) string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
	}
	return strings.Join(names, " ")
}
