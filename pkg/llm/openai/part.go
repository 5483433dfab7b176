package openai

import (
	"encoding/base64"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// appendPart writes one piece of a message's content. Data and files of text
// go as text, since the API takes neither.
func (c *Client) appendPart(b []byte, p *eval.Part) ([]byte, error) {
	if err := llm.CheckPart(p); err != nil {
		return nil, err
	}
	switch p.Type {
	case eval.PartText:
		return appendText(b, p.Text), nil
	case eval.PartImage:
		return appendImage(b, p), nil
	case eval.PartAudio:
		return c.appendAudio(b, p)
	case eval.PartFile:
		return c.appendFile(b, p), nil
	case eval.PartData:
		return appendText(b, p.Data.Canonical()), nil
	default:
		return nil, fmt.Errorf("content of type %q cannot be sent to this connector", p.Type)
	}
}

func appendText(b []byte, text string) []byte {
	b = append(b, `{"type":"text","text":`...)
	b = wire.Quote(b, text)
	return append(b, '}')
}

func appendImage(b []byte, p *eval.Part) []byte {
	b = append(b, `{"type":"image_url","image_url":{"url":`...)
	b = appendAddress(b, p)
	if p.Detail != "" {
		b = append(b, `,"detail":`...)
		b = wire.Quote(b, p.Detail)
	}
	return append(b, `}}`...)
}

func (c *Client) appendAudio(b []byte, p *eval.Part) ([]byte, error) {
	format, inline, err := llm.Audio(p)
	if err != nil {
		return nil, err
	}
	if c.host.isMistral() { // which hears the format itself
		b = append(b, `{"type":"input_audio","input_audio":`...)
		return append(appendSound(b, p, inline), '}'), nil
	}
	b = append(b, `{"type":"input_audio","input_audio":{"data":`...)
	b = appendSound(b, p, inline)
	b = append(b, `,"format":`...)
	b = wire.Quote(b, format)
	return append(b, `}}`...), nil
}

// appendSound writes audio in base64.
func appendSound(b []byte, p *eval.Part, inline string) []byte {
	if p.Attachment == nil {
		return wire.Quote(b, inline)
	}
	b = append(b, '"')
	b = base64.StdEncoding.AppendEncode(b, p.Attachment.Body)
	return append(b, '"')
}

func (c *Client) appendFile(b []byte, p *eval.Part) []byte {
	name := llm.FileName(p)
	if a := p.Attachment; a != nil && llm.IsText(a) {
		return appendText(b, name+":\n"+string(a.Body))
	}
	if c.host.isMistral() {
		b = append(b, `{"type":"document_url","document_name":`...)
		b = wire.Quote(b, name)
		b = append(b, `,"document_url":`...)
		return append(appendAddress(b, p), '}')
	}
	b = append(b, `{"type":"file","file":{"filename":`...)
	b = wire.Quote(b, name)
	b = append(b, `,"file_data":`...)
	b = appendAddress(b, p)
	return append(b, `}}`...)
}

// appendAddress writes the part's URL, or its bytes as a data URL.
func appendAddress(b []byte, p *eval.Part) []byte {
	if p.Attachment == nil {
		return wire.Quote(b, p.URL)
	}
	b = wire.Quote(b, "data:"+p.Attachment.MIME+";base64,")
	b = base64.StdEncoding.AppendEncode(b[:len(b)-1], p.Attachment.Body)
	return append(b, '"')
}
