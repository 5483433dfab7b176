package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/report/merge"
)

// parts reads the reports that are to be joined. Those that could be read are
// there even with an error.
func (p *Process) parts(words []string) ([]*earlier, error) {
	shards := make([]*earlier, 0, len(words))
	var errs []error
	for _, word := range words {
		e, err := p.quietly(word)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		shards = append(shards, e)
	}
	return shards, errors.Join(errs...)
}

func closeAll(shards []*earlier) {
	for _, e := range shards {
		_ = e.close() // it was only read
	}
}

// quietly reads a report whose oddities the merge itself speaks of.
func (p *Process) quietly(word string) (*earlier, error) {
	silent := *p
	silent.Err = io.Discard
	return silent.earlier([]string{word}, nil)
}

// join makes the whole and has it decided, by the policy of the shards or by
// the one that was given.
func (m *merging) join(p *Process, shards []*earlier) (*merge.Report, error) {
	if err := m.remember(p); err != nil {
		return nil, err
	}
	for _, name := range []string{"alpha", "beta", "indifference"} {
		if m.given[name] != "" && !m.settings.Sequential {
			return nil, fmt.Errorf("--%s is of a sequential test (add --sequential, or leave it out)", name)
		}
	}
	var policy *eval.Policy
	if slices.ContainsFunc(ofPolicy(), func(name string) bool { return m.given[name] != "" }) {
		own := m.settings.Policy()
		policy = &own
	}
	parts := make([]merge.Part, len(shards))
	for i, e := range shards {
		parts[i] = merge.Part{Name: e.name, Report: e.past}
	}
	whole, err := merge.Join(parts, policy)
	if err != nil {
		return nil, err
	}
	m.memory.begin(p, &whole.Start)
	m.memory.recallAll(whole.Cases)
	if policy != nil {
		if err := satisfiable(*policy, &whole.Report); err != nil {
			return nil, err
		}
	}
	whole.Start.Reports = m.outputs
	if whole.Start.Settings == nil {
		whole.Start.Settings = map[string]string{}
	}
	settings := whole.Start.Settings
	if policy != nil {
		if dropped := m.dropped(settings); dropped != "" {
			whole.Notes = append(whole.Notes, "the whole is not asked "+dropped+", as the shards were: flags of the gate replace all of theirs (give it here too to keep it)")
		}
		for _, name := range ofPolicy() {
			delete(settings, name)
		}
	}
	delete(settings, "baseline") // the shards were compared with nothing
	for _, name := range append(ofPolicy(), "baseline", "on-inconclusive") {
		if text, ok := m.given[name]; ok {
			settings[name] = text
		}
	}
	if err := m.tolerate(settings["on-inconclusive"]); err != nil {
		return nil, fmt.Errorf("%s:1: on-inconclusive %w", parts[0].Name, err)
	}
	switch {
	case m.compared != nil:
		if whole.Comparison, err = m.compared.with(&whole.Report, whole.Trials()); err != nil {
			return nil, err
		}
	case whole.Start.Policy.NoRegression:
		return nil, errors.New("the policy asks that no case regressed, which needs a run to compare with (give --baseline FILE, the report of an earlier run)")
	}
	whole.Decision = gate.Decide(whole.Start.Policy, &whole.Report)
	return whole, nil
}

// dropped are the conditions of the shards that no flag here is of.
func (m *merging) dropped(settings map[string]string) string {
	var names []string
	for _, name := range ofPolicy() {
		if text, ok := settings[name]; ok && m.given[name] == "" {
			names = append(names, "--"+name+" "+text)
		}
	}
	return strings.Join(names, ", ")
}

// remember reads what is known of earlier runs. Ids stand in reports as they do
// in a history.
func (m *merging) remember(p *Process) error {
	var problems eval.Problems
	m.memory, problems = p.remember(m.settings, func(key eval.Key) eval.Key { return key })
	problems = append(problems, m.memory.writable()...)
	var errs []error
	for _, problem := range problems {
		errs = append(errs, errors.New(problem.String()))
	}
	return errors.Join(errs...)
}

// read are the files that the merge is made of.
func (m *merging) read(shards []*earlier) []string {
	var paths []string
	for _, e := range shards {
		if e.path != "" {
			paths = append(paths, e.path)
		}
	}
	if base := m.compared.file(m.settings); base != "" {
		paths = append(paths, base)
	}
	return paths
}
