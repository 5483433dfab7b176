package cassette

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Folder is where the cassettes of a run are.
type Folder struct {
	Dir      string                   // absolute
	Name     func(path string) string // how a path is shown to people
	Redactor Redactor
}

// Recorder keeps the exchanges of a run. It is safe for concurrent use.
type Recorder struct {
	folder Folder

	mu     sync.Mutex
	trials map[place]*recording
}

// recording is a trial while it goes on.
type recording struct {
	clock   time.Time
	branch  *eval.Branch // of the whole trial
	takes   []*Take      // in the order they began
	spoiled string       // why it cannot be replayed all the same
}

// NewRecorder makes a recorder. It touches no file: Prepare does.
func NewRecorder(f Folder) *Recorder { return &Recorder{folder: f, trials: map[place]*recording{}} }

// Prepare makes the folders of these cases and sees that their cassettes can
// be written, so that nothing is spent on what cannot be kept.
func (r *Recorder) Prepare(cases []eval.Key) error {
	probed := map[string]bool{}
	for _, key := range cases {
		path := r.folder.path(key)
		err := replaceable(path)
		// One probe a folder: an interrupt in the middle of one leaves its file.
		if dir := filepath.Dir(path); err == nil && !probed[dir] {
			probed[dir] = true
			err = writable(path)
		}
		if err != nil {
			return fmt.Errorf("cannot write the cassette %q: %w", r.folder.Name(path), err)
		}
	}
	return nil
}

// Open begins the context's trial and branch, whose prompts take clock for now.
func (r *Recorder) Open(ctx context.Context, clock time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trials[placeOf(eval.ScopeOf(ctx))] = &recording{clock: clock.Truncate(time.Second), branch: eval.BranchOf(ctx)}
}

// Spoil says why the context's trial cannot be replayed although each of its
// exchanges was kept, so its case is not written. The first reason counts.
func (r *Recorder) Spoil(ctx context.Context, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if trial := r.trials[placeOf(eval.ScopeOf(ctx))]; trial != nil && trial.spoiled == "" {
		trial.spoiled = r.folder.Redactor.Text(why)
	}
}

// Take is one exchange while it goes on. Exactly one of Keep and Fail ends
// it; one that neither ended is a hole in its recording.
type Take struct {
	recorder *Recorder
	branch   *eval.Branch
	x        exchange
	state    takeState
	why      string
}

type takeState int

const (
	open takeState = iota
	kept
	failed
)

// Take begins an exchange of the context's trial. One of a trial that is not
// open, as after its end, is not kept.
func (r *Recorder) Take(ctx context.Context, call Call) *Take {
	scope := eval.ScopeOf(ctx)
	call, hidden := r.folder.clean(call)
	t := &Take{recorder: r, branch: eval.BranchOf(ctx), x: exchange{Role: scope.Role, Turn: scope.Turn, Hidden: hidden, Call: call}}
	if !call.Shared { // who of all asked first is chance
		t.x.Branch = t.branch.Path()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if trial := r.trials[placeOf(scope)]; trial != nil {
		trial.takes = append(trial.takes, t)
	}
	return t
}

// Keep ends the exchange with its answer. Usable says what keeps an answer
// from being replayed once the secrets are out of it, which can cost more than
// a few words; then the exchange counts as failed.
func (t *Take) Keep(answer eval.Value, took time.Duration, usable func(eval.Value) error) {
	clean := t.recorder.folder.Redactor.Value(answer)
	if err := usable(clean); err != nil {
		t.Fail(fmt.Errorf("its answer cannot be replayed after redaction: %w", err))
		return
	}
	t.recorder.mu.Lock()
	defer t.recorder.mu.Unlock()
	t.state, t.x.Answer = kept, Answer{Value: clean, Took: took, Redacted: clean != answer}
}

// Fail ends an exchange that brought no answer. It cannot be replayed, so its
// case is not written.
func (t *Take) Fail(err error) {
	why := t.recorder.folder.Redactor.Text(err.Error())
	t.recorder.mu.Lock()
	defer t.recorder.mu.Unlock()
	t.state, t.why = failed, why
}

// Hole is the error of a case that was not recorded whole, and so not written.
type Hole struct{ message string }

// Error names the case and says what is missing.
func (h *Hole) Error() string { return h.message }

// Finish ends a case: its file is replaced when each of its trials was
// recorded whole, but for those that a run had no need of. Else a [*Hole] says why it was not; any other error is the
// disk's. Either way an older file stays as it was.
func (r *Recorder) Finish(result *eval.CaseResult) error {
	trials := make([]*recording, result.Planned+result.Excused-result.Spared) // what is not needed comes last
	r.mu.Lock()
	for i := range trials {
		at := place{result.Key(), i + 1}
		trials[i] = r.trials[at]
		delete(r.trials, at)
	}
	r.mu.Unlock()
	path := r.folder.path(result.Key())
	err := r.write(path, result, trials)
	if err == nil {
		return nil
	}
	rest := "it has no cassette"
	if !missing(path) {
		rest = "its older cassette stays as it was"
	}
	message := fmt.Sprintf("case %q was not recorded, and %s: %s", result.ID, rest, err)
	if hole := (*Hole)(nil); errors.As(err, &hole) {
		return &Hole{message}
	}
	return errors.New(message)
}

func (r *Recorder) write(path string, result *eval.CaseResult, trials []*recording) error {
	// One that took itself out has run to its end.
	if lost := result.Skipped - result.Spared - result.Excused; lost > 0 {
		return &Hole{fmt.Sprintf("%d of %s did not run to their end", lost, eval.Plural(result.Planned+result.Excused, "trial"))}
	}
	clean := r.folder.Redactor
	t := &tape{Agent: clean.Text(result.Agent), Case: clean.Text(result.ID), Trials: make([]*trial, len(trials))}
	for i, rec := range trials {
		if rec == nil {
			return &Hole{fmt.Sprintf("run %d did not start", i+1)}
		}
		if why := r.reason(rec); why != "" {
			return &Hole{fmt.Sprintf("run %d: %s", i+1, why)}
		}
		// What ended one trial before it asked may not be there the next time.
		if len(rec.takes) == 0 && result.Errors+result.Timeouts > 0 {
			return &Hole{fmt.Sprintf("run %d asked nothing, and not all trials ended well", i+1)}
		}
		// Whether a call that lost was cut or just made it is chance, and a replay
		// must lose it too.
		t.Trials[i] = &trial{Run: i + 1, Clock: rec.clock, Lost: rec.branch.Losers()}
		for _, take := range rec.takes {
			why := take.hole()
			if take.branch.Among(t.Trials[i].Lost) && (why != "" || !take.x.Shared) {
				continue
			}
			if why != "" {
				return &Hole{fmt.Sprintf("run %d: the %s %s", i+1, take.x.Call, why)}
			}
			t.Trials[i].Exchanges = append(t.Trials[i].Exchanges, take.x)
		}
	}
	data, err := t.encode()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// reason is why the trial was spoiled, "" when it was not.
func (r *Recorder) reason(rec *recording) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return rec.spoiled
}

// hole is why the exchange cannot be replayed, "" when it can.
func (t *Take) hole() string {
	t.recorder.mu.Lock()
	defer t.recorder.mu.Unlock()
	switch t.state {
	case kept:
		return ""
	case failed:
		return "failed: " + eval.Clip(t.why)
	default:
		return "did not end"
	}
}

// path is where the cassette of a case lies. Names hold no secrets either; a
// few digits tell ids apart that redaction makes the same.
func (f *Folder) path(key eval.Key) string {
	clean := eval.Key{Agent: f.Redactor.Text(key.Agent), ID: f.Redactor.Text(key.ID)}
	if clean != key {
		clean.ID += " " + trace(key.Agent+"\n"+key.ID)
	}
	return Path(f.Dir, clean)
}
