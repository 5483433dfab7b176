package config

// Value is one setting's value, whatever its type. Set replaces it, except
// that a list grows with each Set after the first. It is pflag's interface.
type Value interface {
	String() string
	Set(text string) error
	Type() string // of the value, as help shows it; "bool" for switches
}

// Setting is one row of the table.
type Setting struct {
	Name   string
	Short  string // of the flag, one letter or ""
	Group  string // the heading help shows it under
	Help   string
	Value  Value
	NoFile bool // not a key of surefoot.yml
}

// List reports whether the setting may be given several times.
func (s Setting) List() bool {
	v, ok := s.Value.(*value)
	return ok && v.many
}

// Groups are the headings in the order help shows them.
func Groups() []string { return []string{"What to run", "How to run it", "Gate", "Output", onGitHub} }

// Table is every setting, bound to s.
func (s *Settings) Table() []Setting {
	const what, how, gate, output = "What to run", "How to run it", "Gate", "Output"
	return []Setting{
		{"input", "i", what, "case file, glob, message, or what makes cases: agents:ID, scripts:MOD.FN; may be repeated", list(&s.Input, "FILE"), false},
		{"scripts", "s", what, "module of script tests of the agent: setup is src/setup_test.ts; may be repeated", list(&s.Scripts, "MODULE"), false},
		{"agent", "n", what, "agent id (default: by the case file's folder, then the current one)", text(&s.Agent, "ID"), false},
		{"app", "a", what, "application folder (default: found by walking up)", text(&s.App, "DIR"), true},
		{"env", "e", what, "file with values for $ENV (default: .env of the application)", text(&s.Env, "FILE"), false},
		{"connector", "c", what, "connector for the agent under test, instead of its own", text(&s.Connector, "ID"), false},
		{"run", "", what, "only cases whose id matches", pattern(&s.Run), false},
		{"case", "", what, "only this case, ID or AGENT/ID; may be repeated", list(&s.Case, "ID"), false},
		{"tag", "", what, "only cases with this tag; may be repeated", list(&s.Tag, "TAG"), false},
		{"affected", "", what, "only cases that what has changed since this branch, tag or commit can affect", text(&s.Affected, "REV"), true},
		{"user", "u", what, "user id (default: test-user)", text(&s.User, "ID"), false},
		{"team", "t", what, "team id (default: test-team)", text(&s.Team, "ID"), false},
		{"locale", "", what, "locale (default: en-us)", text(&s.Locale, "LOCALE"), false},
		{"ctx", "", what, "JSON file with identity and metadata", text(&s.Context, "FILE"), false},

		{"runs", "", how, "trials per case, or MIN..MAX: after MIN only those that can still change the verdict (default: 1)", runs(&s.Runs, &s.MinRuns), false},
		{"parallel", "", how, "trials in flight, or auto: as many as providers and limits bear (default: 1)", parallel(&s.Parallel), false},
		{"timeout", "", how, "of a trial (default: 2m)", duration(&s.Timeout), false},
		{"max-time", "", how, "of the whole run; it stops before (default: none)", duration(&s.MaxTime), false},
		{"max-trials", "", how, "trials that the run may take (default: all that are planned)", positive(&s.MaxTrials), false},
		{"before-all", "", how, "function that runs once before all cases of each agent: env_test.BeforeAll, or AGENT:FUNCTION", list(&s.BeforeAll, "FUNCTION"), false},
		{"before", "", how, "another word for --before-all", list(&s.Before, "FUNCTION"), false},
		{"after-all", "", how, "function that runs once after all cases of each agent: env_test.AfterAll, or AGENT:FUNCTION", list(&s.AfterAll, "FUNCTION"), false},
		{"after", "", how, "another word for --after-all", list(&s.After, "FUNCTION"), false},
		{"hook-timeout", "", how, "of each hook outside of a trial, and after one (default: 30s)", duration(&s.HookTimeout), false},
		{"fail-fast", "", how, "stop when the gate can no longer pass", boolean(&s.FailFast), false},
		{"dry-run", "", how, "say what would run, and run nothing", boolean(&s.DryRun), true},
		{"detect", "", how, "with --dry-run: say how many --runs find a fall by so many points", points(&s.Detect), true},
		{"record", "", how, "keep what models answer in cassettes in this folder", text(&s.Record, "DIR"), false},
		{"replay", "", how, "answer from the cassettes in this folder, without asking anybody", text(&s.Replay, "DIR"), false},
		{"pass-env", "", how, "variable that MCP servers may know; may be repeated", list(&s.PassEnv, "NAME"), false},
		{"seed", "", how, "of scripted connectors (default: 1)", integer(&s.Seed), false},
		{"shard", "", how, "run part I of N of the cases; surefoot merge joins the reports", shard(&s.Shard), true},
		{"resume", "", how, "go on with the run that this .jsonl report is of", text(&s.Resume, "FILE"), true},
		{"history", "", how, "JSON file that remembers each case over runs; it is made where it is missing", text(&s.History, "FILE"), false},
		{"prices", "", how, "YAML or JSON file with what models cost", text(&s.Prices, "FILE"), false},

		{"min-pass-rate", "", gate, "mean pass rate to reach, 0 to 100 (default: every case must pass)", rate(&s.MinPassRate), false},
		{"min-stability", "", gate, "class no case may be below: stable, mostly_stable, unstable", class(&s.MinStability), false},
		{"min-pass", "", gate, "trials of each case that must pass, such as 4/5", quota(&s.MinPass), false},
		{"confidence", "", gate, "how sure pass rate and stability must be, above 50 and below 100: asks their lower bound", confidence(&s.Confidence), false},
		{"sequential", "", gate, "decide --min-stability by a sequential test of each case, within --runs MIN..MAX", boolean(&s.Sequential), false},
		{"alpha", "", gate, "with --sequential: of cases that are too bad, at most so many percent pass (default: 5)", risk(&s.Alpha), false},
		{"beta", "", gate, "with --sequential: of good cases, at most so many percent fail (default: 5)", risk(&s.Beta), false},
		{"indifference", "", gate, "with --sequential: so many points below the required rate a case is too bad (default: 10)", risk(&s.Indifference), false},
		{"max-errors", "", gate, "trials that may end in an error (default: 0)", count(&s.MaxErrors), false},
		{"max-cost", "", gate, "what the run may cost, in US dollars; it stops before", money(&s.MaxCost), false},
		{"max-tokens", "", gate, "tokens that the run may take; it stops before", tokens(&s.MaxTokens), false},
		{"max-p95", "", gate, "what 95 % of the trials may take, such as 20s", duration(&s.MaxP95), false},
		{"baseline", "", gate, "compare with this report of an earlier run; auto: the base branch's, on GitHub; none: nothing", text(&s.Baseline, "FILE"), false},
		{"against", "", gate, "run each trial at this branch, tag or commit too, and compare", text(&s.Against, "REV"), true},
		{"fail-on-regression", "", gate, "fail when a case regressed against the baseline, or a new one does not pass", boolean(&s.NoRegression), false},
		{"quarantine", "", gate, "YAML file of cases that the gate does not ask until a day", text(&s.Quarantine, "FILE"), false},
		{"on-inconclusive", "", gate, "what to make of a run that did not decide: fail, pass or neutral (default: fail)", choice(&s.OnInconclusive, InconclusiveFail, InconclusivePass, InconclusiveNeutral), false},
		{"detailed-exitcode", "", gate, "exit 1 gate failed, 2 input wrong, 3 not completed", boolean(&s.DetailedExitcode), false},

		{"output", "o", output, "report: .jsonl .json .md .html .xml .ctrf.json .sarif; may be repeated (default: output-TIME.jsonl)", list(&s.Output, "FILE"), false},
		{"json", "", output, "one event a line on stdout", boolean(&s.JSON), true},
		{"mask", "", output, "pattern (RE2) to redact everywhere; may be repeated", patterns(&s.Mask), false},
		{"verbose", "v", output, "show turns and every case", boolean(&s.Verbose), false},

		{"github", "", onGitHub, "publish on GitHub (default: in a step of GitHub Actions)", boolean(&s.GitHub), false},
	}
}

// Later are settings of other versions of this contract that this version
// refuses by name, so that nobody takes them for spelling mistakes.
func Later() []string {
	return []string{
		"allow-hosts", "cli", "judge-connector", "reporter",
		"script-memory", "simulator", "url",
	}
}
