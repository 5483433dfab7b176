package log

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
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

// twice is the first row of a trial that has one already, and that one.
func (x *index) twice() (first, second place, found bool) {
	return x.twiceOf(maps.Keys(x.first))
}

// twiceOf is twice among the trials of some cases.
func (x *index) twiceOf(keys iter.Seq[eval.Key]) (first, second place, found bool) {
	for key := range keys {
		places := x.of(key)
		for i := 1; i < len(places); i++ {
			a, b := places[i-1], places[i]
			if a.run != b.run {
				continue
			}
			if a.offset > b.offset {
				a, b = b, a
			}
			if !found || b.offset < second.offset {
				first, second, found = a, b, true
			}
		}
	}
	return first, second, found
}

// trials reads trials back from the file that name is the name of.
func (x *index) trials(file io.ReaderAt, name string, keys iter.Seq[eval.Key]) iter.Seq2[*eval.Trial, error] {
	return readBack(file, name, func(yield func(place) bool) {
		for key := range keys {
			for _, at := range x.of(key) {
				if !yield(at) {
					return
				}
			}
		}
	})
}

// readBack reads the trials at these places, one in memory at a time.
func readBack(file io.ReaderAt, name string, places iter.Seq[place]) iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		var row []byte
		for at := range places {
			row = slices.Grow(row[:0], int(at.length))[:at.length]
			trial := new(eval.Trial)
			err := read(file, name, row, at.offset, trial)
			if !yield(trial, err) || err != nil {
				return
			}
			if cap(row) > keptBuffer {
				row = nil
			}
		}
	}
}

func read(file io.ReaderAt, name string, row []byte, offset int64, trial *eval.Trial) error {
	if _, err := file.ReadAt(row, offset); err != nil {
		return fmt.Errorf("cannot read report %q back: %w", name, eval.Bare(err))
	}
	if err := json.Unmarshal(row, trial); err != nil {
		return fmt.Errorf("report %q was changed while it was in use: %w", name, err)
	}
	return nil
}
