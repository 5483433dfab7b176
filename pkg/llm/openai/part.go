package openai

import (
	"encoding/base64"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// appendPart writes one piece of a message's content. Data and files of text
// go as text, since the API takes neither.
func appendPart(b []byte, p *eval.Part) ([]byte, error) {
	if p.Attachment != nil && p.Attachment.Body == nil && p.Attachment.Bytes > 0 {
		return nil, fmt.Errorf("attachment %q was not read", p.Attachment.Path)
	}
	if p.Attachment == nil && p.URL == "" && (p.Type == eval.PartImage || p.Type == eval.PartFile) {
		return nil, fmt.Errorf("%s has no content", p.Type)
	}
	switch p.Type {
	case eval.PartText:
		return appendText(b, p.Text), nil
	case eval.PartImage:
		return appendImage(b, p), nil
	case eval.PartAudio:
		return appendAudio(b, p)
	case eval.PartFile:
		return appendFile(b, p), nil
	case eval.PartData:
		return appendText(b, p.Data.Canonical()), nil
	default:
		return nil, fmt.Errorf("content of type %q cannot be sent to this connector", p.Type)
	}
}

func appendText(b []byte, text string) []byte {
	b = append(b, `{"type":"text","text":`...)
	b = quote(b, text)
	return append(b, '}')
}

func appendImage(b []byte, p *eval.Part) []byte {
	b = append(b, `{"type":"image_url","image_url":{"url":`...)
	b = appendAddress(b, p)
	if p.Detail != "" {
		b = append(b, `,"detail":`...)
		b = quote(b, p.Detail)
	}
	return append(b, `}}`...)
}

func appendAudio(b []byte, p *eval.Part) ([]byte, error) {
	format, inline := p.Format, ""
	switch {
	case p.Attachment != nil:
		if format == "" {
			format = audioFormat(p.Attachment.MIME)
		}
	case p.Data.Kind() == eval.String:
		inline, _ = p.Data.Str()
	default:
		mime, data, ok := strings.Cut(strings.TrimPrefix(p.URL, "data:"), ";base64,")
		if !ok || !strings.HasPrefix(p.URL, "data:") {
			return nil, errors.New("audio must be a file or inline data, the API takes no URL")
		}
		inline = data
		if format == "" {
			format = audioFormat(mime)
		}
	}
	if format == "" {
		return nil, errors.New("audio has no format (for example wav or mp3)")
	}
	b = append(b, `{"type":"input_audio","input_audio":{"data":`...)
	if p.Attachment != nil {
		b = append(b, '"')
		b = base64.StdEncoding.AppendEncode(b, p.Attachment.Body)
		b = append(b, '"')
	} else {
		b = quote(b, inline)
	}
	b = append(b, `,"format":`...)
	b = quote(b, format)
	return append(b, `}}`...), nil
}

// audioFormat is the API's word for a MIME type of audio.
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

func appendFile(b []byte, p *eval.Part) []byte {
	name := p.Name
	if name == "" && p.Attachment != nil {
		name = path.Base(strings.ReplaceAll(p.Attachment.Path, `\`, "/"))
	}
	if name == "" {
		name = "file"
	}
	if a := p.Attachment; a != nil && isText(a) {
		return appendText(b, name+":\n"+string(a.Body))
	}
	b = append(b, `{"type":"file","file":{"filename":`...)
	b = quote(b, name)
	b = append(b, `,"file_data":`...)
	b = appendAddress(b, p)
	return append(b, `}}`...)
}

func isText(a *eval.Attachment) bool {
	mime, _, _ := strings.Cut(a.MIME, ";")
	return (strings.HasPrefix(mime, "text/") || mime == "application/json") && utf8.Valid(a.Body)
}

// appendAddress writes the part's URL, or its bytes as a data URL.
func appendAddress(b []byte, p *eval.Part) []byte {
	if p.Attachment == nil {
		return quote(b, p.URL)
	}
	b = quote(b, "data:"+p.Attachment.MIME+";base64,")
	b = base64.StdEncoding.AppendEncode(b[:len(b)-1], p.Attachment.Body)
	return append(b, '"')
}
