package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// mergeOf is true or false, or files.
func mergeOf(dst *Merge) Value {
	return &value{kind: "true|FILE", set: func(s string) error {
		var artifacts bool
		switch err := boolean(&artifacts).Set(s); {
		case strings.TrimSpace(s) == "":
			return errors.New("it is empty")
		case err != nil:
			dst.Files = append(dst.Files, s)
		case artifacts:
			dst.Artifacts = true
		}
		if dst.Artifacts && len(dst.Files) > 0 {
			return errors.New("want true or files, not both (true are the artifacts of this run)")
		}
		return nil
	}, show: func() string {
		if dst.Artifacts {
			return "true"
		}
		return strings.Join(dst.Files, "\n")
	}, many: true}
}

// maxDays is the longest that GitHub keeps an artifact anywhere.
const maxDays = 400

func days(dst *int) Value {
	return &value{kind: "DAYS", set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > maxDays {
			return fmt.Errorf("want a whole number from 1 to %d", maxDays)
		}
		*dst = n
		return nil
	}, show: func() string {
		if *dst == 0 {
			return ""
		}
		return strconv.Itoa(*dst)
	}}
}

// artifactName is a name that GitHub's servers take.
func artifactName(dst *string) Value {
	return &value{kind: "NAME", set: func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it is empty")
		}
		if strings.ContainsAny(s, "\":<>|*?\r\n\\/") {
			return errors.New("none of \" : < > | * ? \\ / may stand in it")
		}
		*dst = s
		return nil
	}, show: func() string { return *dst }}
}
