package history

import (
	"slices"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Day is how a date is written.
const Day = time.DateOnly

// Quarantine takes a case out of the gate until the end of a day.
type Quarantine struct {
	Agent  string
	Case   string
	Reason string
	Until  string   // the last day, UTC
	Pos    eval.Pos // of its entry, for messages
}

// Key is the case's key.
func (q Quarantine) Key() eval.Key { return eval.Key{Agent: q.Agent, ID: q.Case} }

// At is the quarantine as it is at a time.
func (q Quarantine) At(now time.Time) *eval.Quarantine {
	return &eval.Quarantine{Reason: q.Reason, Until: q.Until, Expired: now.UTC().Format(Day) > q.Until}
}

// Recovered reports whether a case has passed so many runs in a row that it
// needs no quarantine.
func Recovered(m *eval.Memory) bool {
	n := len(m.PassRates)
	return n >= recent && !slices.ContainsFunc(m.PassRates[n-recent:], func(rate float64) bool { return rate < 100 })
}

// ReadQuarantine reads a YAML or JSON file that is a list of quarantines, which
// name is for people.
func ReadQuarantine(path, name string) ([]Quarantine, eval.Problems) {
	file, problems := source.ReadFile(path, name)
	if len(problems) > 0 {
		return nil, problems
	}
	docs, problems := source.ReadYAML(file)
	switch {
	case len(problems) > 0:
		return nil, problems
	case len(docs) == 0:
		return nil, nil
	case len(docs) > 1:
		return nil, eval.Problems{{Pos: docs[1].Pos, Message: "more than one document in a quarantine"}}
	}
	var faults source.Faults
	list := quarantines(docs[0], "", &faults)
	return list, faults.List
}

// quarantines reads the list, whatever file it stands in.
func quarantines(n *source.Node, path string, faults *source.Faults) []Quarantine {
	if n.Kind() != eval.Array {
		faults.At(n.Pos, path, "want a list of quarantines, got %s", source.Describe(n))
		return nil
	}
	var list []Quarantine
	seen := map[eval.Key]eval.Pos{}
	for _, item := range n.Items {
		f := source.Object(item, path, faults)
		if item.Kind() != eval.Object {
			continue
		}
		q := Quarantine{Agent: needed(f, "agent", faults), Case: needed(f, "case", faults), Reason: needed(f, "reason", faults), Until: needed(f, "until", faults), Pos: item.Pos}
		if _, err := time.Parse(Day, q.Until); err != nil && q.Until != "" {
			faults.At(f.Pos("until"), f.Path("until"), "%q is no day", eval.Clip(q.Until)).Hint = "write it as 2026-12-24: the last day, by UTC"
		}
		f.Done()
		if other, twice := seen[q.Key()]; twice && q.Case != "" {
			faults.At(item.Pos, path, "case %q of agent %q is in quarantine already, at %s", eval.Clip(q.Case), eval.Clip(q.Agent), other).Hint = "keep one of them"
			continue
		}
		seen[q.Key()] = item.Pos
		list = append(list, q)
	}
	return list
}

// needed is a text that must be there.
func needed(f *source.Fields, name string, faults *source.Faults) string {
	text := f.String(name)
	if !f.Has(name) {
		faults.At(f.Pos(name), f.Path(name), "%s is missing", name)
	} else if text == "" && f.Node(name).Kind() == eval.String {
		faults.At(f.Pos(name), f.Path(name), "%s is empty", name)
	}
	return text
}
