package revision

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/storer"
)

// Commit is a commit by its id, in lower-case hex.
type Commit string

// Short is as much of the id as people need.
func (c Commit) Short() string { return string(c[:min(len(c), 10)]) }

func (c Commit) hash() plumbing.Hash { return plumbing.NewHash(string(c)) }

// The errors that a shallow or partial clone makes, with what to do.
var (
	errCut     = errors.New("the clone is shallow, and its history ends before the answer (fetch it whole: fetch-depth: 0 of actions/checkout, or git fetch --unshallow)")
	errPartial = errors.New("the clone lacks files of that commit (fetch it whole: without filter in actions/checkout, or git fetch --refetch)")
)

var (
	// revisions are a name or id, and steps back from it.
	revisions = regexp.MustCompile(`^(.+?)((?:[~^][0-9]*)*)$`)
	step      = regexp.MustCompile(`[~^][0-9]*`)
	// plainName leaves out what has a meaning of its own in git: @{...}, ^{...},
	// :path, ranges and patterns.
	plainName = regexp.MustCompile(`^[^\x00-\x20\x7f~^:?*\[\\@{}-][^\x00-\x20\x7f~^:?*\[\\{}]*$`)
	// rooted names a reference by its whole path: HEAD, ORIG_HEAD, refs/...
	rooted = regexp.MustCompile(`^(?:[A-Z_]+|refs/.+)$`)
	hexID  = regexp.MustCompile(`^[0-9a-f]{4,40}$`)
)

// Resolve finds the commit that a revision means: HEAD, a branch, a tag or a
// commit, with ~N and ^N behind it. What else git understands is refused.
func (r *Repository) Resolve(rev string) (Commit, error) {
	m := revisions.FindStringSubmatch(rev)
	if m == nil || (m[1] != "@" && !plainName.MatchString(m[1])) || strings.Contains(m[1], "..") {
		return "", fmt.Errorf("%s is no revision (want a branch, a tag or a commit, with ~N or ^N behind it if need be)", strconv.Quote(rev))
	}
	hash, err := r.named(m[1])
	if err != nil {
		return "", err
	}
	for _, s := range step.FindAllString(m[2], -1) {
		n := 1
		if len(s) > 1 {
			if n, err = strconv.Atoi(s[1:]); err != nil || n > 1_000_000 {
				return "", fmt.Errorf("%s is no revision: %s is too far back", strconv.Quote(rev), strconv.Quote(s))
			}
		}
		if hash, err = r.back(hash, s[0], n); err != nil {
			return "", fmt.Errorf("%s: %w", strconv.Quote(rev), err)
		}
	}
	return Commit(hash.String()), nil
}

// back goes N first parents back, or to the Nth parent.
func (r *Repository) back(hash plumbing.Hash, how byte, n int) (plumbing.Hash, error) {
	nth, times := 1, n
	if how == '^' {
		nth, times = n, min(n, 1)
	}
	for range times {
		c, err := r.commit(hash)
		switch {
		case err != nil:
			return hash, err
		case r.cut[hash]:
			return hash, errCut
		case len(c.ParentHashes) < nth:
			return hash, fmt.Errorf("commit %s has %d parents", Commit(hash.String()).Short(), len(c.ParentHashes))
		}
		hash = c.ParentHashes[nth-1]
	}
	return hash, nil
}

// named finds the commit that a name means, as git does: by its whole id, else
// a tag, a branch, a branch of a remote, else by the beginning of its id.
func (r *Repository) named(name string) (plumbing.Hash, error) {
	if name == "@" {
		name = "HEAD"
	}
	if len(name) == 40 && hexID.MatchString(strings.ToLower(name)) {
		return r.peel(plumbing.NewHash(name))
	}
	for _, rule := range plumbing.RefRevParseRules {
		if rule == "%s" && !rooted.MatchString(name) {
			continue
		}
		ref, err := storer.ResolveReference(r.store, plumbing.ReferenceName(fmt.Sprintf(rule, name)))
		if err == nil {
			return r.peel(ref.Hash())
		}
		if !errors.Is(err, plumbing.ErrReferenceNotFound) {
			return plumbing.ZeroHash, fmt.Errorf("the revision %s: %w", strconv.Quote(name), err)
		}
	}
	if short := strings.ToLower(name); hexID.MatchString(short) {
		return r.shortened(short)
	}
	err := fmt.Errorf("there is no branch, tag or commit %s here%s", strconv.Quote(name), r.elsewhere(name))
	return plumbing.ZeroHash, err
}

// elsewhere is what to try in place of a name that is not here.
func (r *Repository) elsewhere(name string) string {
	if name == "HEAD" {
		return " (the repository has no commit yet)"
	}
	if _, err := r.store.Reference(plumbing.NewRemoteReferenceName("origin", name)); err == nil {
		return " (did you mean " + strconv.Quote("origin/"+name) + "?)"
	}
	return " (fetch it first: fetch-depth: 0 of actions/checkout brings all branches, as origin/NAME)"
}

// shortened finds the one commit whose id begins so.
func (r *Repository) shortened(short string) (plumbing.Hash, error) {
	prefix := plumbing.NewHash(short + strings.Repeat("0", 40-len(short)))
	candidates, err := r.store.HashesWithPrefix(prefix[:len(short)/2])
	if err != nil {
		return plumbing.ZeroHash, fmt.Errorf("the revision %q: %w", short, err)
	}
	var found []plumbing.Hash
	for _, hash := range candidates {
		if _, err := r.commit(hash); err == nil && strings.HasPrefix(hash.String(), short) {
			found = append(found, hash)
		}
	}
	switch len(found) {
	case 0:
		return plumbing.ZeroHash, fmt.Errorf("there is no branch, tag or commit %q here%s", short, r.elsewhere(short))
	case 1:
		return found[0], nil
	default:
		return plumbing.ZeroHash, fmt.Errorf("several commits begin with %q (give more of it)", short)
	}
}

// peel follows tags to the commit they are of.
func (r *Repository) peel(hash plumbing.Hash) (plumbing.Hash, error) {
	for range 10 {
		obj, err := r.store.EncodedObject(plumbing.AnyObject, hash)
		if err != nil {
			return hash, r.lacks(hash, err)
		}
		switch obj.Type() {
		case plumbing.CommitObject:
			return hash, nil
		case plumbing.TagObject:
			tag, err := object.DecodeTag(r.store, obj)
			if err != nil {
				return hash, err
			}
			hash = tag.Target
		default:
			return hash, fmt.Errorf("%s is a %s and no commit", Commit(hash.String()).Short(), obj.Type())
		}
	}
	return hash, errors.New("the tag is of a tag of a tag, and so on")
}

func (r *Repository) commit(hash plumbing.Hash) (*object.Commit, error) {
	c, err := object.GetCommit(r.store, hash)
	if err != nil {
		return nil, r.lacks(hash, err)
	}
	return c, nil
}

// lacks words the absence of an object.
func (r *Repository) lacks(hash plumbing.Hash, err error) error {
	if !errors.Is(err, plumbing.ErrObjectNotFound) {
		return fmt.Errorf("commit %s: %w", Commit(hash.String()).Short(), err)
	}
	if len(r.cut) > 0 {
		return fmt.Errorf("commit %s is not here: %w", Commit(hash.String()).Short(), errCut)
	}
	return fmt.Errorf("commit %s is not here (fetch it first)", Commit(hash.String()).Short())
}
