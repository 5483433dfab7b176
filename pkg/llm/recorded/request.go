package recorded

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// Connector is what of a connector decides its answers.
type Connector struct {
	ID    string
	Model string
	Extra eval.Value // what it adds to each request
}

// request is a request as a cassette keeps it. What only says how an answer is
// fetched or taken, such as the host, the key and allow_truncated, is not in
// it.
type request struct {
	Model    string         `json:"model,omitempty"`
	Extra    eval.Value     `json:"extra_body,omitzero"`
	Messages []eval.Message `json:"messages"`
	Options  llm.Options    `json:"options,omitempty"`
	Tools    []tool         `json:"tools,omitempty"`
}

type tool struct {
	Name        string     `json:"name"`
	Description string     `json:"description,omitempty"`
	Parameters  eval.Value `json:"parameters,omitzero"`
}

func (c Connector) call(req *llm.Request) (cassette.Call, error) {
	r := request{Model: c.Model, Extra: c.Extra, Messages: described(req.Messages), Options: req.Options}
	for _, t := range req.Tools {
		r.Tools = append(r.Tools, tool(t))
	}
	v, err := eval.ValueOf(r)
	return cassette.Call{Kind: cassette.Model, Name: c.ID, Request: v}, err
}

// described is the messages with what is written into them as bytes named by
// its digest. Attachments leave theirs behind by themselves.
func described(messages []eval.Message) []eval.Message {
	out := messages
	for i := range messages {
		for j, p := range messages[i].Content.Parts {
			clean, changed := describe(p)
			if !changed {
				continue
			}
			if &out[0] == &messages[0] {
				out = append([]eval.Message(nil), messages...)
			}
			if parts := out[i].Content.Parts; &parts[0] == &messages[i].Content.Parts[0] {
				out[i].Content.Parts = append([]eval.Part(nil), parts...)
			}
			out[i].Content.Parts[j] = clean
		}
	}
	return out
}

func describe(p eval.Part) (eval.Part, bool) {
	data, isText := p.Data.Str()
	switch {
	case strings.HasPrefix(p.URL, "data:"):
		head, body, _ := strings.Cut(p.URL, ",")
		p.URL = head + "," + digest(body)
	case isText && p.Type != eval.PartData:
		p.Data = eval.StringValue(digest(data))
	default:
		return p, false
	}
	return p, true
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return strconv.Itoa(len(text)) + " characters, sha256 " + hex.EncodeToString(sum[:])
}
