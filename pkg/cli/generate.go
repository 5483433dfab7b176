package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/agent/generator"
	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// generated reports whether a generator made the case.
func generated(c *eval.Case) bool { return generator.Is(c.Pos.File) }

// tested is the agent that generators make cases for, "" for none.
func (s *suite) tested() string {
	if s.selection.agent != "" {
		return s.selection.agent
	}
	return s.selection.fallback
}

// checkGenerators reports what keeps cases from being made, before anything is
// asked.
func (p *Process) checkGenerators(s *suite) eval.Problems {
	if len(s.selection.generators) == 0 {
		return nil
	}
	var problems eval.Problems
	fault := func(message, hint string) { problems = append(problems, eval.Problem{Message: message, Hint: hint}) }
	if s.tested() == "" {
		fault("-i "+quote(s.selection.generators[0].Text)+" makes cases for an agent, and none is named", "name it with -n")
		return problems
	}
	for _, use := range s.selection.generators {
		problems = append(problems, s.target.CheckGenerator(use, s.tested())...)
		for _, forbidden := range []struct {
			name, why string
			script    bool // for scripts too
		}{
			{"affected", "generated cases are in no file that could change", true},
			{"shard", "each shard would get other cases", false},
			{"resume", "the cases would be others", false},
		} {
			if _, given := s.settings.Given(forbidden.name); given && (forbidden.script || use.Agent != "") {
				fault("-i "+quote(use.Text)+" and --"+forbidden.name+" exclude each other: "+forbidden.why, "write the cases to a file first: --dry-run -o cases.jsonl")
			}
		}
	}
	if s.settings.DryRun {
		for _, path := range s.settings.Output {
			if err := p.replaceable(path); err != nil {
				fault(err.Error(), "")
			}
		}
	}
	return problems
}

// generate has cases made, one generator after the other, in place of files.
func (p *Process) generate(ctx context.Context, s *suite) ([]dataset.Input, eval.Problems) {
	var inputs []dataset.Input
	for _, use := range s.selection.generators {
		limit := s.settings.HookTimeout
		if use.Agent != "" {
			limit = s.settings.Timeout
			fmt.Fprintf(p.Err, "surefoot: agent %s makes cases for %s\n", use.Agent, s.tested())
		}
		text, work := s.target.Generate(ctx, limit, use, s.tested())
		s.generated = append(s.generated, *work)
		if work.Status != eval.Passed {
			problem := eval.Problem{Message: "-i " + use.Text + ": " + work.Error}
			if work.ErrorPos != nil {
				problem.Pos = *work.ErrorPos
			}
			return nil, eval.Problems{problem}
		}
		inputs = append(inputs, dataset.Input{Path: filepath.Join(p.Dir, "generated.jsonl"), Name: use.Text, Agent: s.tested(), Text: text})
		s.inputs = append(s.inputs, use.Text)
	}
	return inputs, nil
}

// told tells a run of what its generators did before it began.
func (s *suite) told(sink eval.Sink, spend func(map[eval.Role]eval.Usage)) error {
	if s.resumed != nil && s.resumed.Finished() {
		return nil
	}
	var faults []error
	for i := range s.generated {
		spend(s.generated[i].Usage)
		faults = append(faults, sink.Event(&s.generated[i]))
	}
	return errors.Join(faults...)
}

// beyond reports files outside of the application that generated cases attach:
// a model may have named them.
func (s *suite) beyond(cases []*eval.Case) eval.Problems {
	var problems eval.Problems
	root := resolved(s.root)
	for _, c := range cases {
		if !generated(c) {
			continue
		}
		for _, m := range c.Messages {
			for i := range m.Content.Parts {
				a := m.Content.Parts[i].Attachment
				if a == nil {
					continue
				}
				if rel, err := filepath.Rel(root, resolved(a.File)); err != nil || !filepath.IsLocal(rel) {
					problems = append(problems, eval.Problem{
						Pos: a.Pos, Agent: c.Agent, Case: c.ID, Message: fmt.Sprintf("attachment %q lies outside of the application", eval.Clip(a.Path)), Hint: "a generated case attaches files of the application only",
					})
				}
			}
		}
	}
	return problems
}

// replaceable is why generated cases cannot be written to a file: it must be
// one of cases, or none.
func (p *Process) replaceable(path string) error {
	full := p.abs(path)
	if format, err := report.FormatOf(path); err != nil || format != report.JSONL {
		return fmt.Errorf("cannot write cases to %q: want a .jsonl file", path)
	}
	if info, err := os.Stat(full); err == nil && info.Size() > 0 {
		if _, problems := dataset.Read([]dataset.Input{{Path: full, Name: path}}, dataset.Options{Agent: "any"}); problems.Errors() > 0 {
			return fmt.Errorf("cannot write cases to %q: the file is there and holds no cases, or wrong ones (remove it, or choose another name)", path)
		}
	}
	if err := atomicfile.Check(full); err != nil {
		return fmt.Errorf("cannot write cases to %q: %w", path, err)
	}
	return nil
}

// showMade prints the cases that generators made, one a line, and writes them to
// the files of -o. They are what a case file holds.
func (p *Process) showMade(s *suite, redactor *redact.Redactor) error {
	var b bytes.Buffer
	for _, c := range s.plan.Cases {
		if generated(c) {
			b.Write(eval.AppendVisible(nil, []byte(redactor.Value(c.Raw).Raw())))
			b.WriteByte('\n')
		}
	}
	for _, path := range s.settings.Output {
		err := atomicfile.Write(p.abs(path), func(w io.Writer) error {
			_, err := w.Write(b.Bytes())
			return err
		})
		if err != nil {
			return fmt.Errorf("cannot write cases to %q: %w", path, err)
		}
		fmt.Fprintf(p.Err, "surefoot: cases written: %s\n", path)
	}
	if s.settings.JSON {
		return nil
	}
	_, err := p.Out.Write(b.Bytes())
	return err
}

// saidMade tells people what generators said and took.
func (p *Process) saidMade(s *suite, redactor *redact.Redactor) {
	for i := range s.generated {
		w := &s.generated[i]
		lines := w.Notes
		if s.settings.Verbose {
			lines = append(lines, w.Logs...)
		}
		for _, line := range lines {
			fmt.Fprintln(p.Err, "surefoot: "+redactor.Text(w.Use+": "+safetext.Line(line)))
		}
		if u := w.Usage[eval.RoleJudge]; u.TotalTokens != nil {
			fmt.Fprintf(p.Err, "surefoot: %s took %s\n", redactor.Text(w.Use), eval.Plural(int(*u.TotalTokens), "token"))
		}
	}
}
