// Package config is the one table of settings. Each has one word that serves
// as flag, environment variable (SUREFOOT_WORD) and key of surefoot.yml, one
// type, one default and one line of help. A value that does not parse is a
// problem that names where it was written; nothing is silently defaulted.
// This room reads flags, variables and nodes that others hand to it, and
// touches neither the process environment nor the disk.
package config

import (
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Settings are the values a run goes by.
type Settings struct {
	Scripts   []string
	PassEnv   []string
	Input     []string
	Agent     string
	App       string
	Env       string
	Output    []string
	Connector string

	User, Team string
	Locale     string
	Context    string // path of a context file

	Runs      int // at most
	MinRuns   int // at least, where that is less; else 0
	Run       *regexp.Regexp
	Case      []string
	Tag       []string
	Affected  string // revision
	Against   string // revision
	Timeout   time.Duration
	MaxTime   time.Duration // 0 is none
	MaxTrials int           // 0 is none
	Before    []string      // hooks before all trials of an agent, FUNCTION or AGENT:FUNCTION
	BeforeAll []string      // the same
	After     []string      // hooks after them
	AfterAll  []string      // the same

	HookTimeout time.Duration
	Parallel    Parallel
	FailFast    bool
	DryRun      bool
	Detect      *float64 // percentage points
	Seed        int64
	Record      string // folder
	Replay      string // folder
	Prices      string // path of a price file
	History     string // path of a history
	Shard       eval.Shard
	Resume      string // path of a report

	JSON             bool
	Verbose          bool
	DetailedExitcode bool
	Mask             []*regexp.Regexp

	MinPassRate  *float64
	MinStability eval.Class
	MinPass      *eval.Quota
	Confidence   *float64
	Sequential   bool
	Alpha, Beta  float64 // percent, of a sequential test
	Indifference float64 // percentage points
	MaxErrors    *int
	MaxCost      *float64
	MaxTokens    *int64
	MaxP95       time.Duration // 0 is none
	Baseline     string        // path of a report, "", none or auto
	NoRegression bool

	Quarantine     string // path of a list of cases
	OnInconclusive string // fail, pass or neutral

	GitHub bool // publish on GitHub; where it was not given, a run looks where it is
	Action Action

	Help bool // the flags ask for help, and nothing else

	given map[string]Origin
}

// Parallel is how many trials are in flight: N of at least 1, or Auto.
type Parallel struct {
	N    int
	Auto bool
}

// Origin is where a setting's value was written.
type Origin struct {
	Kind OriginKind
	Pos  eval.Pos // of a key in surefoot.yml
}

// OriginKind orders the places a value can come from; a lower one wins.
type OriginKind int

// The places, first come first kept.
const (
	FromFlag OriginKind = iota + 1
	FromInput
	FromEnvironment
	FromFile
)

// Default returns the settings of a run that says nothing.
func Default() *Settings {
	return &Settings{
		User: "test-user", Team: "test-team", Locale: "en-us",
		Alpha: 5, Beta: 5, Indifference: 10,
		Runs: 1, Timeout: 2 * time.Minute, HookTimeout: 30 * time.Second, Parallel: Parallel{N: 1}, Seed: 1,
		OnInconclusive: InconclusiveFail, Action: defaultAction(), given: map[string]Origin{},
	}
}

// The words of baseline that are no report: with nothing, and with the run of
// the base branch, which a step of GitHub Actions looks for.
const (
	NoBaseline   = "none"
	AutoBaseline = "auto"
)

// The words of on-inconclusive. Neutral is another word for pass, as the step
// of a job knows no third colour.
const (
	InconclusiveFail    = "fail"
	InconclusivePass    = "pass"
	InconclusiveNeutral = "neutral"
)

// Asked reports whether the setting was written for this very run, in its
// command or its workflow step, and not for every run of an application.
func (s *Settings) Asked(name string) bool {
	o, ok := s.given[name]
	return ok && o.Kind <= FromInput
}

// Given reports whether the setting was written anywhere, and where.
func (s *Settings) Given(name string) (Origin, bool) {
	o, ok := s.given[name]
	return o, ok
}

// SettleCassettes leaves one of record and replay where both were written: the
// one whose place wins. In one place they contradict each other.
func (s *Settings) SettleCassettes() eval.Problems {
	record, recording := s.given["record"]
	replay, replaying := s.given["replay"]
	switch {
	case !recording || !replaying:
		return nil
	case record.Kind < replay.Kind:
		s.Replay = ""
		delete(s.given, "replay")
	case replay.Kind < record.Kind:
		s.Record = ""
		delete(s.given, "record")
	default:
		return eval.Problems{{Pos: replay.Pos, Message: "record and replay exclude each other", Hint: "a replayed run has nothing to record; keep one of them"}}
	}
	return nil
}

// SettleHooks makes one list of the two words for each hook of a whole run:
// that of the place that wins. In one place they contradict each other, unless
// they say the same.
func (s *Settings) SettleHooks() eval.Problems {
	var problems eval.Problems
	for _, pair := range []struct {
		long, short string
		one, other  *[]string
	}{{"before-all", "before", &s.BeforeAll, &s.Before}, {"after-all", "after", &s.AfterAll, &s.After}} {
		long, hasLong := s.given[pair.long]
		short, hasShort := s.given[pair.short]
		switch {
		case !hasShort:
		case !hasLong || short.Kind < long.Kind:
			*pair.one = *pair.other
			delete(s.given, pair.short)
			s.given[pair.long] = short
		case long.Kind < short.Kind || slices.Equal(*pair.one, *pair.other):
			delete(s.given, pair.short)
		default:
			problems = append(problems, eval.Problem{Pos: short.Pos, Message: pair.long + " and " + pair.short + " are two words for one setting", Hint: "keep one of them"})
		}
		*pair.other = nil
	}
	return problems
}

// CheckSequential refuses what says how a sequential test is to be made, and no
// such test, and a test that cannot choose its number of trials.
func (s *Settings) CheckSequential() eval.Problems {
	var problems eval.Problems
	if s.Sequential && s.MinRuns == 0 {
		problems = append(problems, eval.Problem{
			Pos: s.given["sequential"].Pos, Message: fmt.Sprintf("--sequential chooses how many trials a case gets, and --runs is %d", s.Runs), Hint: "give a range, such as --runs 3..60",
		})
	}
	for _, name := range []string{"alpha", "beta", "indifference"} {
		if from, ok := s.given[name]; ok && !s.Sequential {
			problems = append(problems, eval.Problem{Pos: from.Pos, Message: "--" + name + " is of a sequential test", Hint: "add --sequential, or leave it out"})
		}
	}
	return problems
}

// CheckDetect refuses a question that only a dry run answers.
func (s *Settings) CheckDetect() eval.Problems {
	if s.Detect == nil || s.DryRun {
		return nil
	}
	return eval.Problems{{Pos: s.given["detect"].Pos, Message: "--detect says how many trials a plan needs, and this is to be run", Hint: "add --dry-run, or leave it out"}}
}

// OneMessage leaves out what was written for the cases of an application, and
// would ask one message for more trials than the one it gets, or for the same
// message in a baseline.
func (s *Settings) OneMessage() {
	drop := func(name string) bool {
		_, given := s.given[name]
		if !given || s.Asked(name) {
			return false
		}
		delete(s.given, name)
		return true
	}
	if drop("runs") {
		s.Runs, s.MinRuns = 1, 0
	}
	if s.Runs == 1 && drop("min-pass") {
		s.MinPass = nil
	}
	if s.Runs == 1 && drop("confidence") {
		s.Confidence = nil
	}
	if drop("history") {
		s.History = ""
	}
	if drop("quarantine") {
		s.Quarantine = ""
	}
	if drop("baseline") {
		s.Baseline = ""
	}
	if drop("fail-on-regression") {
		s.NoRegression = false
	}
}

// Texts are the settings that were given, as text by name, for the report.
func (s *Settings) Texts() map[string]string {
	texts := map[string]string{}
	for _, setting := range s.Table() {
		if _, ok := s.given[setting.Name]; ok {
			texts[setting.Name] = setting.Value.String()
		}
	}
	return texts
}

// Policy is what the gate is asked.
func (s *Settings) Policy() eval.Policy {
	policy := eval.Policy{
		MinPassRate: s.MinPassRate, MinStability: s.MinStability, MinPass: s.MinPass, Confidence: s.Confidence,
		MaxErrors: s.MaxErrors, MaxCost: s.MaxCost, MaxTokens: s.MaxTokens, MaxP95MS: eval.Millis(s.MaxP95),
		NoRegression: s.NoRegression,
	}
	if s.Sequential {
		policy.Sequential = &eval.Sequential{Alpha: s.Alpha, Beta: s.Beta, Indifference: s.Indifference}
	}
	return policy
}
