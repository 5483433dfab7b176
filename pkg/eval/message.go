package eval

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Message is one message of a conversation, in the shape chat models share.
type Message struct {
	Role       string     `json:"role"` // system, developer, user, assistant or tool
	Content    Content    `json:"content"`
	Name       string     `json:"name,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	Refusal    string     `json:"refusal,omitempty"`

	// Opaque is what a provider wants to see again with an answer of its own,
	// such as the signatures of its thoughts: an object with a member for each
	// provider's API. Nobody else reads it, and reports leave it out.
	Opaque Value `json:"-"`
}

// Content is a message's text, or its parts where it has several. In JSON it
// is a string or an array.
type Content struct {
	Text  string
	Parts []Part // nil for plain text
}

// String is the text of the content: of parts, their texts joined by a
// newline.
func (c Content) String() string {
	if c.Parts == nil {
		return c.Text
	}
	var b bytes.Buffer
	for _, p := range c.Parts {
		if p.Text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// MarshalJSON writes a string, or an array when there are parts.
func (c Content) MarshalJSON() ([]byte, error) {
	if c.Parts != nil {
		return json.Marshal(c.Parts)
	}
	return json.Marshal(c.Text)
}

// UnmarshalJSON reads back what MarshalJSON writes; null is no text.
func (c *Content) UnmarshalJSON(data []byte) error {
	*c = Content{}
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, &c.Parts)
	}
	return json.Unmarshal(data, &c.Text)
}

// The types of content parts.
const (
	PartText  = "text"
	PartImage = "image"
	PartAudio = "audio"
	PartFile  = "file"
	PartData  = "data"
)

// Part is one piece of a message. Exactly one of Text, URL, Attachment and
// Data carries its content.
type Part struct {
	Type       string      `json:"type"`
	Text       string      `json:"text,omitempty"`
	URL        string      `json:"url,omitempty"`    // of an image or file that the provider fetches, or a data: URL
	Detail     string      `json:"detail,omitempty"` // of an image: auto, low, high
	Format     string      `json:"format,omitempty"` // of audio: wav, mp3, ...
	Name       string      `json:"name,omitempty"`   // of a file, as the model sees it
	Attachment *Attachment `json:"attachment,omitempty"`
	Data       Value       `json:"data,omitzero"` // of data parts, and inline audio as a base64 string
}

// Attachment is a local file that belongs to an input. Reports store its
// facts, never its bytes.
type Attachment struct {
	Path   string `json:"path"` // as the user wrote it, without file://
	MIME   string `json:"mime"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256,omitempty"` // lower-case hex, known once the file was read

	File string `json:"-"` // where it is on this machine
	Pos  Pos    `json:"-"` // where the user named it
	Body []byte `json:"-"` // its content, once the file was read
}

// ToolCall is one call of a tool: what the model asked for and, once the tool
// ran, what came of it.
type ToolCall struct {
	ID        string `json:"id,omitempty"`
	Server    string `json:"server,omitempty"`
	Tool      string `json:"tool"`
	Arguments Value  `json:"arguments,omitzero"`
	Result    Value  `json:"result,omitzero"`
	Error     string `json:"error,omitempty"`
	Mocked    bool   `json:"mocked,omitempty"`  // the case answered in the tool's place
	Unknown   bool   `json:"unknown,omitempty"` // there is no such tool, so none ran
}

// Name is the tool by its server: its own name behind the server's, without
// the form of it that models are given.
func (c *ToolCall) Name() string {
	if c.Server == "" {
		return c.Tool
	}
	return c.Server + "." + strings.TrimPrefix(c.Tool, strings.ReplaceAll(c.Server, ".", "_")+"__")
}

// Named reports whether a name means the tool of the call: the whole of its name,
// or the part behind the server's, or that with as much of the server's name as
// was written, in the form of people (sums.add) or of models (sums__add). "set"
// does not mean reset.
func (c *ToolCall) Named(name string) bool {
	for _, tool := range []string{c.Tool, c.Name()} {
		if tool == name || strings.HasSuffix(tool, "__"+name) || strings.HasSuffix(tool, "."+name) {
			return true
		}
	}
	for server := c.Server; server != ""; _, server, _ = strings.Cut(server, ".") {
		if tool, ok := strings.CutPrefix(name, strings.ReplaceAll(server, ".", "_")+"__"); ok && c.Name() == c.Server+"."+tool {
			return true
		}
	}
	return false
}
