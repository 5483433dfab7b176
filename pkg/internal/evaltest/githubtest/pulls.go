package githubtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Pull is a pull request beside the one that comments stand under.
type Pull struct {
	Number int
	Branch string // owner:branch it comes from
	Head   string // owner/name it comes from
	SHA    string // its head
	Base   string // owner/name it goes to; "" is surefoot/demo
	Closed bool
}

// Artifact is one that a run left.
type Artifact struct {
	ID      int64
	Run     int64
	Name    string
	Size    int64
	Digest  string
	Expired bool
	Address string // where its bytes are
}

// pulls serves pull requests, false for what is none of theirs.
func (r *Repository) pulls(w http.ResponseWriter, req *http.Request, path string) bool {
	number, isPull := strings.CutPrefix(path, "pulls/")
	sha, isCommit := strings.CutSuffix(strings.TrimPrefix(path, "commits/"), "/pulls")
	switch {
	case isPull:
		for _, p := range r.Pulls {
			if strconv.Itoa(p.Number) == number {
				write(r.t, w, r.show(p, "pull-request"))
				return true
			}
		}
		return false
	case path == "pulls":
		head := req.URL.Query().Get("head")
		r.showAll(w, func(p Pull) bool { return !p.Closed && p.Branch == head })
	case isCommit && strings.HasPrefix(path, "commits/"):
		r.showAll(w, func(p Pull) bool { return p.SHA == sha && strings.HasPrefix(p.Branch, "surefoot:") })
	default:
		return false
	}
	return true
}

func (r *Repository) showAll(w http.ResponseWriter, wanted func(Pull) bool) {
	list := []object{}
	for _, p := range r.Pulls {
		if wanted(p) {
			list = append(list, r.show(p, "pull-request-simple"))
		}
	}
	write(r.t, w, list)
}

func (r *Repository) show(p Pull, schema string) object {
	set := object{"number": p.Number, "state": "open", "head.sha": p.SHA, "head.label": p.Branch, "head.repo.full_name": p.Head}
	if p.Closed {
		set["state"] = "closed"
	}
	base := p.Base
	if base == "" {
		base = "surefoot/demo"
	}
	set["base.repo.full_name"] = base
	return fill(r.t, schema, set)
}

// artifacts serves artifacts, false for what is none of theirs.
func (r *Repository) artifacts(w http.ResponseWriter, req *http.Request, path string) bool {
	run, isList := strings.CutSuffix(strings.TrimPrefix(path, "actions/runs/"), "/artifacts")
	id, isZip := strings.CutSuffix(strings.TrimPrefix(path, "actions/artifacts/"), "/zip")
	switch {
	case isList:
		list := []object{}
		name := req.URL.Query().Get("name")
		for _, a := range r.Artifacts {
			if strconv.FormatInt(a.Run, 10) != run || name != "" && a.Name != name {
				continue
			}
			shown := fill(r.t, "artifact", object{"id": a.ID, "name": a.Name, "size_in_bytes": a.Size, "expired": a.Expired, "created_at": stamp})
			if a.Digest != "" {
				shown["digest"] = a.Digest
			}
			list = append(list, shown)
		}
		write(r.t, w, object{"total_count": len(list), "artifacts": list})
	case isZip:
		at := slices.IndexFunc(r.Artifacts, func(a Artifact) bool { return strconv.FormatInt(a.ID, 10) == id })
		switch {
		case at < 0:
			return false
		case r.Artifacts[at].Expired:
			Refuse(w, http.StatusGone, fmt.Sprintf("Artifact %s has expired", id))
		default:
			w.Header().Set("Location", r.Artifacts[at].Address)
			w.WriteHeader(http.StatusFound)
		}
	default:
		return false
	}
	return true
}
