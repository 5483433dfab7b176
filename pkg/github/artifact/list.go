package artifact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Artifact is one of the run's, as List gives it.
type Artifact struct {
	ID      int64
	Name    string
	Size    int64 // in the storage; act states another
	Created time.Time
	Digest  string // "sha256:" and hex; "" when the service does not know it

	owner scope // whose job stored it
}

// List is all artifacts of the run, of all its jobs and attempts, sorted by
// name. Of those with the same name it is the newest.
func (c *Client) List(ctx context.Context) ([]Artifact, error) {
	all, f := c.list(ctx, "")
	if f != nil {
		return nil, fmt.Errorf("artifacts: %w", f)
	}
	return all, nil
}

// Delete removes the artifact of this name, of whatever job.
func (c *Client) Delete(ctx context.Context, name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	return named(name, c.remove(ctx, name), nil)
}

// list is the artifacts of that name, or all for "".
func (c *Client) list(ctx context.Context, name string) ([]Artifact, *failure) {
	const what = "listing them"
	in := c.scope.about("")
	delete(in, "name")
	if name != "" {
		in["name_filter"] = name
	}
	hangsUp := func(f *failure) bool { return c.scope.standIn() && f.dropped() }
	m, f := c.call(ctx, "ListArtifacts", what, in, hangsUp)
	if f != nil {
		if hangsUp(f) && ctx.Err() == nil {
			return nil, nil
		}
		return nil, f
	}
	found, err := m.list("artifacts")
	if err != nil {
		f := c.refused(what)
		f.err = errGarbled
		return nil, f
	}
	newest := map[string]Artifact{}
	for _, one := range found {
		a := Artifact{
			ID: one.number("database_id"), Name: one.text("name"), Size: one.number("size"),
			Created: one.time("created_at"), Digest: one.text("digest"),
			owner: scope{one.text("workflow_run_backend_id"), one.text("workflow_job_run_backend_id")},
		}
		if old, ok := newest[a.Name]; !ok || a.ID > old.ID {
			newest[a.Name] = a
		}
	}
	all := make([]Artifact, 0, len(newest))
	for _, a := range newest {
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b Artifact) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

// find is the artifact of that name.
func (c *Client) find(ctx context.Context, name string) (Artifact, *failure) {
	all, f := c.list(ctx, name)
	if f != nil {
		return Artifact{}, f
	}
	for _, a := range all {
		if a.Name == name {
			return a, nil
		}
	}
	return Artifact{}, &failure{service: true, code: notFound}
}

// remove deletes the artifact of that name.
func (c *Client) remove(ctx context.Context, name string) *failure {
	const what = "deleting it"
	a, f := c.find(ctx, name)
	if f != nil {
		return f
	}
	m, f := c.call(ctx, "DeleteArtifact", what, a.owner.about(name), nil)
	if f != nil {
		if f.unsure && errors.Is(f, ErrNotFound) {
			return nil
		}
		return f
	}
	if !m.ok() {
		return c.refused(what)
	}
	return nil
}

// signed is the address of an artifact's bytes.
func (c *Client) signed(ctx context.Context, a Artifact) (string, *failure) {
	const what = "asking for its address"
	m, f := c.call(ctx, "GetSignedArtifactURL", what, a.owner.about(a.Name), nil)
	if f != nil {
		return "", f
	}
	address := m.text("signed_url")
	if address == "" {
		return "", c.refused(what)
	}
	return address, nil
}
