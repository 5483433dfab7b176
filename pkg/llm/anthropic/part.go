package anthropic

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// The media types the API takes.
var imageTypes = []string{"image/jpeg", "image/png", "image/gif", "image/webp"}

const (
	pdfType  = "application/pdf"
	textType = "text/plain"
)

// partBlock is one piece of a message's content. Data goes as text.
func partBlock(p *eval.Part) ([]byte, error) {
	if err := llm.CheckPart(p); err != nil {
		return nil, err
	}
	switch p.Type {
	case eval.PartText:
		return textBlock(p.Text), nil
	case eval.PartData:
		return textBlock(p.Data.Canonical()), nil
	case eval.PartImage, eval.PartFile:
		return fileBlock(p)
	case eval.PartAudio:
		return nil, errors.New("audio cannot be sent: the API takes none")
	default:
		return nil, fmt.Errorf("content of type %q cannot be sent to this connector", p.Type)
	}
}

// textBlock is a text, but for an empty one, which the API refuses and which
// says nothing.
func textBlock(text string) []byte {
	if text == "" {
		return nil
	}
	b := append([]byte(nil), `{"type":"text","text":`...)
	return append(wire.Quote(b, text), '}')
}

// fileBlock is an image or a document, by what the file is and not by what
// its part is called.
func fileBlock(p *eval.Part) ([]byte, error) {
	if p.Attachment != nil {
		return attachmentBlock(p)
	}
	mime, data, inline := llm.InlineData(p.URL)
	switch {
	case inline:
		return inlineBlock(p, mediaType(mime), data)
	case strings.HasPrefix(p.URL, "data:"):
		return nil, errors.New("a data URL must be in base64")
	}
	block := "document"
	if p.Type == eval.PartImage {
		block = "image"
	}
	b := append([]byte(nil), `{"type":"`+block+`","source":{"type":"url","url":`...)
	b = wire.Quote(b, p.URL)
	b = append(b, '}')
	return closeBlock(b, block, p), nil
}

func attachmentBlock(p *eval.Part) ([]byte, error) {
	a := p.Attachment
	if llm.IsText(a) {
		b := append([]byte(nil), `{"type":"document","source":{"type":"text","media_type":"`+textType+`","data":`...)
		b = wire.Quote(b, string(a.Body))
		b = append(b, '}')
		return closeBlock(b, "document", p), nil
	}
	kind := mediaType(a.MIME)
	block, err := blockOf(kind, p)
	if err != nil {
		return nil, err
	}
	b := openData(block, kind, base64.StdEncoding.EncodedLen(len(a.Body)))
	b = append(b, '"')
	b = base64.StdEncoding.AppendEncode(b, a.Body)
	return closeBlock(append(b, `"}`...), block, p), nil
}

func inlineBlock(p *eval.Part, kind, data string) ([]byte, error) {
	block, err := blockOf(kind, p)
	if err != nil {
		return nil, err
	}
	b := wire.Quote(openData(block, kind, len(data)), data)
	return closeBlock(append(b, '}'), block, p), nil
}

// blockOf is the block that takes a media type.
func blockOf(kind string, p *eval.Part) (string, error) {
	switch {
	case slices.Contains(imageTypes, kind):
		return "image", nil
	case kind == pdfType && p.Type == eval.PartFile:
		return "document", nil
	case p.Type == eval.PartImage:
		return "", fmt.Errorf("an image of type %q cannot be sent (the API takes JPEG, PNG, GIF and WebP)", eval.Clip(kind))
	default:
		return "", fmt.Errorf("a file of type %q cannot be sent (the API takes PDF, plain text, JPEG, PNG, GIF and WebP)", eval.Clip(kind))
	}
}

func openData(block, kind string, size int) []byte {
	b := make([]byte, 0, 128+len(kind)+size)
	b = append(b, `{"type":"`+block+`","source":{"type":"base64","media_type":`...)
	b = wire.Quote(b, kind)
	return append(b, `,"data":`...)
}

// closeBlock ends a block. Documents have a title where their name is known,
// images have none.
func closeBlock(b []byte, block string, p *eval.Part) []byte {
	if block == "document" && (p.Name != "" || p.Attachment != nil) {
		b = append(b, `,"title":`...)
		b = wire.Quote(b, llm.FileName(p))
	}
	return append(b, '}')
}

// mediaType is a MIME type without parameters, by its common name.
func mediaType(mime string) string {
	kind, _, _ := strings.Cut(strings.ToLower(mime), ";")
	if kind = strings.TrimSpace(kind); kind == "image/jpg" {
		return "image/jpeg"
	}
	return kind
}
