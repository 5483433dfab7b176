package cli

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/github/rest"
)

func TestWhatKeepsABaselineFromBeingFoundIsSaidPlainly(t *testing.T) {
	t.Parallel()
	const late = "GitHub did not answer within 10s"
	other := errors.New("it is no zip")
	for err, want := range map[error]string{
		&rest.Fault{Doing: "list the runs of workflow a.yml", Err: rest.ErrLate}:                  late,
		fmt.Errorf("downloading it: %w", context.DeadlineExceeded):                                late,
		&rest.Fault{Doing: "list the runs of workflow a.yml", Status: 403, Err: rest.ErrReadOnly}: "the job needs actions: read among its permissions, to list the runs of workflow a.yml",
		other: "it is no zip",
	} {
		if got := unsearched(err).Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
