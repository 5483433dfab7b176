package llm

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// CheckPart is the error of a part that no model can be sent, as what it
// stands for is not there.
func CheckPart(p *eval.Part) error {
	if p.Attachment != nil && p.Attachment.Body == nil && p.Attachment.Bytes > 0 {
		return fmt.Errorf("attachment %q was not read", p.Attachment.Path)
	}
	if p.Attachment == nil && p.URL == "" && (p.Type == eval.PartImage || p.Type == eval.PartFile) {
		return fmt.Errorf("%s has no content", p.Type)
	}
	return nil
}

// FileName is what a model is told a file is called, never a whole path.
func FileName(p *eval.Part) string {
	switch {
	case p.Name != "":
		return p.Name
	case p.Attachment != nil && p.Attachment.Path != "":
		return path.Base(strings.ReplaceAll(p.Attachment.Path, `\`, "/"))
	default:
		return "file"
	}
}

// IsText reports whether a file can be given to a model as plain text.
func IsText(a *eval.Attachment) bool {
	mime, _, _ := strings.Cut(a.MIME, ";")
	return (strings.HasPrefix(mime, "text/") || mime == "application/json") && utf8.Valid(a.Body)
}

// InlineData takes a data URL of base64 apart. It is not ok for any other.
func InlineData(url string) (mime, data string, ok bool) {
	rest, isData := strings.CutPrefix(url, "data:")
	mime, data, ok = strings.Cut(rest, ";base64,")
	return mime, data, ok && isData
}

// Audio is the format of a part of audio, by the word of the chat completions
// API, and its data as base64, "" where the bytes are an attachment.
func Audio(p *eval.Part) (format, inline string, err error) {
	mime := ""
	if p.Attachment != nil {
		mime = p.Attachment.MIME
	} else if text, ok := p.Data.Str(); ok {
		inline = text
	} else if mime, inline, ok = InlineData(p.URL); !ok {
		return "", "", errors.New("audio must be a file or inline data, not a URL")
	}
	if format = p.Format; format == "" {
		format = audioFormat(mime)
	}
	if format == "" {
		return "", "", errors.New("audio has no format (for example wav or mp3)")
	}
	return format, inline, nil
}

func audioFormat(mime string) string {
	_, sub, _ := strings.Cut(mime, "/")
	sub, _, _ = strings.Cut(sub, ";")
	switch sub = strings.TrimPrefix(sub, "x-"); sub {
	case "mpeg":
		return "mp3"
	case "wave", "vnd.wave":
		return "wav"
	case "mp4":
		return "m4a"
	default:
		return sub
	}
}
