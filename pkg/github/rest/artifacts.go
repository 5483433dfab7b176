package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/go-github/v60/github"
)

// Artifact is what a workflow run left behind.
type Artifact struct {
	ID      int64
	Name    string
	Size    int64 // of what is downloaded, as GitHub states it
	Expired bool  // its bytes are gone
	Created time.Time
	Digest  string // "sha256:" and hex, "" when it is not known
}

// listedArtifact is an artifact with what the library does not know of it.
type listedArtifact struct {
	github.Artifact
	Digest *string `json:"digest"`
}

// Artifacts are the artifacts of this name that a run of this repository left,
// of all its attempts, at most 100.
func (c *Client) Artifacts(ctx context.Context, runID int64, name string) ([]Artifact, error) {
	var artifacts []Artifact
	err := c.call(ctx, "list the artifacts of run "+strconv.FormatInt(runID, 10), func(ctx context.Context) error {
		path := fmt.Sprintf("repos/%s/%s/actions/runs/%d/artifacts?per_page=%d&name=%s", c.owner, c.repo, runID, perPage, url.QueryEscape(name))
		req, err := c.github.NewRequest("GET", path, nil)
		if err != nil {
			return err
		}
		var found struct {
			Artifacts []listedArtifact `json:"artifacts"`
		}
		if _, err := c.github.Do(ctx, req, &found); err != nil {
			return err
		}
		for _, f := range found.Artifacts {
			if f.GetName() != name { // a server that knows no such filter
				continue
			}
			artifact := Artifact{ID: f.GetID(), Name: f.GetName(), Size: f.GetSizeInBytes(), Expired: f.GetExpired(), Created: f.GetCreatedAt().Time}
			if f.Digest != nil {
				artifact.Digest = *f.Digest
			}
			artifacts = append(artifacts, artifact)
		}
		return nil
	})
	return artifacts, err
}

// ArtifactAddress is where the bytes of an artifact are for about a minute, as
// a zip. The address is signed and so a secret, and belongs to another host,
// which must be asked without the token. The bytes of an artifact that expired
// are [ErrGone].
func (c *Client) ArtifactAddress(ctx context.Context, id int64) (string, error) {
	address := ""
	err := c.call(ctx, "download artifact "+strconv.FormatInt(id, 10), func(ctx context.Context) error {
		u, resp, err := c.github.Actions.DownloadArtifact(ctx, c.owner, c.repo, id, 0)
		if resp != nil && resp.StatusCode != http.StatusFound {
			if refused := github.CheckResponse(resp.Response); refused != nil {
				return refused
			}
		}
		if err != nil {
			return err
		}
		if u.Host == "" || u.Scheme != "https" && u.Scheme != c.github.BaseURL.Scheme {
			return errors.New("it leads to no address that begins with https://")
		}
		address = u.String()
		return nil
	})
	return address, err
}
