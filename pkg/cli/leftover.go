package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

// leftover is the artifact that one attempt of a shard's job left.
type leftover struct {
	eval.Shard
	attempt int
	artifact.Artifact
}

// nameAfter is how the artifact is called where the whole's has this name.
func (l leftover) nameAfter(whole string) string {
	return fmt.Sprintf("%s-shard-%d-of-%d-attempt-%d", whole, l.Index, l.Of, l.attempt)
}

// leftoverOf reads the name of an artifact again, and reports whether it is a
// shard's.
func leftoverOf(a artifact.Artifact, whole string) (leftover, bool) {
	rest, ok := strings.CutPrefix(a.Name, whole+"-shard-")
	index, rest, ok1 := strings.Cut(rest, "-of-")
	of, attempt, ok2 := strings.Cut(rest, "-attempt-")
	shard, err := eval.ParseShard(index + "/" + of)
	n, err2 := strconv.Atoi(attempt)
	l := leftover{Shard: shard, attempt: n, Artifact: a}
	// A name is written in one way only.
	return l, ok && ok1 && ok2 && err == nil && err2 == nil && l.nameAfter(whole) == a.Name
}

// leftovers are the artifacts of the newest attempt of each shard of this run,
// in the order of the shards.
func (g *publisher) leftovers(ctx context.Context, client *artifact.Client) ([]leftover, error) {
	all, err := client.List(ctx)
	if err != nil {
		return nil, err
	}
	name := g.settings.Action.ArtifactName
	newest := map[eval.Shard]leftover{}
	for _, a := range all {
		if l, ok := leftoverOf(a, name); ok && l.attempt > newest[l.Shard].attempt {
			newest[l.Shard] = l
		}
	}
	if len(newest) == 0 {
		return nil, fmt.Errorf("no shard of this run has left an artifact %q (do the jobs of the shards have the same artifact-name, and did one of them end?)",
			leftover{Shard: eval.Shard{Index: 1, Of: 2}, attempt: 1}.nameAfter(name))
	}
	found := slices.SortedFunc(maps.Values(newest), func(a, b leftover) int {
		return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Index, b.Index))
	})
	if first, last := found[0], found[len(found)-1]; first.Of != last.Of {
		return nil, fmt.Errorf("the shards of this run are not of one plan: there are %q and %q (give each matrix an artifact-name of its own)", first.Name, last.Name)
	}
	return found, nil
}

// shardsOf are the reports that the shards of this run left. One of an older
// attempt is said: its job may have been repeated in vain.
func (g *publisher) shardsOf(ctx context.Context, p *Process, redactor *redact.Redactor) ([]*earlier, eval.Problems, error) {
	client, err := g.artifactClient(p)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; or download them in a step before, and name the reports here", err)
	}
	found, err := g.leftovers(ctx, client)
	if err != nil {
		return nil, nil, err
	}
	var problems eval.Problems
	var shards []*earlier
	var errs []error
	for _, l := range found {
		if l.attempt < g.run.Attempt {
			problems = append(problems, eval.Problem{Message: fmt.Sprintf("the report of shard %s is of attempt %d, and this is attempt %d", l.Shard, l.attempt, g.run.Attempt), Warning: true})
		}
		e, err := p.download(ctx, client, l, redactor)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		shards = append(shards, e)
	}
	return shards, problems, errors.Join(errs...)
}

// download is the report in an artifact of this run.
func (p *Process) download(ctx context.Context, client *artifact.Client, l leftover, redactor *redact.Redactor) (*earlier, error) {
	file, err := p.temporary()
	if err != nil {
		return nil, eval.Bare(err)
	}
	defer file.Close()
	if _, err := client.Download(ctx, l.Artifact, file, maxArtifact); err != nil {
		return nil, err
	}
	return p.untrusted(file, l.Name, redactor)
}
