package openai

import (
	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// answer puts the pieces of an answer together.
type answer struct {
	req       *llm.Request
	billed    bool // the usage states what it costs, in US dollars
	content   wire.Passage
	reasoning wire.Passage
	refusal   wire.Passage
	calls     calls
	echo      echo
	finish    string // the word it ended with
	native    string // OpenRouter: the word of the provider behind it
	model     string
	tokens    tokens
	hollow    string // a choice that held no message
	murmur    string // what may say why no answer comes
	chosen    bool   // a choice was sent
	said      bool   // a whole message has content, if only an empty one
	streamed  bool   // a delta came, if only an empty one
	thinking  bool   // the last piece of content was a thought
	begun     bool   // a piece of the answer has arrived
	tallied   bool   // the usage came with the finish or after it
}

// add takes one chunk of a stream, or a whole answer, and gives what is new
// in it. Its error is a [*wire.Broken].
func (a *answer) add(data []byte, event string) (llm.Delta, error) {
	if event == wire.ErrorEvent {
		return llm.Delta{}, wire.Reported(wire.ReadComplaint(data))
	}
	if !wire.Valid(data) {
		return llm.Delta{}, &wire.Broken{Text: "sent what is not JSON", Sent: string(data)}
	}
	root := gjson.ParseBytes(data)
	if !root.IsObject() {
		return llm.Delta{}, &wire.Broken{Text: "sent no object", Sent: string(data)}
	}
	c, err := readChunk(root)
	if err != nil {
		return llm.Delta{}, err
	}
	if c.fault.Exists() {
		return llm.Delta{}, wire.Reported(wire.ReadComplaint([]byte(c.fault.Raw)))
	}
	a.tokens.count(c.usage)
	if c.model != "" {
		a.model = c.model
	}
	if c.murmur != "" {
		a.murmur = c.murmur
	}
	delta, err := a.choices(c.choices)
	a.tallied = a.tallied || a.finish != "" && c.usage.IsObject()
	return delta, err
}

// choices reads the one choice of a chunk. There is one because one is asked
// for; which of several is the answer nobody said.
func (a *answer) choices(list gjson.Result) (llm.Delta, error) {
	if list.Type == gjson.Null { // also when there is none
		return llm.Delta{}, nil
	}
	if !list.IsArray() {
		return llm.Delta{}, &wire.Broken{Text: "sent choices that are no list", Sent: list.Raw}
	}
	var first gjson.Result
	n := 0
	list.ForEach(func(_, choice gjson.Result) bool {
		if n++; n == 1 {
			first = choice
		}
		return n < 2
	})
	switch {
	case n == 0:
		return llm.Delta{}, nil
	case n > 1:
		return llm.Delta{}, several()
	case !first.IsObject():
		return llm.Delta{}, &wire.Broken{Text: "sent a choice that is no object", Sent: first.Raw}
	}
	a.chosen = true
	return a.choice(first)
}

func several() error {
	return &wire.Broken{Text: "sent several answers to choose from, but one is read"}
}

func (a *answer) choice(choice gjson.Result) (llm.Delta, error) {
	var index, delta, message, older, finish gjson.Result
	var native string
	var err error
	choice.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "index":
			err = wire.Once(&index, key, value)
		case "delta":
			err = wire.Once(&delta, key, value)
		case "message":
			err = wire.Once(&message, key, value)
		case "text":
			older = value
		case "finish_reason":
			err = wire.Once(&finish, key, value)
		case "native_finish_reason":
			native = value.Str
		case "error": // OpenRouter, of a provider behind it
			if wire.IsSaid(value) {
				err = wire.Reported(wire.ReadComplaint([]byte(value.Raw)))
			}
		}
		return err == nil
	})
	if err != nil {
		return llm.Delta{}, err
	}
	if index.Type != gjson.Null && index.String() != "0" {
		return llm.Delta{}, several()
	}
	if err := a.end(finish, native); err != nil {
		return llm.Delta{}, err
	}
	if !delta.IsObject() && !message.IsObject() {
		return llm.Delta{}, a.bare(choice, delta, message, older)
	}
	var piece llm.Delta
	if delta.IsObject() {
		a.streamed = true
		if piece, err = a.piece(delta, false); err != nil {
			return piece, err
		}
	}
	// A whole message repeats what came in deltas, where any did.
	if message.IsObject() && a.content.Len() == 0 && len(a.calls.list) == 0 {
		var whole llm.Delta
		whole, err = a.piece(message, true)
		piece.Content += whole.Content
		piece.Reasoning += whole.Reasoning
	}
	return piece, err
}

// bare takes a choice without a message, as Azure sends them beside an answer
// to say what its filters found. Its error is that of an answer which stands
// where none belongs.
func (a *answer) bare(choice, delta, message, older gjson.Result) error {
	for _, v := range []gjson.Result{delta, message} {
		// PHP writes an empty object as an empty list.
		if v.Type != gjson.Null && v.Raw != "[]" && v.Raw != `""` {
			return &wire.Broken{Text: "sent a message that is no object", Sent: v.Raw}
		}
	}
	if older.Type != gjson.Null {
		return &wire.Broken{Text: "answered as the older completions API does, with a text instead of a message", Sent: older.Raw}
	}
	a.hollow = choice.Raw
	return nil
}
