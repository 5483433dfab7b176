package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// kindOf is what a part reaches the model as. A file goes as what it is.
func kindOf(p *eval.Part) string {
	if p.Type != eval.PartFile || p.Attachment == nil {
		return p.Type
	}
	switch mime := p.Attachment.MIME; {
	case isText(mime):
		return eval.PartText
	case strings.HasPrefix(mime, "image/"):
		return eval.PartImage
	case strings.HasPrefix(mime, "audio/"):
		return eval.PartAudio
	default:
		return eval.PartFile
	}
}

func isText(mime string) bool {
	mime, _, _ = strings.Cut(mime, ";")
	switch mime {
	case "application/json", "application/xml", "application/yaml", "application/javascript":
		return true
	}
	return strings.HasPrefix(mime, "text/") || strings.HasSuffix(mime, "+json") || strings.HasSuffix(mime, "+xml")
}

// mismatch says that an attachment is not what its part calls it.
func mismatch(p *eval.Part) string {
	if p.Attachment == nil || p.Type != eval.PartImage && p.Type != eval.PartAudio {
		return ""
	}
	if mime := p.Attachment.MIME; !strings.HasPrefix(mime, p.Type+"/") {
		return "is " + mime + ", which is no " + p.Type
	}
	return ""
}

// load reads the attachments of messages. It gives the messages as the model
// gets them, and as a report keeps them: with the facts of the files, without
// their bytes. The messages given are not changed, as all trials share them.
func load(messages []eval.Message, parsed bool) (sent, kept []eval.Message, err error) {
	sent, kept = messages, messages
	for i, m := range messages {
		for j := range m.Content.Parts {
			if m.Content.Parts[j].Attachment == nil {
				continue
			}
			if &sent[0] == &messages[0] {
				sent, kept = clone(messages), clone(messages)
			}
			full, err := read(m.Content.Parts[j].Attachment)
			if err != nil {
				return nil, kept, err
			}
			facts := *full
			facts.Body = nil
			kept[i].Content.Parts[j].Attachment = &facts
			part := &sent[i].Content.Parts[j]
			part.Attachment = full
			if parsed {
				if err := parse(part); err != nil {
					return nil, kept, err
				}
			}
		}
	}
	return sent, kept, nil
}

func clone(messages []eval.Message) []eval.Message {
	copies := append([]eval.Message(nil), messages...)
	for i := range copies {
		if parts := copies[i].Content.Parts; parts != nil {
			copies[i].Content.Parts = append([]eval.Part(nil), parts...)
		}
	}
	return copies
}

// read reads an attached file, which must be as it was when the case was
// loaded.
func read(a *eval.Attachment) (*eval.Attachment, error) {
	fault := func(format string, args ...any) error {
		message := fmt.Sprintf("attachment %q: ", eval.Clip(a.Path)) + fmt.Sprintf(format, args...)
		return &target.Fault{Pos: a.Pos, Message: message}
	}
	f, err := os.Open(a.File)
	if err != nil {
		return nil, fault("%v", eval.Bare(err))
	}
	defer f.Close()
	body, err := io.ReadAll(io.LimitReader(f, a.Bytes+1))
	if err != nil {
		return nil, fault("cannot be read: %v", err)
	}
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:])
	if int64(len(body)) != a.Bytes || a.SHA256 != "" && a.SHA256 != digest {
		return nil, fault("the file has changed since the case was loaded")
	}
	full := *a
	full.Body, full.SHA256 = body, digest
	return &full, nil
}

// parse turns a file into what models take: a text into a text part that
// names it, images and sounds into parts of their own.
func parse(p *eval.Part) error {
	switch kind := kindOf(p); kind {
	case eval.PartText:
		a := p.Attachment
		if !utf8.Valid(a.Body) {
			return &target.Fault{Pos: a.Pos, Message: fmt.Sprintf("attachment %q is %s, but not in UTF-8", eval.Clip(a.Path), a.MIME)}
		}
		name := p.Name
		if name == "" {
			name = path.Base(a.Path)
		}
		*p = eval.Part{Type: eval.PartText, Text: quoteFile(name, strings.TrimPrefix(string(a.Body), "\ufeff"))}
	default:
		p.Type = kind
	}
	return nil
}

// quoteFile shows a text file in a prompt: its name, and its text between
// fences longer than any in it.
func quoteFile(name, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	language := strings.TrimPrefix(path.Ext(name), ".")
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return "[" + name + "]\n" + fence + language + "\n" + text + fence
}
