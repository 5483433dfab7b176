package past

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Difference is a thing in which two runs differ, and what each has.
type Difference struct {
	What, A, B string
}

// String names the thing and both values.
func (d Difference) String() string {
	return fmt.Sprintf("%s is %q, there %q", d.What, eval.Clip(d.A), eval.Clip(d.B))
}

// Foreign lists in which ways the trials of one run cannot be those of
// another: what decides how a trial runs is not the same. The plans' hashes, the
// applications' and the policies are the caller's to compare.
func Foreign(a, b *eval.Start) []Difference {
	var found []Difference
	differ := func(what string, a, b any) {
		if a != b {
			found = append(found, Difference{what, fmt.Sprint(a), fmt.Sprint(b)})
		}
	}
	differ("the version of Surefoot", a.Version, b.Version)
	differ("the schema version", a.SchemaVersion, b.SchemaVersion)
	differ("the seed", a.Seed, b.Seed)
	differ("the user", a.Environment.UserID, b.Environment.UserID)
	differ("the team", a.Environment.TeamID, b.Environment.TeamID)
	differ("the locale", a.Environment.Locale, b.Environment.Locale)
	if len(found) == 0 {
		differ("the identity", a.Environment, b.Environment)
	}
	for _, name := range []string{"connector", "timeout"} {
		differ("--"+name, a.Settings[name], b.Settings[name])
	}
	for _, name := range []string{"record", "replay"} { // folders may lie elsewhere, answers may not
		differ("whether there is --"+name, given(a, name), given(b, name))
	}
	return found
}

// Undigested is what to say of a run that does not tell which application it
// is of.
const Undigested = "the report has no digest of the application, so that a change of it since goes unnoticed"

func given(s *eval.Start, name string) bool {
	_, ok := s.Settings[name]
	return ok
}

// Noted lists the settings in which two runs differ although their trials are
// of one kind, such as paths on two machines. Settings that say only what
// becomes of a run are not among them.
func Noted(a, b *eval.Start) []Difference {
	own := []string{
		"shard", "resume", "history", "output", "json", "verbose", "github", "detailed-exitcode", "dry-run",
		"min-pass-rate", "min-stability", "min-pass", "confidence", "sequential", "alpha", "beta", "indifference", "max-errors", "max-cost", "max-tokens", "max-p95", "fail-on-regression", "connector", "timeout", "record", "replay", "seed", "user", "team", "locale", "runs", "run", "case", "tag",
		"parallel", "max-time", "max-trials",
	}
	names := slices.Sorted(maps.Keys(a.Settings))
	for name := range b.Settings {
		names = append(names, name)
	}
	slices.Sort(names)
	var found []Difference
	for _, name := range slices.Compact(names) {
		if !slices.Contains(own, name) && a.Settings[name] != b.Settings[name] {
			found = append(found, Difference{"--" + name, a.Settings[name], b.Settings[name]})
		}
	}
	return found
}

// PolicyText is the run's policy as a report has it: two are the same when
// their texts are.
func PolicyText(s *eval.Start) string {
	text, err := json.Marshal(s.Policy)
	if err != nil {
		return err.Error() // of a policy that no report could have
	}
	return string(text)
}
