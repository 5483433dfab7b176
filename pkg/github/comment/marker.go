package comment

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Key tells the comments of one pull request apart, each with a life of its
// own: those of different workflows, jobs, or names within a job.
type Key struct {
	Workflow string
	Job      string
	Name     string
}

// Run is which run a comment shows. A later attempt of the same run is newer.
type Run struct {
	ID      int64
	Attempt int
	HeadSHA string
}

func (r Run) newerThan(other Run) bool {
	if r.ID != other.ID {
		return r.ID > other.ID
	}
	return r.Attempt > other.Attempt
}

// marker is the first line of our comments, which GitHub does not show. All in
// it is of a fixed form, so that no name of a workflow can end it early, and
// only a comment that begins with it has one, so that no text can forge it.
type marker struct {
	key    string
	run    Run
	digest string
}

var markerLine = regexp.MustCompile(`^<!-- surefoot-comment v1 key=([0-9a-f]{32}) run=([0-9]{1,19})\.([0-9]{1,9}) sha=([0-9a-f]{32,64}|-) digest=([0-9a-f]{32}|-) -->(\r?\n|$)`)

func (m marker) String() string {
	return fmt.Sprintf("<!-- surefoot-comment v1 key=%s run=%d.%d sha=%s digest=%s -->",
		m.key, max(0, m.run.ID), max(0, m.run.Attempt), orNone(m.run.HeadSHA), orNone(m.digest))
}

// readMarker is the marker a comment begins with, and the text after it.
func readMarker(body string) (m marker, text string, found bool) {
	parts := markerLine.FindStringSubmatch(body)
	if parts == nil {
		return marker{}, "", false
	}
	id, err := strconv.ParseInt(parts[2], 10, 64)
	if err != nil {
		return marker{}, "", false
	}
	attempt, _ := strconv.Atoi(parts[3]) // the pattern allows no other
	m = marker{
		key:    parts[1],
		run:    Run{ID: id, Attempt: attempt, HeadSHA: strings.TrimPrefix(parts[4], "-")},
		digest: strings.TrimPrefix(parts[5], "-"),
	}
	return m, body[len(parts[0]):], true
}

// orNone is a hash as hexadecimal digits; anything else is left out.
func orNone(hash string) string {
	if len(hash) < 32 || len(hash) > 64 || strings.Trim(hash, "0123456789abcdef") != "" {
		return "-"
	}
	return hash
}

// digest is a short stand-in for texts. Their lengths keep ("a", "bc") and
// ("ab", "c") apart.
func digest(texts ...string) string {
	h := sha256.New()
	for _, text := range texts {
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// harmless is a text in which no hidden comment begins, so that nothing in it
// can pass for a marker or hide what follows.
func harmless(text string) string {
	return strings.ReplaceAll(text, "<!--", "<\u200b!--")
}
