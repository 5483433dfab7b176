package dataset

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func partTypes() []string {
	return []string{"text", "image", "image_url", "audio", "input_audio", "file", "data"}
}

// content reads a text, one part or a list of parts.
func (d *decoder) content(n *source.Node, path string) eval.Content {
	switch {
	case n.Kind() == eval.String:
		return eval.Content{Text: share(n)}
	case n.Kind() == eval.Object:
		return eval.Content{Parts: []eval.Part{d.part(n, path)}}
	case n.Kind() == eval.Array && len(n.Items) > 0:
		parts := make([]eval.Part, len(n.Items))
		for i, item := range n.Items {
			parts[i] = d.part(item, at(path, i))
		}
		return eval.Content{Parts: parts}
	case n.Kind() == eval.Array:
		d.faults.At(n.Pos, path, "an empty list has no content").Hint = `write "" for an empty message`
	default:
		d.faults.At(n.Pos, path, "want text, a content part or a list of parts, got %s", source.Describe(n))
	}
	return eval.Content{}
}

// part reads one content part. The spellings of both documentations and of
// the chat completions API mean the same parts.
func (d *decoder) part(n *source.Node, path string) eval.Part {
	if n.Kind() != eval.Object {
		problem := d.faults.At(n.Pos, path, "want a content part, which is an object, got %s", source.Describe(n))
		if n.Kind() == eval.String {
			problem.Hint = fmt.Sprintf(`write {"type": "text", "text": %q}`, eval.Clip(n.Text))
		}
		return eval.Part{}
	}
	f := source.Object(n, path, d.faults)
	kind := d.required(f, "type")
	var p eval.Part
	switch kind {
	case "":
		return p
	case "text":
		p.Type = eval.PartText
		if !f.Has("text") {
			d.faults.At(n.Pos, f.Path("text"), "missing")
		}
		p.Text = d.text(f, "text")
	case "image":
		p = d.image(f, n, path)
	case "image_url":
		p = d.imageURL(f, n)
	case "audio", "input_audio":
		p = d.audio(f, n, path)
	case "file":
		p = d.file(f, n, path)
	case "data":
		p = d.data(f, n)
	default:
		problem := d.faults.At(f.Pos("type"), f.Path("type"), "unknown type of content part %q", eval.Clip(kind))
		if problem.Hint = source.DidYouMean(kind, partTypes()); problem.Hint == "" {
			problem.Hint = "known are " + strings.Join(partTypes(), ", ")
		}
		return p
	}
	f.Done()
	return p
}

func (d *decoder) image(f *source.Fields, n *source.Node, path string) eval.Part {
	p := eval.Part{Type: eval.PartImage, Detail: d.detail(f)}
	switch d.one(f, n, path, "source", "url") {
	case "source":
		p.Attachment = d.attachment(f)
	case "url":
		p.URL = d.url(f.Node("url"), f.Path("url"))
	}
	return p
}

func (d *decoder) imageURL(f *source.Fields, n *source.Node) eval.Part {
	p := eval.Part{Type: eval.PartImage}
	inner := f.Node("image_url")
	switch {
	case inner == nil:
		d.faults.At(n.Pos, f.Path("image_url"), "missing")
	case inner.Kind() == eval.String:
		p.URL = d.url(inner, f.Path("image_url"))
	default:
		g := f.Object("image_url")
		p.Detail = d.detail(g)
		if d.required(g, "url") != "" {
			p.URL = d.url(g.Node("url"), g.Path("url"))
		}
		g.Done()
	}
	return p
}

func (d *decoder) detail(f *source.Fields) string {
	detail := f.String("detail")
	known := []string{"auto", "low", "high"}
	if f.Has("detail") && f.Node("detail").Kind() == eval.String && !slices.Contains(known, detail) {
		d.faults.At(f.Pos("detail"), f.Path("detail"), "want one of %s, got %q", quoted(known), eval.Clip(detail))
		return ""
	}
	return detail
}

func (d *decoder) audio(f *source.Fields, n *source.Node, where string) eval.Part {
	p := eval.Part{Type: eval.PartAudio}
	switch d.one(f, n, where, "source", "data", "input_audio") {
	case "source":
		p.Attachment = d.attachment(f)
		p.Format = d.filled(f, "format")
		if p.Format == "" && p.Attachment != nil {
			p.Format = strings.ToLower(strings.TrimPrefix(path.Ext(p.Attachment.Path), "."))
		}
		if p.Format == "" && p.Attachment != nil {
			d.faults.At(f.Pos("source"), f.Path("source"), "the file name %q does not tell the format", eval.Clip(p.Attachment.Path)).Hint =
				`add "format": "wav" or what it is`
		}
	case "data":
		p.Data, p.Format = d.inline(f)
	case "input_audio":
		g := f.Object("input_audio")
		p.Data, p.Format = d.inline(g)
		g.Done()
	default:
		f.Allow("format")
	}
	return p
}

// inline reads sound that stands in the case file itself.
func (d *decoder) inline(f *source.Fields) (eval.Value, string) {
	format := d.required(f, "format")
	if d.required(f, "data") == "" {
		return eval.Value{}, format
	}
	n := f.Node("data")
	if reason := checkBase64(n.Text); reason != "" {
		d.faults.At(n.Pos, f.Path("data"), "%s", reason)
	}
	return n.Value, format
}

func (d *decoder) file(f *source.Fields, n *source.Node, where string) eval.Part {
	p := eval.Part{Type: eval.PartFile}
	switch d.one(f, n, where, "source", "url", "file") {
	case "source":
		p.Attachment = d.attachment(f)
		p.Name = d.fileName(f, where)
		if p.Name == "" && p.Attachment != nil {
			p.Name = path.Base(p.Attachment.Path)
		}
	case "url":
		p.URL = d.url(f.Node("url"), f.Path("url"))
		p.Name = d.fileName(f, where)
	case "file":
		g := f.Object("file")
		if d.required(g, "url") != "" {
			p.URL = d.url(g.Node("url"), g.Path("url"))
		}
		p.Name = d.fileName(g, f.Path("file"))
		g.Done()
	default:
		f.Allow("name", "filename")
	}
	return p
}

// fileName reads the name under either of its keys, "" when there is none.
func (d *decoder) fileName(f *source.Fields, path string) string {
	name, filename := d.filled(f, "name"), d.filled(f, "filename")
	if f.Has("name") && f.Has("filename") {
		d.faults.At(f.Pos("filename"), path, `"name" and "filename" exclude each other`)
	}
	if name == "" {
		return filename
	}
	return name
}

// data reads references to data sources; they reach the agent as written.
func (d *decoder) data(f *source.Fields, n *source.Node) eval.Part {
	p := eval.Part{Type: eval.PartData}
	refs := f.Node("data")
	if refs == nil {
		d.faults.At(n.Pos, f.Path("data"), "missing")
		return p
	}
	p.Data = refs.Value
	g := f.Object("data")
	sources := g.Node("sources")
	switch {
	case refs.Kind() != eval.Object:
		// f.Object has said so.
	case sources == nil:
		d.faults.At(refs.Pos, g.Path("sources"), "missing")
	case sources.Kind() != eval.Array || len(sources.Items) == 0:
		d.faults.At(sources.Pos, g.Path("sources"), "want a list of data sources, got %s", empty(sources))
	default:
		for i, item := range sources.Items {
			d.dataSource(item, at(g.Path("sources"), i))
		}
	}
	g.Done()
	return p
}

func (d *decoder) dataSource(n *source.Node, path string) {
	f := source.Object(n, path, d.faults)
	d.required(f, "type")
	d.filled(f, "id")
	d.filled(f, "name")
	f.Value("filters")
	f.Value("metadata")
	f.Done()
}
