package comment

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
)

// Mode is when a comment is written.
type Mode string

// The modes. Whatever the mode, a comment that stands there is brought up to
// date, since an old failure must not look like a present one; the mode says
// when a new one is written. Off touches nothing.
const (
	Always   Mode = "always"
	Changes  Mode = "changes"  // when something fails, regresses, or changed since the last comment
	Failures Mode = "failures" // when something fails
	Off      Mode = "off"
)

// Post is what is to be said about a run.
type Post struct {
	Pull int // the number of the pull request; 0 when there is none
	Mode Mode
	Key  Key
	Run  Run

	Fails     bool // something fails, errs or is undecided
	Regresses bool // something is worse than the baseline
	// State stands for everything that counts as a change, as verdicts by
	// case; its digest is kept in the comment. "" always counts as changed.
	State string
	// Body renders the text in at most so many bytes. It is asked again with
	// less where GitHub finds the text too long.
	Body func(limit int) string
}

// Reader finds comments; [*rest.Client] is one.
type Reader interface {
	Login(ctx context.Context) (string, error)
	Comments(ctx context.Context, number, page int) (comments []rest.Comment, next int, err error)
	IsOpen(ctx context.Context, number int) (bool, error)
}

// Writer changes comments; [*rest.Client] is one.
type Writer interface {
	CreateComment(ctx context.Context, number int, body string) (rest.Comment, error)
	EditComment(ctx context.Context, id int64, body string) (rest.Comment, error)
	DeleteComment(ctx context.Context, id int64) error
}

// API is what Publish needs of GitHub.
type API interface {
	Reader
	Writer
}

// workflowLogin is whom a workflow's own token writes as. It is the answer
// where a token may not ask who it is, which only that of an app may not.
const workflowLogin = "github-actions[bot]"

// Publish brings the pull request's comment up to date.
func Publish(ctx context.Context, api API, post Post) outcome.Outcome {
	if post.Mode == "" {
		post.Mode = Changes
	}
	switch {
	case post.Mode == Off:
		return outcome.Skip("comments are off")
	case post.Pull <= 0:
		return outcome.Skip("this run belongs to no pull request")
	}
	p := publisher{api: api, post: post, mark: marker{key: digest(post.Key.Workflow, post.Key.Job, post.Key.Name), run: post.Run}}
	if post.State != "" {
		p.mark.digest = digest(post.State)
	}
	login, err := api.Login(ctx)
	if errors.Is(err, rest.ErrUnauthorized) || ctx.Err() != nil {
		return failed(err)
	}
	if err != nil || login == "" {
		login = workflowLogin
	}
	p.login = login
	return p.publish(ctx)
}

type publisher struct {
	api   API
	post  Post
	mark  marker
	login string
}

// publish finds the comment and edits it, or writes one.
func (p *publisher) publish(ctx context.Context) outcome.Outcome {
	ours, err := p.find(ctx)
	if err != nil {
		return failed(err)
	}
	if len(ours) == 0 {
		return p.begin(ctx)
	}
	if newest := newestOf(ours); newest.mark.run.newerThan(p.mark.run) {
		return overtaken(newest)
	}
	done, gone := p.renew(ctx, ours[0])
	if gone {
		return p.begin(ctx)
	}
	return p.tidy(ctx, done, ours[1:])
}

// begin writes the first comment, if the mode asks for one.
func (p *publisher) begin(ctx context.Context) outcome.Outcome {
	switch p.post.Mode {
	case Failures:
		if !p.post.Fails {
			return outcome.Skip("nothing fails")
		}
	case Changes:
		if !p.post.Fails && !p.post.Regresses {
			return outcome.Skip("nothing fails or regresses")
		}
	}
	// A comment on what was closed or merged meanwhile would only notify.
	if open, err := p.api.IsOpen(ctx, p.post.Pull); err == nil && !open {
		return outcome.Skip("pull request " + strconv.Itoa(p.post.Pull) + " is closed")
	}
	return p.create(ctx)
}

// create writes a comment. Where no answer says whether it was written, it is
// looked for before it is written again.
func (p *publisher) create(ctx context.Context) outcome.Outcome {
	made, err := p.write(ctx)
	if rest.Uncertain(err) && ctx.Err() == nil {
		ours, unseen := p.find(ctx)
		switch {
		case unseen != nil:
			return failed(err)
		case len(ours) > 0:
			made, err = ours[len(ours)-1].Comment, nil
		default:
			made, err = p.write(ctx)
		}
	}
	if err != nil {
		return failed(err)
	}
	return p.reconcile(ctx, made)
}

func (p *publisher) write(ctx context.Context) (made rest.Comment, err error) {
	err = p.shorten(func(body string) (err error) {
		made, err = p.api.CreateComment(ctx, p.post.Pull, body)
		return err
	})
	if err == nil && made.Author != "" {
		p.login = made.Author // now it is known for certain
	}
	return made, err
}

// reconcile looks for a comment that another job wrote at the same time, or
// that an app wrote before it was known who it is. The oldest stays, with the
// text of the newest run; newer runs tidy up after themselves.
func (p *publisher) reconcile(ctx context.Context, made rest.Comment) outcome.Outcome {
	posted := outcome.Outcome{Kind: outcome.Posted, URL: made.URL}
	ours, err := p.find(ctx)
	if err != nil || len(ours) == 0 {
		return posted // what stands there is right; only a duplicate was not looked for
	}
	oldest := ours[0]
	if oldest.ID == made.ID {
		return p.tidy(ctx, posted, ours[1:])
	}
	if newest := newestOf(ours); newest.mark.run.newerThan(p.mark.run) {
		return p.tidy(ctx, overtaken(newest), ours)
	}
	done, gone := p.renew(ctx, oldest)
	if gone || done.Kind == outcome.Failed || done.Kind == outcome.Skipped {
		return posted
	}
	done.Why = "another comment of ours stood there already"
	return p.tidy(ctx, done, ours[1:])
}

// overtaken is the outcome where a newer run has said its word.
func overtaken(newest own) outcome.Outcome {
	return outcome.Outcome{Kind: outcome.Skipped, URL: newest.URL,
		Why: fmt.Sprintf("the comment shows a newer run, %d (attempt %d)", newest.mark.run.ID, newest.mark.run.Attempt)}
}

// renew brings a comment of ours up to date. It may be gone by now.
func (p *publisher) renew(ctx context.Context, old own) (done outcome.Outcome, gone bool) {
	kind, why := outcome.Updated, ""
	edit := func(body string) error {
		if sameText(old.Body, body) {
			kind, why = outcome.Unchanged, "the comment says so already"
			return nil
		}
		_, err := p.api.EditComment(ctx, old.ID, body)
		return err
	}
	var err error
	if p.post.Mode == Changes && !p.post.Fails && !p.post.Regresses && p.mark.digest != "" && p.mark.digest == old.mark.digest {
		// The text stays. The marker goes on to this run, or an older one that
		// ends late would not know that it is older.
		kind, why = outcome.Unchanged, fmt.Sprintf("nothing changed since run %d", old.mark.run.ID)
		if p.mark.run == old.mark.run {
			return outcome.Outcome{Kind: kind, Why: why, URL: old.URL}, false
		}
		_, err = p.api.EditComment(ctx, old.ID, p.mark.String()+"\n"+old.text)
	} else {
		err = p.shorten(edit)
	}
	switch {
	case errors.Is(err, rest.ErrNotFound), errors.Is(err, rest.ErrGone):
		return outcome.Outcome{}, true
	case err != nil:
		return failed(err), false
	default:
		return outcome.Outcome{Kind: kind, Why: why, URL: old.URL}, false
	}
}

// tidy removes duplicates that show no newer run than this one.
func (p *publisher) tidy(ctx context.Context, done outcome.Outcome, duplicates []own) outcome.Outcome {
	for _, d := range duplicates {
		if d.mark.run.newerThan(p.mark.run) {
			continue
		}
		err := p.api.DeleteComment(ctx, d.ID)
		if err == nil || errors.Is(err, rest.ErrNotFound) || errors.Is(err, rest.ErrGone) {
			continue
		}
		done.Why, done.Partly = strings.TrimPrefix(done.Why+"; a second comment stays: "+err.Error(), "; "), true
	}
	return done
}
