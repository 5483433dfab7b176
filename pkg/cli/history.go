package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/history"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// remembering is what the flags of history ask for.
type remembering struct {
	quarantine, reason, until, release string
}

// defineHistory is the command that shows a history, and edits its quarantine.
func defineHistory(set *pflag.FlagSet) action {
	var r remembering
	set.Var(kind{&r.quarantine, "AGENT/ID"}, "quarantine", "keep this case out of the gate, or change why and until when")
	set.Var(kind{&r.reason, "TEXT"}, "reason", "why, with --quarantine")
	set.Var(kind{&r.until, "DAY"}, "until", "the last day, by UTC, such as 2026-12-24, with --quarantine")
	set.Var(kind{&r.release, "AGENT/ID"}, "release", "take this case back into the gate")
	return func(p *Process, ctx context.Context, words []string) int {
		if err := p.history(ctx, r, words); err != nil {
			return p.failed(ctx, err)
		}
		return exitPassed
	}
}

func (p *Process) history(ctx context.Context, r remembering, words []string) error {
	switch {
	case len(words) == 0:
		return errors.New("no history to show (name the file that --history of eval writes)")
	case len(words) > 1:
		return fmt.Errorf("more than one history to show: %s and %s", quote(words[0]), quote(words[1]))
	}
	path := p.abs(words[0])
	name := p.name(path)
	edit, err := r.edit(p)
	if err != nil {
		return err
	}
	if !exists(path) && r.quarantine == "" {
		return fmt.Errorf("there is no history %s (eval --history makes it)", quote(name))
	}
	if edit != nil {
		said := ""
		err := history.Update(ctx, path, name, func(h *history.History) (err error) {
			said, err = edit(h)
			return err
		})
		if err != nil {
			return fmt.Errorf("the history %s was not changed: %w", quote(name), err)
		}
		_, err = fmt.Fprintln(p.Out, said)
		return err
	}
	h, problems := history.Read(path, name)
	if len(problems) > 0 {
		return errors.New(problems.First().String())
	}
	return p.showHistory(h)
}

// edit is what is to become of the quarantine, nil for nothing.
func (r remembering) edit(p *Process) (func(*history.History) (string, error), error) {
	switch {
	case r.quarantine != "" && r.release != "":
		return nil, errors.New("--quarantine and --release exclude each other")
	case r.quarantine == "" && (r.reason != "" || r.until != ""):
		return nil, errors.New("--reason and --until are of --quarantine, and it is not given")
	case r.release != "":
		return r.free, nil
	case r.quarantine == "":
		return nil, nil
	case r.reason == "" || r.until == "":
		return nil, errors.New("--quarantine needs --reason TEXT and --until DAY, since nothing stays in quarantine for good")
	}
	if _, err := time.Parse(history.Day, r.until); err != nil {
		return nil, fmt.Errorf("--until %s: want a day such as 2026-12-24", quote(r.until))
	}
	if (history.Quarantine{Until: r.until}).At(p.Now()).Expired {
		return nil, fmt.Errorf("--until %s: that day is over", quote(r.until))
	}
	return r.confine, nil
}

// confine puts a case into quarantine, or its entry in the place of the one it
// has.
func (r remembering) confine(h *history.History) (string, error) {
	key, err := keyOf(h, "--quarantine", r.quarantine)
	if err != nil {
		return "", err
	}
	entry := history.Quarantine{Agent: key.Agent, Case: key.ID, Reason: r.reason, Until: r.until}
	at := slices.IndexFunc(h.Quarantine, func(q history.Quarantine) bool { return q.Key() == key })
	if at < 0 {
		h.Quarantine = append(h.Quarantine, entry)
	} else {
		h.Quarantine[at] = entry
	}
	return fmt.Sprintf("quarantined until %s: %s", r.until, key.Agent+"/"+key.ID), nil
}

// free takes a case out of quarantine.
func (r remembering) free(h *history.History) (string, error) {
	var names []string
	for i, q := range h.Quarantine {
		name := q.Agent + "/" + q.Case
		if name == r.release {
			h.Quarantine = slices.Delete(h.Quarantine, i, i+1)
			return "released: " + name, nil
		}
		names = append(names, name)
	}
	return "", hinted(fmt.Sprintf("--release %s: it is not in quarantine here", quote(r.release)), source.DidYouMean(r.release, names))
}

// keyOf is the case that a word names. One that no run has is most likely
// misspelt.
func keyOf(h *history.History, flag, word string) (eval.Key, error) {
	var names []string
	for _, key := range h.Keys() {
		name := key.Agent + "/" + key.ID
		if name == word {
			return key, nil
		}
		names = append(names, name)
	}
	agent, id, ok := strings.Cut(word, "/")
	switch {
	case !ok || agent == "" || id == "":
		return eval.Key{}, hinted(fmt.Sprintf("%s %s: want AGENT/ID", flag, quote(word)), source.DidYouMean(word, names))
	case len(names) > 0:
		return eval.Key{}, hinted(fmt.Sprintf("%s %s: no run that is known has this case", flag, quote(word)), source.DidYouMean(word, names))
	default:
		return eval.Key{Agent: agent, ID: id}, nil
	}
}

func hinted(message, hint string) error {
	return errors.New(eval.Problem{Message: message, Hint: hint}.String())
}
