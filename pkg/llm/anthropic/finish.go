package anthropic

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// The stop reasons of answers that came to an end.
const (
	stopTurn     = "end_turn"
	stopSequence = "stop_sequence"
	stopCall     = "tool_use"
	stopLength   = "max_tokens"
	stopWindow   = "model_context_window_exceeded"
	stopRefusal  = "refusal"
	stopPause    = "pause_turn"
)

func (a *answer) truncated() bool { return a.finish == stopLength || a.finish == stopWindow }

// checkFinish refuses answers that the provider did not let come to their
// end, or of which that is not known.
func (a *answer) checkFinish() error {
	said := fmt.Sprintf("stop_reason %q", wire.Cut(a.finish))
	switch a.finish {
	case stopTurn, stopSequence, stopCall, stopRefusal:
		return nil
	case stopLength, stopWindow:
		if a.req.AllowTruncated {
			return nil
		}
		return &wire.Broken{Text: "cut the answer for its length (" + said + ": " + a.remedy() + ", or set allow_truncated)"}
	case stopPause:
		return &wire.Broken{Text: "paused the answer to go on with tools of its own, which is not supported in this version (" + said + ")"}
	default:
		return &wire.Broken{Text: "ended the answer in a way that is not known to be complete (" + said + ")"}
	}
}

// remedy is what to do about an answer that was cut.
func (a *answer) remedy() string {
	if a.finish == stopWindow {
		return "the model's context is full, shorten the talk"
	}
	return fmt.Sprintf("raise max_tokens, which was %d", a.most)
}
