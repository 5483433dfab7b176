package extract

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"regexp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
)

// Format is what a case is written as.
type Format string

// The formats.
const (
	Markdown Format = "markdown"
	JSON     Format = "json"
)

// Formats are the formats there are.
func Formats() []Format { return []Format{Markdown, JSON} }

// Ext is the extension of the format's files.
func (f Format) Ext() string {
	if f == JSON {
		return ".json"
	}
	return ".md"
}

// Write writes one case and its trials, one of them in memory at a time where
// the format allows it.
func Write(w io.Writer, f Format, c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
	if f == JSON {
		return json.WriteCase(w, c, trials)
	}
	hash := sha256.New()
	if err := writePage(io.MultiWriter(w, hash), c, trials); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, seal, hex.EncodeToString(hash.Sum(nil)))
	return err
}

// seal is the last line of a page. It holds the hash of what stands before, so
// that remarks somebody wrote into the page are not lost.
const seal = "<!-- surefoot extract %s -->\n"

var (
	sealed  = regexp.MustCompile(`<!-- surefoot extract ([0-9a-f]{64}) -->\r?\n?$`)
	jsonTop = regexp.MustCompile(`^\{\s*"schema_version": ?\d+,\s*"type": ?"extract",`)
)

// Ours reports whether content is an extract nobody changed, which may be
// replaced by a later one.
func Ours(content []byte) bool {
	if jsonTop.Match(content) {
		return true
	}
	tail := content[max(0, len(content)-128):]
	at := sealed.FindSubmatchIndex(tail)
	if at == nil {
		return false
	}
	body := content[:len(content)-len(tail)+at[0]]
	sum := sha256.Sum256(body)
	return bytes.Equal(tail[at[2]:at[3]], []byte(hex.EncodeToString(sum[:])))
}
