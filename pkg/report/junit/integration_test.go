//go:build integration

package junit_test

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/junit"
)

// TestIntegrationXMLLint asks libxml2, which most readers parse with, whether
// it takes what is written, with its limits on sizes.
func TestIntegrationXMLLint(t *testing.T) {
	t.Parallel()
	for name, run := range sample.Runs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			lint := exec.CommandContext(t.Context(), "xmllint", "--noout", "--nonet", "-")
			lint.Stdin = bytes.NewReader(sample.Write(t, junit.Write, run))
			if out, err := lint.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
