package wire_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// words are the answers of the least protocol there can be: each event is a
// piece of text, and "end" is the end.
type words struct{ text strings.Builder }

func (w *words) Begun() bool { return w.text.Len() > 0 }

func (w *words) Response() (*llm.Response, error) {
	return &llm.Response{Content: w.text.String()}, nil
}

func (w *words) Read(in *wire.Events, deliver func(llm.Delta) error) error {
	if in.Whole() {
		data, err := in.Rest()
		if err == nil && !wire.Valid(data) {
			err = &wire.Broken{Text: "sent what is not JSON", Sent: string(data)}
		}
		w.text.Write(data)
		return err
	}
	for {
		data, name, err := in.Next()
		switch {
		case errors.Is(err, io.EOF):
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		case string(name) == wire.ErrorEvent:
			return wire.Reported(wire.ReadComplaint(data))
		case bytes.Equal(data, []byte("end")):
			return nil
		}
		w.text.Write(data)
		if err := deliver(llm.Delta{Content: string(data)}); err != nil {
			return err
		}
	}
}

const helloWorld = "data: Hello\n\ndata:  world\n\ndata: end\n\n"

// speaker asks for words.
type speaker struct{ client *wire.Client }

func newClient(t *testing.T, host string, cfg wire.Config) speaker {
	t.Helper()
	var err error
	if cfg.URL, err = wire.Endpoint(host, "/say"); err != nil {
		t.Fatal(err)
	}
	client, err := wire.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return speaker{client}
}

func (s speaker) Stream(ctx context.Context, onDelta func(llm.Delta) error) (*llm.Response, error) {
	return s.client.Ask(ctx, []byte(`{"say":"hi"}`), &words{}, onDelta)
}

// ask gives the error of an answer, with HOST for the server's address.
func ask(t *testing.T, cfg wire.Config, handler http.HandlerFunc) error {
	t.Helper()
	server := wiretest.NewServer(t, handler)
	resp, err := newClient(t, server.URL, cfg).Stream(t.Context(), nil)
	if err == nil {
		t.Fatalf("got the answer %+v", resp)
	}
	var fault *llm.Error
	if errors.As(err, &fault) {
		fault.Message = strings.ReplaceAll(fault.Message, strings.TrimPrefix(server.URL, "http://"), "HOST")
	}
	return err
}

func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
