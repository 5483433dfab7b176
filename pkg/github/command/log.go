package command

import (
	"crypto/rand"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/sethvargo/go-githubactions"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// Log writes to the log of one step, which the runner reads commands from.
// Its methods may be called from several goroutines.
type Log struct {
	mu   sync.Mutex
	w    io.Writer
	sent map[Level]int // annotations that the runner has
	held map[Level]int // annotations it would not keep
}

// New is a log that is written to w: the step's stdout or stderr.
func New(w io.Writer) *Log {
	return &Log{w: w, sent: map[Level]int{}, held: map[Level]int{}}
}

// Group folds the lines up to [Log.EndGroup] under a title. Groups do not
// nest.
func (l *Log) Group(title string) error { return l.issue("group", safetext.Line(title), nil) }

// EndGroup ends the lines of [Log.Group].
func (l *Log) EndGroup() error { return l.issue("endgroup", "", nil) }

// Debug is a text that is shown when the run is debugged.
func (l *Log) Debug(text string) error {
	return l.issue("debug", strings.Join(safetext.Lines(text), "\n"), nil)
}

// RemoveMatcher makes the runner forget a problem matcher, so that a line is
// not annotated twice: by the matcher and by [Log.Annotate].
func (l *Log) RemoveMatcher(owner string) error {
	return l.issue("remove-matcher", "", githubactions.CommandProperties{"owner": safetext.Line(owner)})
}

// minMask is the shortest text that is masked. What is shorter stands in
// every other line, and the runner would drop outputs that hold it.
const minMask = 6

// Mask makes the runner hide a secret wherever it shows text, from here on.
// Of several lines each is hidden by itself, since the runner looks at one
// line at a time; lines shorter than six characters are left alone.
func (l *Log) Mask(secret string) error {
	lines := strings.FieldsFunc(secret, func(r rune) bool { return r == '\n' || r == '\r' })
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if len(line) < minMask || line == "false" {
			continue
		}
		if err := l.issue("add-mask", line, nil); err != nil {
			return err
		}
	}
	return nil
}

// Stop makes the runner take no commands until resume is called. The token
// between them is new each time.
func (l *Log) Stop() (resume func() error, err error) {
	token := "surefoot-" + rand.Text()
	if err := l.issue("stop-commands", token, nil); err != nil {
		return nil, err
	}
	return func() error { return l.issue(token, "", nil) }, nil
}

// issue writes one command as a line of its own. The library escapes; it
// would also panic where it cannot write.
func (l *Log) issue(name, data string, properties githubactions.CommandProperties) error {
	command := githubactions.Command{Name: name, Message: data, Properties: properties}
	return l.line(command.String())
}

// line writes one line at once, so that nothing comes in between.
func (l *Log) line(text string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, err := io.WriteString(l.w, text+"\n"); err != nil {
		return fmt.Errorf("the log cannot be written: %w", err)
	}
	return nil
}
