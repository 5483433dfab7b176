package cassette

import (
	"fmt"
	"os"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Resumed ends a case of which trials ran before the run was resumed. What
// these exchanged is gone, so the case has a cassette of the run, which began
// at since, only when it was written then; else a [*Hole] says that it has
// none.
func (r *Recorder) Resumed(result *eval.CaseResult, since time.Time) error {
	r.mu.Lock()
	for i := range result.Planned {
		delete(r.trials, place{result.Key(), i + 1})
	}
	r.mu.Unlock()
	info, err := os.Stat(r.folder.path(result.Key()))
	// Disks keep times less exactly than clocks do.
	if err == nil && !info.ModTime().Before(since.Truncate(time.Second)) {
		return nil
	}
	return &Hole{fmt.Sprintf("case %q was not recorded: trials of it ran before the run was resumed, and what they exchanged is gone (record it again)", result.ID)}
}
