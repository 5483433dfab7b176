package cli

import (
	"path/filepath"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/affected"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/revision"
)

// affect leaves of the plan the cases that --affected asks for.
func (p *Process) affect(s *suite) eval.Problems {
	rev := s.settings.Affected
	if rev == "" {
		return nil
	}
	if s.selection.message != nil {
		return eval.Problems{{Message: "--affected is of cases in files, and there is a message", Hint: "leave it out"}}
	}
	changes, since, err := p.changes(s.root, rev)
	if err != nil {
		return eval.Problems{{Message: "--affected: " + err.Error()}}
	}
	reach := affected.Find(changes, affected.Suite{
		App: s.app, Files: s.files, Own: p.own(s), Outputs: p.written(s), Connector: s.target.ConnectorOf, Scripted: s.scripted, Name: p.name,
	})
	s.affected = map[eval.Key]string{}
	s.plan = s.plan.Affected(since, func(c *eval.Case) bool {
		why, ok := reach.Why(c)
		if ok {
			s.affected[c.Key()] = why
		}
		return ok
	})
	return nil
}

// changes compares the working tree with where the work since a revision began.
func (p *Process) changes(root, rev string) (changes *revision.Changes, since string, err error) {
	repo, err := revision.Open(root)
	if err != nil {
		return nil, "", err
	}
	commit, err := repo.Resolve(rev)
	if err != nil {
		return nil, "", err
	}
	bases, err := repo.Bases(commit)
	if err != nil {
		return nil, "", err
	}
	ids := make([]string, len(bases))
	for i, base := range bases {
		ids[i] = string(base)
	}
	changes, err = repo.Since(bases...)
	return changes, strings.Join(ids, " "), err
}

// own are the files that a run reads beside the application and the cases.
func (p *Process) own(s *suite) []string {
	own := append([]string(nil), s.own...)
	own = append(own, filepath.Join(s.root, ".env"))
	for _, path := range []string{s.settings.Env, s.settings.Prices, s.settings.Context, s.settings.Replay} {
		if path != "" {
			own = append(own, p.abs(path))
		}
	}
	return own
}

// written are the files that a run writes, and those that only its gate knows.
func (p *Process) written(s *suite) []string {
	var paths []string
	for _, path := range append([]string{s.settings.Resume, s.settings.History, s.settings.Quarantine}, s.settings.Output...) {
		if path != "" {
			paths = append(paths, p.abs(path))
		}
	}
	return paths
}
