package log

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// index knows where each trial's row is. Trials of a case are chained
// through next, so that a case costs one map entry whatever its trials.
type index struct {
	first map[eval.Key]int32 // the case's latest row in rows
	rows  []place
}

type place struct {
	offset, length int64
	run            int32
	next           int32 // of the same case, noRow at the end
}

const noRow = -1

func (x *index) add(t *eval.Trial, offset, length int64) {
	if x.first == nil {
		x.first = make(map[eval.Key]int32)
	}
	next, ok := x.first[t.Key()]
	if !ok {
		next = noRow
	}
	x.first[t.Key()] = int32(len(x.rows))
	x.rows = append(x.rows, place{offset, length, int32(t.Run), next})
}

// of are the places of a case's trials, by run.
func (x *index) of(key eval.Key) []place {
	var places []place
	if at, ok := x.first[key]; ok {
		for ; at != noRow; at = x.rows[at].next {
			places = append(places, x.rows[at])
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return int(a.run - b.run) })
	return places
}

// Trials reads the trials of the given cases back, cases in the order of keys
// and their trials by run. Cases without rows are passed over. It ends at the
// first error.
func (w *Writer) Trials(keys iter.Seq[eval.Key]) iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		var row []byte
		for key := range keys {
			for _, at := range w.index.of(key) {
				row = slices.Grow(row[:0], int(at.length))[:at.length]
				trial := new(eval.Trial)
				err := w.read(row, at.offset, trial)
				if !yield(trial, err) || err != nil {
					return
				}
			}
		}
	}
}

func (w *Writer) read(row []byte, offset int64, trial *eval.Trial) error {
	if _, err := w.file.ReadAt(row, offset); err != nil {
		return fmt.Errorf("cannot read report %q back: %w", w.Path(), eval.Bare(err))
	}
	if err := json.Unmarshal(row, trial); err != nil {
		return fmt.Errorf("report %q was changed while it was in use: %w", w.Path(), err)
	}
	return nil
}
