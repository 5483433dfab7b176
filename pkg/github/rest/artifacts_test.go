package rest_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

func TestArtifactsOfAnotherRun(t *testing.T) {
	t.Parallel()
	repo := githubtest.NewRepository(t)
	digest := "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	repo.Artifacts = []githubtest.Artifact{
		{ID: 1, Run: 9001, Name: "eval report & more", Size: 22, Digest: digest, Address: "https://storage.example/zip?sig=secret"},
		{ID: 2, Run: 9001, Name: "other"},
		{ID: 3, Run: 9002, Name: "eval report & more"},
		{ID: 4, Run: 9003, Name: "eval report & more", Expired: true},
		{ID: 5, Run: 9003, Name: "odd", Address: "http://storage.example/zip"},
	}
	c := client(t, config(githubtest.Check(t, repo)))
	found, err := c.Artifacts(t.Context(), 9001, "eval report & more")
	if err != nil || len(found) != 1 {
		t.Fatalf("got %+v, %v", found, err)
	}
	want := rest.Artifact{ID: 1, Name: "eval report & more", Size: 22, Digest: digest, Created: found[0].Created}
	if diff := cmp.Diff(want, found[0]); diff != "" || want.Created.IsZero() {
		t.Error(diff)
	}
	if none, err := c.Artifacts(t.Context(), 9004, "odd"); err != nil || len(none) > 0 {
		t.Errorf("got %+v, %v", none, err)
	}
	address, err := c.ArtifactAddress(t.Context(), 1)
	if err != nil || address != "https://storage.example/zip?sig=secret" {
		t.Errorf("got %q, %v", address, err)
	}
	gone, _ := c.Artifacts(t.Context(), 9003, "eval report & more")
	if len(gone) != 1 || !gone[0].Expired {
		t.Errorf("got %+v", gone)
	}
	if _, err := c.ArtifactAddress(t.Context(), 4); !errors.Is(err, rest.ErrGone) {
		t.Errorf("got %v", err)
	}
	if _, err := c.ArtifactAddress(t.Context(), 5); err == nil {
		t.Error("an address that anybody on the way can read is taken")
	}
	if _, err := c.ArtifactAddress(t.Context(), 6); !errors.Is(err, rest.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

func TestTheStorageIsNotAskedByTheClient(t *testing.T) {
	t.Parallel()
	storage := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("asked for %s with %q", r.URL, r.Header.Get("Authorization"))
	}))
	t.Cleanup(storage.Close)
	cfg := config(answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", storage.URL)
		w.WriteHeader(http.StatusFound)
	}))
	cfg.API, cfg.GraphQL = "http://ghe.example/api/v3", ""
	if address, err := client(t, cfg).ArtifactAddress(t.Context(), 1); err != nil || address != storage.URL {
		t.Errorf("got %q, %v", address, err)
	}
}
