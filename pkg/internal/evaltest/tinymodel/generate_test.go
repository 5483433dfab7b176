//go:build tinymodel

package tinymodel_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/tinymodel"
)

func text(t *testing.T, m *tinymodel.Model, prompt string, limit tinymodel.Limits) string {
	t.Helper()
	var b strings.Builder
	_, used, err := m.Generate(t.Context(), prompt, limit, func(s string) error {
		b.WriteString(s)
		return nil
	})
	if err != nil || used.Prompt == 0 || used.Completion > limit.Tokens {
		t.Fatalf("%v, used %+v", err, used)
	}
	return b.String()
}

func TestTinyModelTellsThePublishedStory(t *testing.T) {
	t.Parallel()
	// What llama2.c's test_all.py expects of this checkpoint at temperature 0.
	got := "Once upon a time" + text(t, tinymodel.Open(t), "Once upon a time", tinymodel.Limits{Tokens: 60})
	if want := "Once upon a time, there was a little girl named Lily. She loved to play outside in the park. One day, she saw a big, red ball."; !strings.HasPrefix(got, want) {
		t.Errorf("got %s", got)
	}
}

func TestTinyModelDrawsByItsSeed(t *testing.T) {
	t.Parallel()
	m := tinymodel.Open(t)
	draw := func(seed uint64) string {
		return text(t, m, "One day", tinymodel.Limits{Tokens: 40, Temperature: 1, Random: rand.New(rand.NewPCG(seed, 0))})
	}
	first, again, other := draw(1), draw(1), draw(2)
	if first != again || first == other {
		t.Errorf("%q, %q and %q", first, again, other)
	}
}

func TestTinyModelStopsWhenNobodyListens(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	pieces := 0
	_, _, err := tinymodel.Open(t).Generate(ctx, "One day", tinymodel.Limits{Tokens: 400}, func(string) error {
		if pieces++; pieces == 3 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || pieces != 3 {
		t.Errorf("%v after %d pieces", err, pieces)
	}
}
