package cli

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	workflow "github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/github/comment"
	"github.com/surefoot-dev/surefoot/pkg/report/mark"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// finished is a run as it is published: without secrets.
type finished struct {
	report eval.Report
	trials iter.Seq2[*eval.Trial, error]
	files  []string // reports that stay, absolute
	jsonl  string   // the one of them that later steps may read, absolute; "" is none
	tapes  string   // the folder of cassettes that were recorded, absolute; "" is none
	marks  []mark.Mark
	digest *markdown.Digest // nil where the trials cannot be read back

	commands func(*eval.CaseResult) []markdown.Command // that run a case again
	clean    func(string) string                       // takes secrets out of what is said
}

// publish leaves what a finished run found: files, artifact, summary, check
// run, comment, annotations and outputs, in this order. One that fails is said
// and keeps no other from being published, and none changes the verdict.
func (g *publisher) publish(ctx context.Context, p *Process, f finished, problems eval.Problems) {
	g.said.verdict, g.said.title = f.report.Decision.Verdict, f.report.Decision.Title
	g.said.html, g.said.jsonl = g.path(f.webpage()), g.path(f.jsonl)
	var err error
	if f.marks, err = mark.Of(&f.report, f.trials); err != nil {
		g.fail("the details of cases", err)
		f.trials = func(func(*eval.Trial, error) bool) {} // what is known without them is published
		f.marks, _ = mark.Of(&f.report, f.trials)
	}
	if f.digest, err = markdown.Gather(f.report, f.trials); err != nil {
		g.fail("the pages", err)
	}
	if g.run.Workspace.Dir != "" {
		g.failed("the reports", workflow.HandOver(g.run.Workspace.Dir, f.files...))
		if f.tapes != "" {
			g.failed("the cassettes", workflow.HandOver(g.run.Workspace.Dir, everything(f.tapes)...))
		}
	}
	g.remotely(ctx, p, f)
	g.annotate(f, problems)
	g.outputs(&f.report)
	g.close(p, f.clean)
}

// finished gathers what is published, from the files that are still open.
func (p *Process) finished(s *suite, out *outputs) finished {
	report, trials, err := out.clean()
	if err != nil {
		trials = func(yield func(*eval.Trial, error) bool) { yield(nil, err) }
	}
	f := finished{report: report, trials: trials, clean: out.redactor.Text}
	for _, path := range p.paths(out) {
		f.files = append(f.files, p.abs(filepath.FromSlash(path)))
	}
	if !out.temp && len(out.logs) > 0 {
		f.jsonl = out.logs[0].Path()
	}
	if s.settings.Record != "" {
		f.tapes = p.abs(s.settings.Record)
	}
	f.commands = p.commandsOf(s, f.clean)
	return f
}

// everything is a folder with all that is in it, as far as it can be read.
func everything(dir string) []string {
	var paths []string
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			paths = append(paths, path)
		}
		return nil
	})
	return paths
}

// refused publishes that nothing was done, as in "nothing was run", and why:
// also on the pull request, where a comment that stands is of a run that was.
func (g *publisher) refused(ctx context.Context, p *Process, nothing string, problems eval.Problems) {
	if g == nil {
		return
	}
	g.said.verdict = eval.VerdictInconclusive
	g.said.title = nothing + ": " + eval.Plural(problems.Errors(), "problem")
	page := func(limit int) string { return g.refusal(problems, limit) }
	if g.settings.Action.Summary {
		room, err := workflow.SummaryRoom(g.run.Files.Summary)
		if err == nil {
			err = workflow.WriteSummary(g.run.Files.Summary, page(room))
		}
		g.failed("the job summary", err)
	}
	if g.settings.Shard.IsWhole() {
		bounded, cancel := context.WithTimeout(ctx, publishing)
		defer cancel()
		g.comment(bounded, g.api(), comment.Post{Fails: true, Body: page})
	}
	g.annotate(finished{}, problems)
	g.outputs(nil)
	g.close(p, nil)
}

// listed is how many problems a page names.
const listed = 50

// refusal is the page of a run that had problems, in at most so many bytes:
// what kept it from beginning stands before what is only a warning.
func (g *publisher) refusal(problems eval.Problems, limit int) string {
	text := "### ❌ Surefoot: " + safetext.Markdown(g.said.title) + "\n\n"
	if address := g.run.URL(); address != "" {
		text += fmt.Sprintf("[run %d](%s)\n\n", g.run.ID, address)
	}
	problems = slices.Clone(problems)
	slices.SortStableFunc(problems, func(a, b eval.Problem) int {
		switch {
		case a.Warning == b.Warning:
			return 0
		case a.Warning:
			return 1
		default:
			return -1
		}
	})
	for i, problem := range problems {
		line := "* " + safetext.Markdown(safetext.Short(problem.String(), 1000)) + "\n"
		rest := fmt.Sprintf("* and %d more\n", len(problems)-i)
		if i == listed || len(text)+len(line)+len(rest) > limit {
			return text + rest
		}
		text += line
	}
	return text
}

// annotate marks what is wrong, the worst first.
func (g *publisher) annotate(f finished, problems eval.Problems) {
	if !g.settings.Action.Annotations {
		return
	}
	var list []workflow.Annotation
	if verdict := f.report.Decision.Verdict; verdict != eval.VerdictPassed && verdict != "" {
		level := workflow.Error
		if tolerated(g.settings, &f.report) {
			level = workflow.Warning
		}
		list = append(list, workflow.Annotation{Level: level, Title: "Surefoot", Message: f.report.Decision.Title + undecided(&f.report)})
	}
	for _, fault := range f.report.Summary.ReportFaults {
		if strings.Contains(f.report.Decision.Title, fault) {
			continue
		}
		list = append(list, workflow.Annotation{Level: workflow.Error, Title: "Surefoot", Message: "the run did not complete: " + fault})
	}
	for _, problem := range problems {
		level := workflow.Error
		if problem.Warning {
			level = workflow.Warning
		}
		at := problem.Pos
		if at.File = g.path(at.File); at.File != "" {
			problem.Pos = eval.Pos{}
		}
		problem.Warning = false
		list = append(list, workflow.Annotation{Level: level, Pos: at, Message: problem.String()})
	}
	for _, m := range f.marks {
		level := workflow.Error
		if m.Warning || tolerated(g.settings, &f.report) {
			level = workflow.Warning
		}
		m.Pos.File = g.path(m.Pos.File)
		list = append(list, workflow.Annotation{Level: level, Pos: m.Pos, Title: m.Title, Message: m.Message})
	}
	g.failed("the annotations", g.log.Annotate(list...))
}

// undecided is why the first case that was to run did not, on a line of its
// own.
func undecided(r *eval.Report) string {
	for i := range r.Cases {
		c := &r.Cases[i]
		if c.Status != eval.Skipped || c.Planned == 0 || c.Reason == "" {
			continue
		}
		if strings.Contains(r.Decision.Title, c.Reason) {
			return ""
		}
		return "\n" + c.Reason
	}
	return ""
}

// outputs are what later steps may read.
func (g *publisher) outputs(report *eval.Report) {
	if g.run.Files.Output == "" {
		return // a runner that has none
	}
	var list []workflow.Output
	for _, r := range g.said.results(report) {
		list = append(list, workflow.Output{Name: r.name, Value: safetext.Line(r.value)})
	}
	g.failed("the outputs", workflow.WriteOutputs(g.run.Files.Output, list...))
}

// fail keeps what was not published.
func (g *publisher) fail(what string, err error) {
	for _, line := range errorLines(err) {
		g.trouble = append(g.trouble, what+": "+line)
	}
}

func (g *publisher) failed(what string, err error) {
	if err != nil {
		g.fail(what, err)
	}
}

// close says what was not published.
func (g *publisher) close(p *Process, clean func(string) string) {
	if len(g.readOnly) > 0 {
		var what, lacks []string
		for _, w := range g.readOnly {
			what, lacks = append(what, w.name), append(lacks, w.permission)
		}
		_ = g.log.Annotate(workflow.Annotation{Level: workflow.Notice, Title: "Surefoot", Message: "the token of this run may not write " +
			strings.Join(what, " and ") + ": forks and Dependabot get one that only reads, any other job needs " + strings.Join(lacks, " and ") +
			" among its permissions. The summary has everything."})
	}
	for _, line := range g.trouble {
		if clean != nil {
			line = clean(line)
		}
		fmt.Fprintln(p.Err, "surefoot: not published: "+safetext.Line(line))
	}
	_ = g.log.Close()
}
