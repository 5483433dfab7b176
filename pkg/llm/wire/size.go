package wire

import "github.com/surefoot-dev/surefoot/pkg/llm"

// SizeHint is about as long as the body of a request will be, so that images are not
// copied over and over while it grows.
func SizeHint(req *llm.Request) int {
	n := 512
	for i := range req.Messages {
		m := &req.Messages[i]
		n += 128 + len(m.Content.Text) + 256*len(m.ToolCalls)
		for j := range m.Content.Parts {
			p := &m.Content.Parts[j]
			n += 256 + len(p.Text) + len(p.URL) + len(p.Data.Raw())
			if p.Attachment != nil {
				n += len(p.Attachment.Body)/3*4 + 4
			}
		}
	}
	for _, t := range req.Tools {
		n += 128 + len(t.Description) + len(t.Parameters.Raw())
	}
	return n
}
