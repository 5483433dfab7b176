package stability

import (
	"math"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/answer"
	"github.com/surefoot-dev/surefoot/pkg/stability/parting"
)

// sample is what is kept of a case that several trials are planned of. Of each
// trial it has what figures of order need and sums cannot hold: what it took
// and a digest of its answer, 16 bytes together, never the answer itself. Which steps trials took is kept until the case's last trial ended.
type sample struct {
	took    []float64 // milliseconds
	answers []uint64
	noise   noise
	spent   spent
	held    held
	steps   *parting.Trials // nil once parted is known for good
	parted  *eval.Parting
}

func newSample() *sample { return &sample{steps: &parting.Trials{}} }

func (s *sample) add(t *eval.Trial) {
	s.took = append(s.took, t.TookMS().Float())
	s.spent.add(t)
	if answer.Given(t.Output) {
		s.answers = append(s.answers, answer.Digest(t.Output))
	}
	s.noise.add(t)
	if s.steps != nil {
		s.steps.Add(t)
	}
}

// parting is where the trials part. After the last one it is found once.
func (s *sample) parting(last bool) *eval.Parting {
	if s.steps == nil {
		return s.parted
	}
	s.parted = s.steps.Part()
	if last {
		s.steps = nil
	}
	return s.parted
}

// durations appends what each trial of the case took. The only one of a case
// is kept in its sums alone, since there may be a hundred thousand such cases.
func (t *tally) durations(dst []float64) []float64 {
	switch {
	case t.several != nil:
		return append(dst, t.several.took...)
	case t.ran() > 0:
		return append(dst, t.min)
	default:
		return dst
	}
}

// quantile is the least of the durations that at least this share of the
// trials took no longer than, which is one that was measured (R. J. Hyndman
// and Y. Fan, The American Statistician 50 (1996) 361-365, definition 1). It
// is nil of none, and sorts.
func quantile(share float64, took []float64) *float64 {
	if len(took) == 0 {
		return nil
	}
	slices.Sort(took)
	ms := took[rank(share, len(took))-1]
	return &ms
}

// rank is which of n sorted figures is their quantile, from 1.
func rank(share float64, n int) int {
	return max(1, int(math.Ceil(share*float64(n)-1e-9)))
}

// agreement is the share of the answers that are like the most frequent one, 0
// to 100. One answer agrees with nothing, so below two it is nil.
func agreement(answers []uint64) *float64 {
	if len(answers) < 2 {
		return nil
	}
	slices.Sort(answers)
	most, run := 0, 0
	for i, a := range answers {
		if run++; i > 0 && a != answers[i-1] {
			run = 1
		}
		most = max(most, run)
	}
	return rate(most, len(answers))
}
