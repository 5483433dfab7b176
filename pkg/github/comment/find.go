package comment

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/github/rest"
)

// maxPages bounds the search: GitHub allows 2,500 comments.
const maxPages = 50

// own is a comment that we wrote for the same key.
type own struct {
	rest.Comment
	mark marker
	text string // what follows the marker
}

// find lists our comments, oldest first. What others wrote is none of them,
// whatever it begins with, nor is one that somebody has hidden.
func (p *publisher) find(ctx context.Context) ([]own, error) {
	var ours []own
	for page := 1; page > 0; {
		if page > maxPages {
			return nil, fmt.Errorf("#%d has more than %d pages of comments", p.post.Pull, maxPages)
		}
		comments, next, err := p.api.Comments(ctx, p.post.Pull, page)
		if err != nil {
			return nil, err
		}
		for _, c := range comments {
			if c.Minimized || !strings.EqualFold(c.Author, p.login) {
				continue
			}
			if mark, text, found := readMarker(c.Body); found && mark.key == p.mark.key {
				ours = append(ours, own{Comment: c, mark: mark, text: text})
			}
		}
		page = next
	}
	slices.SortFunc(ours, func(a, b own) int {
		if a.ID < b.ID {
			return -1
		}
		return 1
	})
	// Two pages overlap when a comment before them is removed in between.
	return slices.CompactFunc(ours, func(a, b own) bool { return a.ID == b.ID }), nil
}

func newestOf(ours []own) own {
	newest := ours[0]
	for _, o := range ours[1:] {
		if o.mark.run.newerThan(newest.mark.run) {
			newest = o
		}
	}
	return newest
}

// sameText compares a text with what GitHub made of it, which may have other
// line ends and no blanks at its end.
func sameText(stored, written string) bool {
	plain := func(s string) string {
		return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
	}
	return plain(stored) == plain(written)
}
