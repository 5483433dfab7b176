package binding

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// happening is something that the goroutine of a call tells the script's.
type happening struct {
	index  int
	chunk  *Chunk
	stop   chan error // what the script says to the chunk
	result Result
	err    error
}

// together runs calls side by side until one result makes it over, or all have
// ended. Those that are left are cancelled and waited for. Null stands in their
// place, and in that of those that failed before: which of them got that far is
// chance.
func (g group) together(ctx context.Context, call *script.Call, requests []Request, over func(Result) bool) (any, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	events := make(chan happening)
	var running sync.WaitGroup
	branches := eval.BranchOf(ctx).Fork(len(requests))
	var inOrder []func()
	for i, r := range requests {
		run := func() { g.run(eval.WithBranch(ctx, branches[i]), call, i, r, events) }
		if g.inOrder != nil && g.inOrder(r) {
			inOrder = append(inOrder, run)
			continue
		}
		running.Go(run)
	}
	running.Go(func() {
		for _, run := range inOrder {
			run()
		}
	})
	go func() { running.Wait(); close(events) }()
	results := make([]any, len(requests))
	errs := make([]string, len(requests))
	decided := false
	var failed error
	for e := range events {
		switch {
		case e.chunk != nil && (decided || failed != nil):
			e.stop <- ErrStop
		case e.chunk != nil:
			err := g.tell(call, requests[e.index].ID, e)
			if err != nil && !errors.Is(err, ErrStop) {
				failed = err
				cancel()
			}
			e.stop <- err
		case decided || failed != nil:
		case e.err != nil:
			failed = e.err
			cancel()
		default:
			errs[e.index] = e.result.Error
			if results[e.index] = g.shown(requests[e.index].ID, e.result); g.as != nil {
				results[e.index] = g.as(requests[e.index], e.result)
			}
			if decided = over(e.result); decided {
				for i, b := range branches {
					if i != e.index {
						results[i] = nil
						b.Lose()
					}
				}
				cancel()
			}
		}
	}
	script.Rethrow(failed)
	for i, text := range errs {
		if g.each && text != "" && failed == nil {
			failed = fmt.Errorf("call %d (%s): %s", i+1, requests[i].Tool, text)
		}
	}
	return results, failed
}

func (g group) run(ctx context.Context, call *script.Call, i int, r Request, events chan<- happening) {
	var onChunk func(Chunk) error
	if call.Has("1.onChunk") || call.Has(own(i)) {
		onChunk = func(c Chunk) error {
			stop := make(chan error)
			events <- happening{index: i, chunk: &c, stop: stop}
			return <-stop
		}
	}
	result, err := script.Guard(func() (Result, error) { return g.call(ctx, r, onChunk) })
	events <- happening{index: i, result: result, err: err}
}

func own(i int) string { return "0." + strconv.Itoa(i) + ".options.onChunk" }

// tell gives a chunk to the request's own callback, else to that of all.
func (g group) tell(call *script.Call, id string, e happening) error {
	v, err := eval.ValueOf(*e.chunk)
	if err != nil {
		return err
	}
	if place := own(e.index); call.Has(place) {
		return heard(call.Invoke(place, v))
	}
	return heard(call.Invoke("1.onChunk", eval.StringValue(id), eval.Trusted(strconv.Itoa(e.index)), v))
}
