package artifact

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
)

// scope is which run and job a token speaks for, in the service's own ids.
type scope struct {
	run, job string
}

// standIn reports whether the service is not GitHub's but one that acts as
// if, such as act's and Gitea's: GitHub's ids are UUIDs, theirs are numbers.
// Those append blocks in the order of arrival and drop the connection instead
// of listing nothing.
func (s scope) standIn() bool {
	return strings.Trim(s.run, "0123456789") == ""
}

// scopeOf reads a token without checking its signature, which only the
// service can do.
func scopeOf(token string) (scope, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return scope{}, errors.New("is no JSON web token")
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return scope{}, errors.New("is no JSON web token")
	}
	var claims struct {
		Scopes string `json:"scp"`
	}
	if err := json.Unmarshal(payload, &claims); err != nil {
		return scope{}, errors.New("is no JSON web token with scopes")
	}
	for word := range strings.FieldsSeq(claims.Scopes) {
		ids, ok := strings.CutPrefix(word, "Actions.Results:")
		if !ok {
			continue
		}
		run, job, ok := strings.Cut(ids, ":")
		if ok && isID(run) && isID(job) {
			return scope{run, job}, nil
		}
	}
	return scope{}, errors.New("does not cover the results of a run")
}

func isID(s string) bool {
	if s == "" || len(s) > 100 {
		return false
	}
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '_' {
			return false
		}
	}
	return true
}
