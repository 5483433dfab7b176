package anthropic_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// checkFault compares an error with the wanted one but for its cause.
func checkFault(t *testing.T, err error, want *llm.Error) {
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
