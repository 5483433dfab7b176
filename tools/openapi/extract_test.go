//go:build integration

package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIntegrationTheExtractIsWhatGitHubPublishes(t *testing.T) {
	t.Parallel()
	want, err := Extract("../npm/node_modules/@octokit/openapi")
	if err != nil {
		t.Fatalf("%v (npm ci --ignore-scripts --prefix tools/npm)", err)
	}
	got, err := os.ReadFile("../../testdata/github/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("write it anew with go run ./tools/openapi (-want +got):\n%s", diff)
	}
}
