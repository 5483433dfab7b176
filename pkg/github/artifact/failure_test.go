package artifact_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

func TestFailuresThatPassAreTriedAgain(t *testing.T) {
	t.Parallel()
	var five []step
	for range 5 {
		five = append(five, step{"CreateArtifact", status(503)})
	}
	upload := steps(uploads...)
	quota := says(429, `{"code":"resource_exhausted","msg":"Create Artifact Container failed: insufficient usage to store artifacts"}`)
	for name, tc := range map[string]struct {
		plan []step
		want string // the error's; "" is none
		took time.Duration
		is   error
	}{
		"one 503":                  {plan: append([]step{{"CreateArtifact", status(503)}}, upload...), took: 3 * time.Second},
		"502, 504, 429, then good": {plan: append([]step{{"CreateArtifact", status(502)}, {"CreateArtifact", status(504)}, {"CreateArtifact", status(429)}}, upload...), took: 14250 * time.Millisecond},
		"asked to wait":            {plan: append([]step{{"CreateArtifact", status(429, "Retry-After", "20")}}, upload...), took: 20 * time.Second},
		"asked to wait for long":   {plan: append([]step{{"CreateArtifact", status(429, "Retry-After", "9000")}}, upload...), took: time.Minute},
		"no JSON":                  {plan: append([]step{{"CreateArtifact", says(200, "<html>")}}, upload...), took: 3 * time.Second},
		"a cut connection":         {plan: append([]step{{"CreateArtifact", drop}}, upload...), took: 3 * time.Second},
		"no answer":                {plan: append([]step{{"CreateArtifact", hang}}, upload...), took: 63 * time.Second},
		"five 503":                 {plan: five, want: `artifact "r": announcing it: results.test answered 503 (5 tries)`, took: 24375 * time.Millisecond},
		"a refusal": {
			plan: []step{{"CreateArtifact", says(403, `{"code":"permission_denied","msg":"no"}`)}},
			want: `artifact "r": announcing it: results.test answered 403: permission_denied no; the runtime token is valid only while its job runs`,
		},
		"no storage left": {
			plan: []step{{"CreateArtifact", quota}}, is: artifact.ErrQuota,
			want: `artifact "r": announcing it: results.test answered 429: resource_exhausted Create Artifact Container failed: insufficient usage to store artifacts; the storage quota for artifacts is used up: delete old artifacts or keep them for fewer days; GitHub counts anew every 6 to 12 hours`,
		},
		"no such service": {
			plan: []step{{"CreateArtifact", status(404)}}, is: artifact.ErrUnavailable,
			want: `artifact "r": this step cannot reach the artifacts of its run: announcing it: results.test answered 404; write the reports to files and add a step with actions/upload-artifact`,
		},
		"not ok":     {plan: []step{{"CreateArtifact", says(200, `{"ok":false}`)}}, want: `artifact "r": announcing it: results.test answered 200: not ok`},
		"no address": {plan: []step{{"CreateArtifact", says(200, `{"ok":true,"signed_upload_url":"file:///etc"}`)}}, want: `artifact "r": storing it: the answer of results.test cannot be read: the service gave no web address for it`},
		"a redirect": {plan: []step{{"CreateArtifact", status(307, "Location", "http://elsewhere.test/")}}, want: `artifact "r": announcing it: results.test answered 307`},

		"a block that was lost":        {plan: []step{{"CreateArtifact", nil}, {"block", drop}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", nil}}, took: 3 * time.Second},
		"a block's answer that was":    {plan: []step{{"CreateArtifact", nil}, {"block", lose}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", nil}}, took: 3 * time.Second},
		"a busy storage":               {plan: []step{{"CreateArtifact", nil}, {"block", status(503)}, {"block", status(408)}, {"block", nil}, {"blocklist", status(500)}, {"blocklist", lose}, {"blocklist", nil}, {"FinalizeArtifact", nil}}, took: 15 * time.Second},
		"a storage that stands still":  {plan: []step{{"CreateArtifact", nil}, {"block", hang}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", nil}}, took: 5*time.Minute + 3*time.Second},
		"an address that is too old":   {plan: []step{{"CreateArtifact", nil}, {"block", status(403, "X-Ms-Error-Code", "AuthenticationFailed")}}, want: `artifact "r": storing block 1 of 1: blobs.test answered 403: AuthenticationFailed`},
		"a storage that sends us on":   {plan: []step{{"CreateArtifact", nil}, {"block", status(307, "Location", "http://elsewhere.test/")}}, want: `artifact "r": storing block 1 of 1: blobs.test answered 307`},
		"the end that was not heard":   {plan: []step{{"CreateArtifact", nil}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", drop}, {"FinalizeArtifact", nil}}, took: 3 * time.Second},
		"the end's answer that is not": {plan: []step{{"CreateArtifact", nil}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", lose}, {"FinalizeArtifact", nil}, {"ListArtifacts", nil}}, took: 3 * time.Second},
		"the end that another took": {
			plan: []step{{"CreateArtifact", nil}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", drop}, {"FinalizeArtifact", says(404, `{"code":"not_found","msg":"gone"}`)}, {"ListArtifacts", nil}}, took: 3 * time.Second, is: artifact.ErrNotFound,
			want: `artifact "r": completing it: results.test answered 404 (2 tries): not_found gone; the run has no such artifact`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, false, tc.plan...)
				start := time.Now()
				got, err := s.client().Upload(t.Context(), "r", []artifact.File{file("a", "1")})
				if took := time.Since(start); took != tc.took {
					t.Errorf("took %s, want %s", took, tc.took)
				}
				if tc.want == "" {
					if err != nil {
						t.Fatal(err)
					}
					if got.ID == 0 || digest(s.content("r")) != got.Digest {
						t.Errorf("%+v", got)
					}
					return
				}
				if err == nil || err.Error() != tc.want || tc.is != nil && !errors.Is(err, tc.is) {
					t.Errorf("error %v\nwant %s", err, tc.want)
				}
				if errors.Is(err, context.DeadlineExceeded) {
					t.Error("looks like the caller's deadline")
				}
			})
		})
	}
}

// Where blocks are appended as they come, one that may have arrived is never
// sent again.
func TestActIsNeverSentABlockTwice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, true, append([]step{
			{"CreateArtifact", nil}, {"block", nil}, {"block", lose},
			{"CreateArtifact", nil}, {"block", status(503)},
		}, steps("CreateArtifact", "block", "block", "blocklist", "FinalizeArtifact")...)...)
		content := strings.Repeat("\x00", 9<<20)
		if _, err := s.client().UploadRaw(t.Context(), "r", file("r", content), "application/zip"); err != nil {
			t.Fatal(err)
		}
		if string(s.content("r")) != content {
			t.Errorf("%d bytes, want %d", len(s.content("r")), len(content))
		}
	})
}

func TestActIsGivenUpAfterThreeBeginnings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var plan []step
		for range 3 {
			plan = append(plan, step{"CreateArtifact", nil}, step{"block", drop})
		}
		_, err := serve(t, true, plan...).client().Upload(t.Context(), "r", []artifact.File{file("a", "1")})
		if err == nil || !strings.HasPrefix(err.Error(), `artifact "r": storing block 1 of 1: no answer from results.test (3 tries): `) {
			t.Errorf("error %v", err)
		}
	})
}

func TestSecretsAreMaskedAndInNoError(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		tok := token(githubRun, githubJob)
		leak := func(s *server, w http.ResponseWriter, r *http.Request) {
			says(400, `{"code":"`+tok+`","msg":"`+tok+` si/gn+ature=101 si%2Fgn%2Bature%3D101"}`)(s, w, r)
		}
		s := serve(t, false, []step{
			{"CreateArtifact", nil}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", leak},
			{"CreateArtifact", says(200, `{"ok":true,"signedUploadUrl":"http://blobs.test/x?sig=not%2Ftheir+own"}`)}, {"block", nil},
		}...)
		c := s.client()
		for _, name := range []string{"one", "two"} {
			_, err := c.Upload(t.Context(), name, []artifact.File{file("a", "1")})
			if err == nil {
				t.Fatal("no error")
			}
			for _, secret := range []string{tok, "si/gn+ature=101", "si%2Fgn%2Bature%3D101", "their"} {
				if strings.Contains(err.Error(), secret) {
					t.Errorf("%q in %v", secret, err)
				}
			}
		}
		for _, secret := range []string{tok, "si/gn+ature=101", "si%2Fgn%2Bature%3D101", "not/their own", "not%2Ftheir+own"} {
			if !contains(s.masked, secret) {
				t.Errorf("%q was not masked", secret)
			}
		}
	})
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// transport answers requests without a connection.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestAnAddressMustBeAsSafeAsTheService(t *testing.T) {
	t.Parallel()
	o := artifact.Options{
		ResultsURL: "https://results.test/", RuntimeToken: token(githubRun, githubJob), Now: time.Now, Temp: t.TempDir(),
		HTTP: &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			if r.URL.Scheme != "https" {
				t.Errorf("asked %s", r.URL)
			}
			return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader(`{"ok":true,"signed_upload_url":"http://blobs.test/?sig=abcdefghi"}`))}, nil
		})},
	}
	c, err := artifact.New(o)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Upload(t.Context(), "r", []artifact.File{file("a", "1")})
	if err == nil || !strings.HasSuffix(err.Error(), "the service gave an address that is not https") {
		t.Errorf("error %v", err)
	}
}

func TestANewClientNeedsAccess(t *testing.T) {
	t.Parallel()
	const reach, way = "this step cannot reach the artifacts of its run: ", "; write the reports to files and add a step with actions/upload-artifact"
	good := token(githubRun, githubJob)
	for name, tc := range map[string]struct {
		token, url string
		own        bool
		want       string
	}{
		"a run: step": {"", "", false, reach + "it has no ACTIONS_RUNTIME_TOKEN, which only steps that use an action get" + way},
		"a server of one's own": {
			"", "", true, reach + "it has no ACTIONS_RUNTIME_TOKEN, which only steps that use an action get" + way + "@v3, as GitHub Enterprise Server has no newer service",
		},
		"no results": {good, "", false, reach + "it has no ACTIONS_RESULTS_URL" + way},
		"no address": {good, "results", false, reach + "its ACTIONS_RESULTS_URL is no web address" + way},
		"no token":   {"secret", "https://r.test", false, reach + "its ACTIONS_RUNTIME_TOKEN is no JSON web token" + way},
		"no base64":  {"a.!.c", "https://r.test", false, reach + "its ACTIONS_RUNTIME_TOKEN is no JSON web token" + way},
		"no claims":  {"a.bm8.c", "https://r.test", false, reach + "its ACTIONS_RUNTIME_TOKEN is no JSON web token with scopes" + way},
		"no ids":     {token("a:b", "c"), "https://r.test", false, reach + "its ACTIONS_RUNTIME_TOKEN does not cover the results of a run" + way},
		"good":       {good, "https://r.test/x?y", true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := artifact.New(artifact.Options{ResultsURL: tc.url, RuntimeToken: tc.token, Enterprise: tc.own, HTTP: &http.Client{}})
			if tc.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, artifact.ErrUnavailable) || err.Error() != tc.want {
				t.Errorf("error %v\nwant %s", err, tc.want)
			}
		})
	}
	if _, err := artifact.New(artifact.Options{ResultsURL: "https://r.test", RuntimeToken: good, HTTP: &http.Client{}, RetentionDays: -1}); err == nil || errors.Is(err, artifact.ErrUnavailable) {
		t.Errorf("error %v", err)
	}
}
