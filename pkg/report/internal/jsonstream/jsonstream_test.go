package jsonstream_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/report/internal/jsonstream"
)

func TestWriter(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	o := jsonstream.New(&b)
	o.Field("a", map[string]int{"x": 1})
	o.Array("none")
	o.End()
	o.List("left out", 0, nil)
	o.List("list", 2, func(i int) any { return i })
	o.Array("objects")
	o.Object("")
	o.Object("inner")
	o.Field("text", "<b>\u202e")
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := json.Indent(&again, b.Bytes(), "", "  "); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(again.String(), b.String()); diff != "" {
		t.Errorf("not as the encoder indents: %s", diff)
	}
	if !strings.Contains(b.String(), `<b>\u202e`) {
		t.Errorf("got %s", b.String())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestTheFirstErrorStays(t *testing.T) {
	t.Parallel()
	o := jsonstream.New(full{})
	o.Field("a", func() {})
	first := o.Err()
	o.Field("b", 1)
	if err := o.Close(); first == nil || !errors.Is(err, first) {
		t.Errorf("%v, then %v", first, err)
	}
	if err := jsonstream.New(full{}).Close(); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v", err)
	}
}
