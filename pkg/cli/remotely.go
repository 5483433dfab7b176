package cli

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
	workflow "github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/github/comment"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// publishing is how long the artifacts' servers may take, and then those of the
// pages: a storage that hangs must not cost the comment.
const publishing = 5 * time.Minute

// remotely publishes what is shown on pages of GitHub. A run that was
// interrupted asks no server, or none any more, since the job is about to end. A
// shard leaves the pull request and its checks to whoever merges.
func (g *publisher) remotely(ctx context.Context, p *Process, f finished) {
	if ctx.Err() == nil {
		bounded, cancel := context.WithTimeout(ctx, publishing)
		g.artifact(bounded, p, f)
		cancel()
	}
	g.summary(f)
	if ctx.Err() != nil || !g.settings.Shard.IsWhole() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, publishing)
	defer cancel()
	api := g.api()
	g.check(ctx, api, p, f)
	g.comment(ctx, api, comment.Post{
		Fails: f.report.Decision.Verdict != eval.VerdictPassed || regressed(&f.report), State: state(&f.report),
		Body: func(limit int) string { return g.page(f, markdown.Comment, limit) },
	})
}

// artifact uploads the reports.
func (g *publisher) artifact(ctx context.Context, p *Process, f finished) {
	if !g.settings.Action.Artifact || len(f.files) == 0 {
		return
	}
	if !g.run.Artifacts() {
		g.suggestUpload(p, f)
		return
	}
	client, err := g.artifactClient(p)
	if err != nil {
		g.fail("the artifact", err)
		return
	}
	if asked, most := g.settings.Action.RetentionDays, g.run.RetentionDays; most > 0 && asked > most {
		_ = g.log.Annotate(workflow.Annotation{
			Level: workflow.Warning, Title: "Surefoot", Message: fmt.Sprintf("retention-days %d: the repository keeps artifacts for %s at most", asked, eval.Plural(most, "day")),
		})
	}
	g.webpage(ctx, client, p, f)
	files := g.archived(f)
	if len(files) == 0 {
		return
	}
	result, err := client.Upload(ctx, g.artifactName(), files)
	if err != nil {
		g.fail("the artifact", err)
		return
	}
	g.said.artifactID, g.said.artifactURL = strconv.FormatInt(result.ID, 10), result.URL
}

// artifactClient is the way to the artifacts of this run.
func (g *publisher) artifactClient(p *Process) (*artifact.Client, error) {
	return artifact.New(artifact.Options{
		ResultsURL: g.run.ResultsURL, RuntimeToken: g.run.RuntimeToken,
		Server: g.run.Server, Repository: g.run.Repository.String(), RunID: g.run.ID,
		Enterprise: g.run.GHES(), HTTP: &http.Client{Transport: http.DefaultTransport}, Now: p.Now, Temp: p.TempDir,
		RetentionDays: g.settings.Action.RetentionDays, MaxRetentionDays: g.run.RetentionDays,
		Overwrite: g.run.Attempt > 1, // names outlive the attempt that took them
		Mask:      func(secret string) { _ = g.log.Mask(secret) },
	})
}

// artifactName tells the artifacts of shards apart, which are jobs of one run,
// and those of its attempts: what a shard left the last time stays.
func (g *publisher) artifactName() string {
	if shard := g.settings.Shard; !shard.IsWhole() {
		return leftover{Shard: shard, attempt: max(g.run.Attempt, 1)}.nameAfter(g.settings.Action.ArtifactName)
	}
	return g.settings.Action.ArtifactName
}

// archived are the reports as the artifact has them: by their names, where
// those differ. One that is not there any more keeps no other out.
func (g *publisher) archived(f finished) []artifact.File {
	var files []artifact.File
	taken := map[string]bool{}
	for _, path := range f.files {
		name := artifact.Name(filepath.Base(path))
		if taken[name] {
			name = artifact.Name(strings.TrimPrefix(filepath.ToSlash(path), "/"))
		}
		taken[name] = true
		file, err := artifact.OnDisk(name, path)
		if err != nil {
			g.fail("the artifact", err)
			continue
		}
		files = append(files, file)
	}
	return files
}

// suggestUpload names the step that uploads what this one cannot.
func (g *publisher) suggestUpload(p *Process, f finished) {
	var b strings.Builder
	version := "v4"
	if g.run.GHES() {
		version = "v3" // which a server of one's own has the service for
	}
	fmt.Fprintf(&b, "surefoot: this step has no access to artifacts; one like this uploads the reports:\n"+
		"  - uses: actions/upload-artifact@%s\n    if: ${{ !cancelled() }}\n    with:\n      name: %s\n      path: |\n", version, safetext.Line(g.artifactName()))
	for _, path := range f.files {
		if shown := g.path(path); shown != "" {
			path = shown
		}
		fmt.Fprintf(&b, "        %s\n", safetext.Line(path))
	}
	fmt.Fprint(p.Err, b.String())
}

// api is the client, or why there is none.
type api struct {
	*rest.Client
	why outcome.Outcome
}

func (g *publisher) api() api {
	if !g.run.CanWrite() {
		why := outcome.Skip("the token of a pull request from a fork may only read")
		why.ReadOnly = true
		return api{why: why}
	}
	return g.reader()
}

// reader is the client of a token that may only read, or why there is none.
func (g *publisher) reader() api {
	if g.token == "" {
		return api{why: outcome.Skip("there is no token (give the input github-token, or set GITHUB_TOKEN)")}
	}
	client, err := rest.New(rest.Config{
		API: g.run.API, GraphQL: g.run.GraphQL, Repository: g.run.Repository.String(), Token: g.token, Agent: "surefoot/" + version(),
	})
	if err != nil {
		return api{why: outcome.Fail(err.Error())}
	}
	return api{Client: client}
}
