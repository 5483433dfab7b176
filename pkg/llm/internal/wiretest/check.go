package wiretest

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// CheckFault compares an error with the wanted one but for its cause.
func CheckFault(t *testing.T, err error, want *llm.Error) {
	t.Helper()
	var fault *llm.Error
	if !errors.As(err, &fault) {
		t.Fatalf("got %v, want an *llm.Error", err)
	}
	if diff := cmp.Diff(want, fault, cmpopts.IgnoreFields(llm.Error{}, "Err")); diff != "" {
		t.Error(diff)
	}
	if strings.ContainsAny(fault.Message, "\r\n") {
		t.Error("the message has several lines")
	}
}

// Deltas collects the pieces of an answer.
type Deltas struct{ content, reasoning strings.Builder }

// Add takes one.
func (d *Deltas) Add(piece llm.Delta) error {
	d.content.WriteString(piece.Content)
	d.reasoning.WriteString(piece.Reasoning)
	return nil
}

// Check wants the pieces to make the response, but for broken characters.
func (d *Deltas) Check(t *testing.T, resp *llm.Response) {
	t.Helper()
	if got := strings.ToValidUTF8(d.content.String(), "\uFFFD"); got != resp.Content {
		t.Errorf("the deltas say %q, the response %q", got, resp.Content)
	}
	if got := strings.ToValidUTF8(d.reasoning.String(), "\uFFFD"); got != resp.Reasoning {
		t.Errorf("the deltas reason %q, the response %q", got, resp.Reasoning)
	}
}
