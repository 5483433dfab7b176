package cli

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	workflow "github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// summary writes the job's summary.
func (g *publisher) summary(f finished) {
	if !g.settings.Action.Summary {
		return
	}
	path := g.run.Files.Summary
	room, err := workflow.SummaryRoom(path)
	if err != nil {
		g.fail("the job summary", err)
		return
	}
	g.failed("the job summary", workflow.WriteSummary(path, g.page(f, markdown.Summary, max(room, 1))))
}

// heading is what the run is called in a list.
func (g *publisher) heading(f finished) string {
	if title := g.settings.Action.Title; title != "" {
		return title
	}
	return strings.Join(f.report.Start.Agents, ", ")
}

// page is the run as Markdown, in at most so many bytes; 0 is what the style
// takes.
func (g *publisher) page(f finished, style markdown.Style, limit int) string {
	if f.digest == nil {
		// The trials cannot be read back, which is said elsewhere.
		d := &f.report.Decision
		return "### " + safetext.Markdown(safetext.Short(g.heading(f), 200)) + ": " + string(d.Verdict) + "\n\n" + safetext.Markdown(safetext.Short(d.Title, 500)) + "\n"
	}
	return string(f.digest.Render(markdown.Options{
		Style: style, Limit: limit, Title: g.settings.Action.Title,
		Run: markdown.Run{Number: g.run.ID, Repository: g.repository(), SHA: g.run.HeadSHA, Path: func(file string) (string, bool) {
			path := g.path(file)
			return path, path != ""
		}},
		Links:     markdown.Links{Run: g.run.URL(), HTML: g.said.pageURL, Artifact: g.said.artifactURL},
		Reproduce: f.commands,
	}))
}

// repository is its address, "" where that is not known.
func (g *publisher) repository() string {
	if name := g.run.Repository.String(); name != "" && g.run.Server != "" {
		return g.run.Server + "/" + name
	}
	return ""
}

// commands run a case of this run again.
func (p *Process) commandsOf(s *suite, clean func(string) string) func(*eval.CaseResult) []markdown.Command {
	return func(c *eval.CaseResult) []markdown.Command {
		return []markdown.Command{
			{Line: clean(p.again(s, *c)) + "  # surefoot " + version()},
			{Title: "Docker", Line: clean(p.contained(s, c))},
		}
	}
}
