package artifact_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// asked is the union of all requests that act knows.
type asked struct {
	Run        string  `json:"workflow_run_backend_id"`
	Job        string  `json:"workflow_job_run_backend_id"`
	Name       string  `json:"name,omitempty"`
	Version    int     `json:"version,omitempty"`
	ExpiresAt  string  `json:"expires_at,omitempty"`
	NameFilter *string `json:"name_filter,omitempty"`
	Size       string  `json:"size,omitempty"`
	Hash       string  `json:"hash,omitempty"`
}

// service answers as the artifact service does.
func (s *server) service(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	run, job := s.scope()
	if got := r.Header.Get("Authorization"); got != "Bearer "+token(run, job) {
		s.t.Errorf("authorized with %q", got)
	}
	if r.Host != "results.test" || r.Header.Get("Content-Type") != "application/json" {
		s.t.Errorf("asked %s with %v", r.Host, r.Header)
	}
	var in struct {
		asked
		MimeType string `json:"mime_type,omitempty"`
	}
	var into any = &in
	if s.act {
		into = &in.asked
	}
	body, err := strict(r, into)
	s.bodies = append(s.bodies, body)
	if err != nil {
		if !s.act {
			s.t.Errorf("%v in %s", err, body)
		}
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if in.Run != run {
		s.t.Errorf("asked for the run %q", in.Run)
	}
	switch opOf(r) {
	case "CreateArtifact":
		s.create(w, in.asked, in.MimeType)
	case "FinalizeArtifact":
		s.finalize(w, in.asked)
	case "ListArtifacts":
		s.list(w, in.asked)
	case "GetSignedArtifactURL":
		if a := s.named(w, in.asked); a != nil {
			s.answer(w, map[string]any{s.spelled("signed_url"): s.address(a)})
		}
	case "DeleteArtifact":
		if a := s.named(w, in.asked); a != nil {
			s.stored = slices.DeleteFunc(s.stored, func(b *stored) bool { return a == b })
			s.answer(w, map[string]any{"ok": true, s.spelled("artifact_id"): strconv.FormatInt(a.id, 10)})
		}
	default:
		s.t.Errorf("there is no method %s", r.URL.Path)
	}
}

func (s *server) answer(w http.ResponseWriter, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(body)
}

// spelled is a field's name as this server writes it.
func (s *server) spelled(snake string) string {
	if !s.act {
		return snake
	}
	parts := strings.Split(snake, "_")
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}

func refuse(w http.ResponseWriter, code int, name, msg string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(map[string]string{"code": name, "msg": msg})
}

func (s *server) create(w http.ResponseWriter, in asked, mediaType string) {
	if s.act {
		s.stored = slices.DeleteFunc(s.stored, func(a *stored) bool { return a.name == in.Name })
	} else if slices.ContainsFunc(s.stored, func(a *stored) bool { return a.name == in.Name }) {
		refuse(w, http.StatusConflict, "already_exists", "an artifact with this name already exists on the workflow run")
		return
	}
	if in.Version != 4 && in.Version != 7 || (in.Version == 7) != (mediaType != "") {
		s.t.Errorf("version %d of type %q", in.Version, mediaType)
	}
	if mediaType == "" {
		mediaType = "application/zip"
	}
	s.nextID++
	a := &stored{id: s.nextID, run: in.Run, job: in.Job, name: in.Name, mediaType: mediaType, blocks: map[string][]byte{}, expires: in.ExpiresAt}
	s.stored = append(s.stored, a)
	s.answer(w, map[string]any{"ok": true, s.spelled("signed_upload_url"): s.address(a)})
}

// address is a signed one. Its signature has characters that are escaped.
func (s *server) address(a *stored) string {
	host := "blobs.test"
	if s.act {
		host = "results.test"
	}
	return "http://" + host + "/" + url.PathEscape(a.name) + "?se=2026&sp=cw&sig=" + url.QueryEscape(signature(a)) + "&id=" + strconv.FormatInt(a.id, 10)
}

func signature(a *stored) string { return "si/gn+ature=" + strconv.FormatInt(a.id, 10) }

func (s *server) named(w http.ResponseWriter, in asked) *stored {
	for _, a := range s.stored {
		if a.name == in.Name && (a.done || s.act) {
			if a.run != in.Run || a.job != in.Job {
				s.t.Errorf("%q is of job %s, asked for with %s", a.name, a.job, in.Job)
			}
			return a
		}
	}
	refuse(w, http.StatusNotFound, "not_found", "workflow run artifact not found")
	return nil
}

func (s *server) finalize(w http.ResponseWriter, in asked) {
	for _, a := range s.stored {
		if a.name != in.Name || a.done {
			continue
		}
		sum := sha256.Sum256(a.content)
		if want := "sha256:" + hex.EncodeToString(sum[:]); in.Hash != want || in.Size != strconv.Itoa(len(a.content)) {
			s.t.Errorf("finalized with %s of %s bytes, want %s of %d", in.Hash, in.Size, want, len(a.content))
		}
		if a.committed != a.mediaType && !s.act {
			s.t.Errorf("stored as %q, want %q", a.committed, a.mediaType)
		}
		a.done, a.digest = true, in.Hash
		s.answer(w, map[string]any{"ok": true, s.spelled("artifact_id"): strconv.FormatInt(a.id, 10)})
		return
	}
	refuse(w, http.StatusNotFound, "not_found", "no upload of that name")
}

func (s *server) list(w http.ResponseWriter, in asked) {
	if s.act && len(s.stored) == 0 {
		panic(http.ErrAbortHandler)
	}
	all := []any{}
	for _, a := range s.stored {
		if !a.done && !s.act || in.NameFilter != nil && *in.NameFilter != a.name {
			continue
		}
		one := map[string]any{
			s.spelled("workflow_run_backend_id"): a.run, s.spelled("workflow_job_run_backend_id"): a.job,
			s.spelled("database_id"): strconv.FormatInt(a.id, 10), "name": a.name,
			"size": strconv.Itoa(len(a.content)), s.spelled("created_at"): time.Unix(1_800_000_000, 0).UTC().Format(time.RFC3339),
		}
		if !s.act {
			one["digest"] = a.digest
		}
		all = append(all, one)
	}
	s.answer(w, map[string]any{"artifacts": all})
}

// storage answers as Azure does, or as act does in its place.
func (s *server) storage(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	q := r.URL.Query()
	i := slices.IndexFunc(s.stored, func(a *stored) bool { return strconv.FormatInt(a.id, 10) == q.Get("id") })
	if i < 0 || q.Get("sig") != signature(s.stored[i]) {
		w.Header().Set("X-Ms-Error-Code", "AuthenticationFailed")
		w.WriteHeader(http.StatusForbidden)
		io.WriteString(w, "<Error>the string to sign was "+q.Get("sig")+"</Error>")
		return
	}
	a := s.stored[i]
	switch opOf(r) {
	case "GET":
		w.Write(a.content)
	case "block":
		s.block(w, a, q.Get("blockid"), body)
	case "blocklist":
		s.commit(w, r, a, body)
	default:
		s.t.Errorf("%s %s", r.Method, r.URL)
	}
}

func (s *server) block(w http.ResponseWriter, a *stored, id string, body []byte) {
	raw, err := base64.StdEncoding.DecodeString(id)
	if err != nil || len(raw) == 0 || len(raw) > 64 {
		s.t.Errorf("the block's id is %q", id)
	}
	for other := range a.blocks {
		if len(other) != len(id) {
			s.t.Errorf("blocks %q and %q differ in length", other, id)
		}
	}
	if a.blocks[id] = body; s.act {
		a.content = append(a.content, body...)
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *server) commit(w http.ResponseWriter, r *http.Request, a *stored, body []byte) {
	var list struct {
		XMLName xml.Name `xml:"BlockList"`
		Latest  []string `xml:"Latest"`
	}
	if err := xml.Unmarshal(body, &list); err != nil || r.Header.Get("X-Ms-Version") == "" {
		s.t.Errorf("%v in %s with %v", err, body, r.Header)
	}
	a.committed = r.Header.Get("X-Ms-Blob-Content-Type")
	if !s.act {
		a.content = nil
		for _, id := range list.Latest {
			block, ok := a.blocks[id]
			if !ok {
				s.t.Errorf("no block %q", id)
			}
			a.content = append(a.content, block...)
		}
		if len(list.Latest) != len(a.blocks) {
			s.t.Errorf("%d blocks listed of %d", len(list.Latest), len(a.blocks))
		}
	}
	w.WriteHeader(http.StatusCreated)
}

// content is what was stored and finalized under a name.
func (s *server) content(name string) []byte {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.stored {
		if a.name == name && a.done {
			return a.content
		}
	}
	s.t.Fatalf("no artifact %q", name)
	return nil
}
