package target

import (
	"context"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Hooked is a session whose case has hooks of its own, which run around its
// turns. Their errors make the trial an error.
type Hooked interface {
	// Before prepares the trial. With an error nothing else of it runs.
	Before(ctx context.Context) error
	// After sees what became of the trial, whatever that is, when Before ran.
	// Its context outlives the trial's.
	After(ctx context.Context, trial *eval.Trial) error
	// Aside is what scripts of the case noted and wrote to their console, and
	// what models took that they asked, since the last call. Nothing else of the
	// reply is set.
	Aside() *Reply
}
