package llm

import (
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// What a request is taken to need before its answer says. Texts in most
// languages make about four bytes a token. The others are above what providers
// state for large images, for speech at a low rate of bytes, and for documents
// of dense pages; a guess that is too high only lasts until the answer.
const (
	bytesPerToken    = 4
	tokensPerMessage = 8
	tokensPerImage   = 1600
	bytesPerSound    = 400 // a token of audio
	bytesPerDocument = 20  // a token of a file that is no text
	tokensPerLink    = 3000
	firstAnswer      = 512 // tokens of an answer, before any came
)

// estimate is about how many tokens a request and its answer will take.
// answer is what answers took so far, for requests that set no limit.
func estimate(req *Request, answer int64) int64 {
	var text, tokens int
	for i := range req.Messages {
		m := &req.Messages[i]
		tokens += tokensPerMessage
		text += len(m.Content.Text) + len(m.Name) + len(m.Refusal)
		for _, call := range m.ToolCalls {
			text += len(call.Tool) + len(call.Arguments.Raw())
		}
		for j := range m.Content.Parts {
			p := &m.Content.Parts[j]
			text += len(p.Text)
			tokens += attached(p)
		}
	}
	for _, t := range req.Tools {
		text += len(t.Name) + len(t.Description) + len(t.Parameters.Raw())
	}
	text += len(req.Options["response_format"].Raw())
	if limit, ok := tokenLimit(req.Options); ok {
		answer = limit
	}
	return int64(text/bytesPerToken+tokens) + answer
}

// tokenLimit is how long the request lets an answer be.
func tokenLimit(o Options) (int64, bool) {
	for _, name := range []string{"max_completion_tokens", "max_tokens"} {
		if n, err := strconv.ParseInt(o[name].Raw(), 10, 64); err == nil && n > 0 {
			return n, true
		}
	}
	return 0, false
}

// attached is about how many tokens a part beside its text takes.
func attached(p *eval.Part) int {
	size := len(p.Data.Raw()) / 4 * 3 // base64
	if data, ok := strings.CutPrefix(p.URL, "data:"); ok {
		size += len(data) / 4 * 3
	}
	if p.Attachment != nil {
		size += max(len(p.Attachment.Body), int(p.Attachment.Bytes))
	}
	switch {
	case p.Type == eval.PartImage && (size > 0 || p.URL != ""):
		return tokensPerImage
	case p.Type == eval.PartAudio:
		return size / bytesPerSound
	case p.Type == eval.PartData:
		return len(p.Data.Raw()) / bytesPerToken
	case size > 0:
		return size / bytesPerDocument
	case p.URL != "":
		return tokensPerLink
	default:
		return 0
	}
}

// mean is that of the answers so far.
type mean struct{ sum, n int64 }

func (m *mean) add(x int64) { m.sum, m.n = m.sum+x, m.n+1 }

func (m *mean) whole() int64 {
	if m.n == 0 {
		return firstAnswer
	}
	return m.sum / m.n
}
