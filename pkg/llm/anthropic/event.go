package anthropic

import (
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// The types of events that mean something here.
const (
	eventStart      = "message_start"
	eventBlock      = "content_block_start"
	eventDelta      = "content_block_delta"
	eventBlockStop  = "content_block_stop"
	eventFinish     = "message_delta"
	eventStop       = "message_stop"
	eventPing       = "ping"
	eventError      = wire.ErrorEvent
	eventWhole      = "message" // of gateways that send an answer at once
	memberBlocks    = "content"
	memberStop      = "stop_reason"
	memberStopWords = "stop_details"
)

// event takes one event of a stream, and reports whether it was the last.
func (a *answer) event(data []byte, name string, deliver func(llm.Delta) error) (last bool, err error) {
	if name == eventError {
		return false, wire.Reported(wire.ReadComplaint(data))
	}
	root, err := object(data)
	if err != nil {
		return false, err
	}
	kind := root.Get("type").Str
	if kind == "" {
		kind = name
	}
	switch kind {
	case eventStart:
		return false, a.start(root.Get("message"))
	case eventBlock, eventDelta, eventBlockStop:
		if a.finish != "" {
			return false, &wire.Broken{Text: "sent a piece of the answer behind its end", Sent: root.Raw}
		}
		return false, a.piece(kind, root, deliver)
	case eventFinish:
		return false, a.end(root.Get("delta"), root.Get("usage"))
	case eventStop:
		if a.finish == "" {
			err = unfinished()
		}
		return true, err
	case eventWhole:
		return true, a.message(root, deliver)
	case "", eventError, "message.error":
		return false, stranger(root, "sent an event of no type")
	default:
		// The API adds types of events, which clients pass over.
		if wire.IsSaid(root.Get("error")) {
			err = wire.Reported(wire.ReadComplaint(data))
		}
		return false, err
	}
}

func unfinished() error {
	return &wire.Broken{Text: "ended the answer without a stop_reason"}
}

// start opens the message of a stream.
func (a *answer) start(message gjson.Result) error {
	switch {
	case !message.IsObject():
		return &wire.Broken{Text: "began the answer without a message", Sent: message.Raw}
	case a.started:
		return &wire.Broken{Text: "began the answer twice", Sent: message.Raw}
	case len(message.Get(memberBlocks).Array()) > 0:
		return &wire.Broken{Text: "began the answer with content that belongs to no event", Sent: message.Raw}
	}
	a.started = true
	a.model = message.Get("model").Str
	a.tokens.count(message.Get("usage"), false)
	return nil
}

// piece takes an event of a block.
func (a *answer) piece(kind string, root gjson.Result, deliver func(llm.Delta) error) error {
	index := wire.Count(root.Get("index"))
	if index == nil {
		return &wire.Broken{Text: "sent a piece of a block without its index", Sent: root.Raw}
	}
	b := a.at[*index]
	switch {
	case kind == eventBlock && b != nil:
		return &wire.Broken{Text: fmt.Sprintf("began the block %d twice", *index), Sent: root.Raw}
	case kind == eventBlock:
		return a.open(*index, root.Get("content_block"), deliver)
	case b == nil || b.closed:
		return &wire.Broken{Text: fmt.Sprintf("sent a piece of the block %d, which is not open", *index), Sent: root.Raw}
	case kind == eventBlockStop:
		b.closed = true
		return nil
	}
	delta, err := b.add(root.Get("delta"))
	if err != nil {
		return err
	}
	a.begun = a.begun || delta != llm.Delta{}
	return deliver(delta)
}

// open begins a block, with what it holds at once.
func (a *answer) open(index int64, content gjson.Result, deliver func(llm.Delta) error) error {
	b, delta, err := openBlock(index, content)
	if err != nil {
		return err
	}
	a.blocks, a.at[index] = append(a.blocks, b), b
	a.begun = a.begun || delta != llm.Delta{} || b.isCall()
	return deliver(delta)
}

// end takes how the answer ended.
func (a *answer) end(delta, usage gjson.Result) error {
	a.tokens.count(usage, true)
	reason := delta.Get(memberStop)
	switch {
	case reason.Type == gjson.Null:
		return nil
	case reason.Type != gjson.String || reason.Str == "":
		return &wire.Broken{Text: "ended the answer with a stop_reason that is no text", Sent: delta.Raw}
	case a.finish != "" && a.finish != reason.Str:
		return &wire.Broken{Text: "ended the answer in two ways", Sent: delta.Raw}
	}
	a.finish = reason.Str
	a.declined = delta.Get(memberStopWords).Get("explanation").Str
	a.tallied = usage.IsObject()
	return nil
}

// message takes a whole message.
func (a *answer) message(root gjson.Result, deliver func(llm.Delta) error) error {
	content := root.Get(memberBlocks)
	switch {
	case a.started:
		return &wire.Broken{Text: "began the answer twice", Sent: root.Raw}
	case !content.IsArray():
		return &wire.Broken{Text: "sent a message without a list of content", Sent: root.Raw}
	}
	a.model = root.Get("model").Str
	for i, block := range content.Array() {
		if err := a.open(int64(i), block, deliver); err != nil {
			return err
		}
	}
	if err := a.end(root, root.Get("usage")); err != nil {
		return err
	}
	if a.finish == "" {
		return unfinished()
	}
	return nil
}
