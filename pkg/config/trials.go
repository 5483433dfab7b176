package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// runs is N, or MIN..MAX where the second is more.
func runs(most, least *int) Value {
	number := func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil && n >= 1 && n <= eval.MaxRuns
	}
	return &value{kind: "N|MIN..MAX", set: func(s string) error {
		low, high, ranged := strings.Cut(s, "..")
		if !ranged {
			high = low
		}
		from, ok := number(low)
		to, ok2 := number(high)
		switch {
		case ranged && (!ok || !ok2):
			return fmt.Errorf("want two whole numbers from 1 to %d, such as 3..10", eval.MaxRuns)
		case !ok:
			return fmt.Errorf("want a whole number from 1 to %d, or two such as 3..10", eval.MaxRuns)
		case from > to:
			return fmt.Errorf("the least number comes first: write %d..%d", to, from)
		}
		*most, *least = to, 0
		if from < to {
			*least = from
		}
		return nil
	}, show: func() string {
		if *least > 0 {
			return fmt.Sprintf("%d..%d", *least, *most)
		}
		return strconv.Itoa(*most)
	}}
}

// maxParallel bounds the trials in flight.
const maxParallel = 1024

func parallel(dst *Parallel) Value {
	return &value{kind: "N|auto", set: func(s string) error {
		if s == "auto" {
			*dst = Parallel{Auto: true}
			return nil
		}
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > maxParallel {
			return fmt.Errorf("want a whole number from 1 to %d, or auto", maxParallel)
		}
		*dst = Parallel{N: n}
		return nil
	}, show: func() string {
		if dst.Auto {
			return "auto"
		}
		return strconv.Itoa(dst.N)
	}}
}

func shard(dst *eval.Shard) Value {
	return &value{kind: "I/N", set: func(s string) error {
		part, err := eval.ParseShard(s)
		*dst = part
		return err
	}, show: dst.String}
}

// quota is K/N: how many of how many trials must pass.
func quota(dst **eval.Quota) Value {
	return &value{kind: "K/N", set: func(s string) error {
		passed, of, found := strings.Cut(s, "/")
		k, err := strconv.Atoi(strings.TrimSpace(passed))
		n, err2 := strconv.Atoi(strings.TrimSpace(of))
		switch {
		case !found || err != nil || err2 != nil || k < 1 || n < 1 || n > eval.MaxRuns:
			return errors.New("want two whole numbers such as 4/5: trials that must pass, of trials that a case has")
		case k > n:
			return fmt.Errorf("of %s %d cannot pass", eval.Plural(n, "trial"), k)
		}
		*dst = &eval.Quota{Passed: k, Of: n}
		return nil
	}, show: optional(dst, func(q eval.Quota) string { return fmt.Sprintf("%d/%d", q.Passed, q.Of) })}
}

func class(dst *eval.Class) Value {
	return &value{kind: "CLASS", set: func(s string) error {
		switch c := eval.Class(strings.ReplaceAll(strings.ToLower(s), "-", "_")); c {
		case eval.Stable, eval.MostlyStable, eval.Unstable:
			*dst = c
			return nil
		case eval.HighlyUnstable:
			return errors.New("no case is below highly_unstable; leave the setting out instead")
		default:
			return errors.New("want stable, mostly_stable or unstable")
		}
	}, show: func() string { return string(*dst) }}
}
