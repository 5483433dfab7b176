package artifact_test

import (
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

// holding is a server with finalized artifacts, whose content is their name
// and id.
func holding(t *testing.T, act bool, names ...string) *server {
	t.Helper()
	s := serve(t, act)
	run, _ := s.scope()
	for i, name := range names {
		content := []byte(name + " stored")
		s.stored = append(s.stored, &stored{id: int64(i + 1), run: run, job: "job-" + name, name: name, content: content, digest: digest(content), done: true})
	}
	return s
}

func target(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "target"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if _, err := f.WriteString("what was there before, and is longer than what will be"); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestListIsTheNewestOfEachName(t *testing.T) {
	t.Parallel()
	for _, act := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := holding(t, act, "b", "a", "b", "c").expect(steps("ListArtifacts")...)
			s.stored[0].id = 9
			got, err := s.client().List(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			at := time.Unix(1_800_000_000, 0).UTC()
			want := []artifact.Artifact{{ID: 2, Name: "a", Size: 8, Created: at}, {ID: 9, Name: "b", Size: 8, Created: at}, {ID: 4, Name: "c", Size: 8, Created: at}}
			for i := range want {
				if !act {
					want[i].Digest = digest([]byte(want[i].Name + " stored"))
				}
			}
			if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(artifact.Artifact{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnEmptyRunListsNothing(t *testing.T) {
	t.Parallel()
	for _, act := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, act, steps("ListArtifacts")...)
			got, err := s.client().List(t.Context())
			if err != nil || got == nil && !act || len(got) != 0 {
				t.Errorf("%v, error %v", got, err)
			}
		})
	}
}

func TestGitHubsCutConnectionIsNoEmptyList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, false)
		for range 5 {
			s.expect(step{"ListArtifacts", drop})
		}
		if got, err := s.client().List(t.Context()); err == nil || got != nil {
			t.Errorf("%v, error %v", got, err)
		}
	})
}

func TestAListThatCannotBeReadIsNoEmptyList(t *testing.T) {
	t.Parallel()
	for _, answer := range []string{`{"artifacts":{}}`, `{"artifacts":["a"]}`, `{"artifacts":[null]}`} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, false, step{"ListArtifacts", says(200, answer)})
			if got, err := s.client().List(t.Context()); err == nil || !strings.Contains(err.Error(), "not the service's JSON") {
				t.Errorf("%v, error %v", got, err)
			}
		})
	}
}

func TestDownloadChecksWhatItGets(t *testing.T) {
	t.Parallel()
	get := func(do func(*server, http.ResponseWriter, *http.Request)) []step {
		return []step{{"GetSignedArtifactURL", nil}, {"GET", do}}
	}
	short := func(_ *server, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "8")
		io.WriteString(w, "a st")
	}
	var five []step
	for range 5 {
		five = append(five, step{"GetSignedArtifactURL", status(503)})
	}
	for name, tc := range map[string]struct {
		act  bool
		plan []step
		most int64
		want string
		took time.Duration
	}{
		"as stored":               {plan: get(nil), most: 8},
		"act knows no digest":     {act: true, plan: get(nil), most: 8},
		"too large":               {plan: get(nil), most: 7, want: "downloading it: the answer of blobs.test cannot be read: it is larger than the 7 bytes allowed"},
		"other bytes":             {plan: get(says(200, "changed!")), most: 99, want: "its digest is sha256:"},
		"cut, then whole":         {plan: append(get(short), get(nil)...), most: 99, took: 3 * time.Second},
		"hung up, then whole":     {plan: append(get(drop), get(nil)...), most: 99, took: 3 * time.Second},
		"busy, then whole":        {plan: append(get(status(503)), get(nil)...), most: 99, took: 3 * time.Second},
		"stalled, then whole":     {plan: append(get(hang), get(nil)...), most: 99, took: 5*time.Minute + 3*time.Second},
		"a refused address":       {plan: get(status(403)), most: 99, want: "downloading it: blobs.test answered 403"},
		"an unaddressed artifact": {plan: []step{{"GetSignedArtifactURL", says(200, "{}")}}, want: "asking for its address: results.test answered 200: not ok"},
		"a service that is down":  {plan: five, want: "asking for its address: results.test answered 503 (5 tries)", took: 24375 * time.Millisecond},
		"sent on":                 {plan: append(get(status(302, "Location", "http://blobs.test/a?id=1&sig=si%2Fgn%2Bature%3D1")), step{"GET", nil}), most: 8},
		"sent on for ever": {
			plan: append(get(status(302, "Location", "/x")), step{"GET", status(302, "Location", "/x")}, step{"GET", status(302, "Location", "/x")}, step{"GET", status(302, "Location", "/x")}, step{"GET", status(302, "Location", "/x")}),
			want: "downloading it: blobs.test answered 302",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := holding(t, tc.act, "a").expect(step{op: "ListArtifacts"}).expect(tc.plan...)
				c := s.client()
				all, err := c.List(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				start, to := time.Now(), target(t)
				got, err := c.Download(t.Context(), all[0], to, tc.most)
				if took := time.Since(start); took != tc.took {
					t.Errorf("took %s, want %s", took, tc.took)
				}
				if tc.want != "" {
					if err == nil || !strings.HasPrefix(err.Error(), `artifact "a": `) || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "si/gn") {
						t.Errorf("error %v\nwant %s", err, tc.want)
					}
					return
				}
				data, failed := os.ReadFile(to.Name())
				if err != nil || failed != nil || string(data) != "a stored" {
					t.Errorf("%q, errors %v, %v", data, err, failed)
				}
				if want := (artifact.Received{Size: 8, Digest: digest(data), Checked: !tc.act}); got != want {
					t.Errorf("%+v, want %+v", got, want)
				}
			})
		})
	}
}

func TestATargetThatTakesNothingIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := holding(t, false, "a").expect(steps("ListArtifacts", "GetSignedArtifactURL", "GET")...)
		c := s.client()
		all, err := c.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Download(t.Context(), all[0], full{target(t)}, 99)
		if err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("error %v", err)
		}
	})
}

type full struct{ *os.File }

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestDeleteIsForAllJobs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := holding(t, false, "a", "b").expect(steps("ListArtifacts", "DeleteArtifact", "ListArtifacts")...)
		c := s.client()
		if err := c.Delete(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		err := c.Delete(t.Context(), "a")
		if !errors.Is(err, artifact.ErrNotFound) || err.Error() != `artifact "a": the run has no such artifact` {
			t.Errorf("error %v", err)
		}
		s.expect(step{"ListArtifacts", nil}, step{"DeleteArtifact", lose}, step{"DeleteArtifact", nil})
		if err := c.Delete(t.Context(), "b"); err != nil {
			t.Errorf("deleted, but its answer was lost: %v", err)
		}
	})
}

func TestFetchNeedsNothingButTheAddress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := holding(t, false, "a").expect(steps("GET", "GET")...)
		var masked []string
		storage := artifact.Storage{HTTP: s.options().HTTP, Mask: func(secret string) { masked = append(masked, secret) }}
		signed := s.address(s.stored[0])
		got, err := storage.Fetch(t.Context(), signed, "", target(t), 8)
		if want := (artifact.Received{Size: 8, Digest: digest([]byte("a stored"))}); err != nil || got != want {
			t.Errorf("%+v, error %v, want %+v", got, err, want)
		}
		if _, err := storage.Fetch(t.Context(), signed, "sha256:00", target(t), 8); err == nil || !strings.HasSuffix(err.Error(), "and not sha256:00, as it was stored") {
			t.Errorf("error %v", err)
		}
		if _, err := storage.Fetch(t.Context(), "ftp://x?sig=secret-secret", "", target(t), 8); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("error %v", err)
		}
		if diff := cmp.Diff([]string{"si/gn+ature=1", "si%2Fgn%2Bature%3D1"}, masked[:2]); diff != "" {
			t.Error(diff)
		}
	})
}
