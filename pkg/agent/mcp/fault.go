package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// refusal is what a server says no with, nil when it was not the server who
// did: the SDK has errors of the same kind for connections that broke.
func refusal(err error) *jsonrpc.Error {
	var refused *jsonrpc.Error
	if !errors.As(err, &refused) {
		return nil
	}
	for _, own := range []jsonrpc.Error{
		{Code: -32005, Message: "rejected by transport"}, {Code: -32004, Message: "server is closing"}, {Code: -32003, Message: "client is closing"},
	} {
		if refused.Code == own.Code && refused.Message == own.Message {
			return nil
		}
	}
	return refused
}

// noReason is what a tool says, or a server, that says no and not why.
const noReason = "the tool says that it failed, and not why"

// refused is a refusal as an error of a tool.
func refused(by *jsonrpc.Error) *ErrTool {
	if strings.TrimSpace(by.Message) == "" {
		return &ErrTool{noReason}
	}
	return &ErrTool{by.Message}
}

// tooLate is the error of what took too long: the trial's own end is that.
func (s *Server) tooLate(ctx context.Context, what string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	text := fmt.Sprintf("it did not %s within %s (its timeout)", what, eval.Span(s.cfg.Timeout))
	if s.lines != nil {
		if stray := s.lines.strayed(); stray != "" {
			text += "; " + stray
		}
	}
	return errors.New(text)
}

// fault names the server, and says what is known of its child. The end of the
// caller's context is none; a deadline of the network below is.
func (s *Server) fault(what string, err error) error {
	if err == context.Canceled || err == context.DeadlineExceeded { //nolint:errorlint // as tooLate returns them, and nothing that wraps them
		return err
	}
	text := "MCP server " + s.cfg.Name + ": "
	if what != "" {
		text += what + ": "
	}
	text += s.cause(err)
	if s.child != nil {
		if said := s.child.Stderr(); said != "" {
			text += "; it said: " + lastWords(said)
		}
	}
	return errors.New(text)
}

// cause is why something went wrong: the end of the child, what is wrong with
// what it wrote, or what the SDK says, without what it wraps that in.
func (s *Server) cause(err error) string {
	var over error
	if s.lines != nil {
		over = s.lines.end()
	}
	if over != nil && !errors.Is(over, io.EOF) && !errors.Is(over, errClosed) {
		return over.Error()
	}
	if errors.Is(over, io.EOF) || s.child != nil && unheard(err) {
		exit := s.exited()
		switch exit {
		case "":
			return "it closed its standard output, and runs on"
		case "exit status 0":
			return "it ended, as if all were done (exit status 0)"
		}
		text := "it ended: " + exit
		if len(s.cfg.Held) > 0 {
			text += "; it does not know " + strings.Join(s.cfg.Held, ", ") + " (name them in its env, or with --pass-env)"
		}
		return text
	}
	text := plain(err)
	if s.web == nil {
		return text
	}
	if torn := s.web.torn.Load(); torn != nil && text == streamEnded {
		return (*torn).Error()
	}
	if refused := s.web.refused.Load(); refused != nil && strings.HasSuffix(text, refused.status) {
		return refused.text
	}
	return text
}

const streamEnded = "its stream ended without an answer"

var (
	wrapping = regexp.MustCompile(`^(connection closed|(calling|sending) "[^"]*"|client is closing|server is closing|rejected by transport|failed to decode (response|event)|unmarshaling jsonrpc message|(Get|Post|Delete) "[^"]*"): `)
	trailing = regexp.MustCompile(`: rejected by transport$`)
)

// plain is the reason within an error of the SDK.
func plain(err error) string {
	text := trailing.ReplaceAllString(oneLine(err.Error()), "")
	for {
		inner := wrapping.ReplaceAllString(text, "")
		if inner == text {
			break
		}
		text = inner
	}
	switch {
	case strings.HasPrefix(text, "json: "):
		return "its answer is not as the protocol has it"
	case text == "EOF":
		return "it answered with nothing"
	case text == "request terminated without response":
		return streamEnded
	case text == "unexpected EOF":
		return "its stream broke off within a message"
	default:
		return text
	}
}

// exited is how the child ended, "" when it runs on. One that closed its
// output is about to.
func (s *Server) exited() string {
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case <-s.child.Done():
	case <-timer.C:
	}
	return s.child.Exit()
}

// maxWords is how much of a child's last words an error holds, in bytes.
const maxWords = 240

// unheard reports that what was sent could not be: nobody was there to read it,
// or is not any more.
func unheard(err error) bool {
	text := err.Error()
	return strings.Contains(text, "broken pipe") || strings.Contains(text, "file already closed")
}

// lastWords are the last lines of a text, as many as fit, in one; of a longer
// line its last words. A secret is not cut where lines or words are whole. The
// frames of a stack, of which node writes more than fit, say less than what
// stands before them.
func lastWords(text string) string {
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(text), "\n"), func(line string) bool {
		return strings.HasPrefix(strings.TrimSpace(line), "at ")
	})
	if len(lines) == 0 {
		return ""
	}
	from, size := len(lines)-1, len(lines[len(lines)-1])
	for ; from > 0 && size+len(lines[from-1]) < maxWords; from-- {
		size += len(lines[from-1]) + 1
	}
	kept := oneLine(strings.Join(lines[from:], "\n"))
	if len(kept) > maxWords {
		_, kept, _ = strings.Cut(kept[len(kept)-maxWords:], " ")
		from++
	}
	if from > 0 {
		kept = "... " + kept
	}
	return kept
}

// exitWait is how long a child may take to end that closed its output. What it
// started may hold its standard error for a time.
const exitWait = 2 * time.Second

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
