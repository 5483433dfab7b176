package dataset

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// maxAttachment is the size of the largest attachment, in bytes: 20 MiB.
const maxAttachment = 20 << 20

const scheme = "file://"

// attachment reads the source of a part, which names a local file, and looks
// at the file without keeping its content; nil when it cannot be used.
func (d *decoder) attachment(f *source.Fields) *eval.Attachment {
	text, n := d.filled(f, "source"), f.Node("source")
	if text == "" {
		return nil
	}
	name, ok := strings.CutPrefix(text, scheme)
	if !ok {
		d.faults.At(n.Pos, f.Path("source"), "want a %s path, got %q", scheme, eval.Clip(text)).Hint = sourceHint(text)
		return nil
	}
	if name == "" {
		d.faults.At(n.Pos, f.Path("source"), "no path after %s", scheme)
		return nil
	}
	if d.scripted {
		return d.attached(name, n, f.Path("source"))
	}
	file, shown := filepath.FromSlash(name), name
	if !filepath.IsAbs(file) {
		file = filepath.Join(filepath.Dir(d.in.Path), file)
		shown = path.Join(path.Dir(filepath.ToSlash(d.in.Name)), name)
	}
	facts, known := d.files[file]
	if !known {
		facts = lookAt(file)
		d.files[file] = facts
	}
	if facts.fault != "" {
		problem := d.faults.At(n.Pos, f.Path("source"), "attachment %q: %s", eval.Clip(name), facts.fault)
		if shown != name {
			problem.Hint = "looked at " + strconv.Quote(eval.Clip(shown)) + ", beside the case file"
		}
		return nil
	}
	return &eval.Attachment{Path: name, MIME: facts.mime, Bytes: facts.bytes, File: file, Pos: n.Pos}
}

func sourceHint(text string) string {
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "data:") {
		return `what is no local file goes into "url"`
	}
	return "write " + strconv.Quote(scheme+eval.Clip(text))
}

// fileFacts is what is known of a file that cases attach.
type fileFacts struct {
	mime  string
	bytes int64
	fault string // why it cannot be used
}

// lookAt finds out whether a file can be attached. A file that is not regular
// is not opened: that could wait for ever.
func lookAt(file string) fileFacts {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return fileFacts{fault: reason(err)}
	case info.IsDir():
		return fileFacts{fault: "it is a folder"}
	case !info.Mode().IsRegular():
		return fileFacts{fault: "it is not a regular file"}
	case info.Size() > maxAttachment:
		return fileFacts{fault: tooLarge(info.Size())}
	}
	f, err := os.Open(file)
	if err != nil {
		return fileFacts{fault: reason(err)}
	}
	defer f.Close()
	facts := fileFacts{mime: mimeByExtension(filepath.Ext(file)), bytes: info.Size()}
	if facts.mime == "" {
		if facts.mime, err = sniff(f); err != nil {
			return fileFacts{fault: reason(err)}
		}
	}
	return facts
}

func tooLarge(size int64) string {
	return fmt.Sprintf("%d bytes are over the limit of %d MiB", size, maxAttachment>>20)
}

// reason is why a file cannot be had, in a few words.
func reason(err error) string {
	if errors.Is(err, fs.ErrNotExist) {
		return "there is no such file"
	}
	return eval.Bare(err).Error()
}

// url reads a place the provider fetches, or inline data; "" when it is
// neither.
func (d *decoder) url(n *source.Node, path string) string {
	if n.Kind() != eval.String {
		d.faults.At(n.Pos, path, "want text, got %s", source.Describe(n))
		return ""
	}
	text := share(n)
	if data, ok := strings.CutPrefix(text, "data:"); ok {
		if fault := checkData(data); fault != "" {
			d.faults.At(n.Pos, path, "%s", fault)
		}
		return text
	}
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		if u, err := url.Parse(text); err == nil && u.Host != "" {
			return text
		}
	}
	problem := d.faults.At(n.Pos, path, "want an http, https or data URL, got %s", source.Describe(n))
	if strings.HasPrefix(text, scheme) {
		problem.Hint = `a local file goes into "source" of a part of type image, audio or file`
	}
	return ""
}

// checkData says what is wrong with what follows "data:" in a URL (RFC 2397).
func checkData(text string) string {
	head, body, ok := strings.Cut(text, ",")
	switch {
	case !ok:
		return "the data URL has no comma before its data"
	case strings.HasSuffix(head, ";base64"):
		return checkBase64(body)
	case len(body) > maxAttachment:
		return tooLarge(int64(len(body)))
	default:
		return ""
	}
}

// checkBase64 says what is wrong with encoded data.
func checkBase64(text string) string {
	size, err := io.Copy(io.Discard, base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))
	switch {
	case err != nil:
		return "the data is not base64"
	case size == 0:
		return "there is no data"
	case size > maxAttachment:
		return tooLarge(size)
	default:
		return ""
	}
}
