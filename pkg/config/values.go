package config

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// value implements Value over functions, so that each type is one line.
type value struct {
	kind string
	set  func(string) error
	show func() string
	many bool // Set adds an entry
}

func (v *value) Set(text string) error { return v.set(text) }
func (v *value) String() string        { return v.show() }
func (v *value) Type() string          { return v.kind }

func text(dst *string, kind string) Value {
	return &value{kind: kind, set: func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it is empty")
		}
		*dst = s
		return nil
	}, show: func() string { return *dst }}
}

func boolean(dst *bool) Value {
	return &value{kind: "bool", set: func(s string) error {
		switch strings.ToLower(s) {
		case "true", "yes", "on", "1":
			*dst = true
		case "false", "no", "off", "0":
			*dst = false
		default:
			return errors.New("want true or false")
		}
		return nil
	}, show: func() string { return strconv.FormatBool(*dst) }}
}

func list(dst *[]string, kind string) Value {
	return &value{kind: kind, set: func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it is empty")
		}
		*dst = append(*dst, s)
		return nil
	}, show: func() string { return strings.Join(*dst, "\n") }, many: true}
}

func compile(s string) (*regexp.Regexp, error) {
	if s == "" {
		return nil, errors.New("the pattern is empty")
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return re, nil
}

func pattern(dst **regexp.Regexp) Value {
	return &value{kind: "REGEX", set: func(s string) error {
		re, err := compile(s)
		*dst = re
		return err
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return (*dst).String()
	}}
}

func patterns(dst *[]*regexp.Regexp) Value {
	return &value{kind: "REGEX", set: func(s string) error {
		re, err := compile(s)
		if err != nil {
			return err
		}
		if re.MatchString("") {
			return errors.New("the pattern matches nothing at all, and so everywhere")
		}
		*dst = append(*dst, re)
		return nil
	}, show: func() string {
		texts := make([]string, len(*dst))
		for i, re := range *dst {
			texts[i] = re.String()
		}
		return strings.Join(texts, "\n")
	}, many: true}
}

func duration(dst *time.Duration) Value {
	return &value{kind: "TIME", set: func(s string) error {
		d, err := parseDuration(s)
		if err != nil {
			return err
		}
		*dst = d
		return nil
	}, show: func() string { return eval.Span(*dst) }}
}

// parseDuration reads a span such as 30s or 2m, which must be above zero.
func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, errors.New("want a time such as 30s or 2m")
	}
	if d <= 0 {
		return 0, errors.New("want a time above zero")
	}
	return d, nil
}

func integer(dst *int64) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return errors.New("want a whole number")
		}
		*dst = n
		return nil
	}, show: func() string { return strconv.FormatInt(*dst, 10) }}
}

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

// positive is a number of at least 1; 0 was not given.
func positive(dst *int) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return errors.New("want a whole number of at least 1")
		}
		*dst = n
		return nil
	}, show: func() string {
		if *dst == 0 {
			return ""
		}
		return strconv.Itoa(*dst)
	}}
}

// risk is a percentage that stays small.
func risk(dst *float64) Value {
	return &value{kind: "RISK", set: func(s string) error {
		r, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		switch {
		case err == nil && r > 0 && r < 0.5 && !strings.HasSuffix(s, "%"):
			return fmt.Errorf("it is a percentage: write %s%% if that is meant, or %s", s, strconv.FormatFloat(r*100, 'g', 6, 64))
		case err != nil || !(r > 0 && r < 50):
			return errors.New("want a percentage above 0 and below 50, such as 5")
		}
		*dst = r
		return nil
	}, show: func() string { return strconv.FormatFloat(*dst, 'f', -1, 64) }}
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

func rate(dst **float64) Value {
	return &value{kind: "PERCENT", set: func(s string) error {
		r, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		switch {
		case err != nil || !(r >= 0 && r <= 100):
			return errors.New("want a rate from 0 to 100")
		case r == 0:
			return errors.New("a rate of 0 asks for nothing; leave the setting out")
		case r > 0 && r < 1:
			return fmt.Errorf("rates run from 0 to 100: write %s for %s %%", strconv.FormatFloat(r*100, 'g', 6, 64), strconv.FormatFloat(r*100, 'g', 6, 64))
		}
		*dst = &r
		return nil
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return strconv.FormatFloat(**dst, 'f', -1, 64)
	}}
}

// points is by how much a rate may fall, in percentage points.
func points(dst **float64) Value {
	return &value{kind: "POINTS", set: func(s string) error {
		p, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		if err != nil || !(p >= 0.1 && p <= 100) {
			return errors.New("want percentage points from 0.1 to 100, such as 10")
		}
		*dst = &p
		return nil
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return strconv.FormatFloat(**dst, 'f', -1, 64)
	}}
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
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return fmt.Sprintf("%d/%d", (*dst).Passed, (*dst).Of)
	}}
}

func confidence(dst **float64) Value {
	return &value{kind: "CONFIDENCE", set: func(s string) error {
		c, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		switch {
		case err == nil && c > 0.5 && c < 1:
			return fmt.Errorf("confidences run from 50 to 100: write %s", strconv.FormatFloat(c*100, 'g', 6, 64))
		case err != nil || !(c > 50 && c < 100):
			return errors.New("want a confidence above 50 and below 100, such as 95")
		}
		*dst = &c
		return nil
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return strconv.FormatFloat(**dst, 'f', -1, 64)
	}}
}

func money(dst **float64) Value {
	return &value{kind: "USD", set: func(s string) error {
		usd, err := strconv.ParseFloat(strings.TrimPrefix(s, "$"), 64)
		if err != nil || !(usd >= 0 && usd <= math.MaxFloat32) {
			return errors.New("want US dollars, such as 0.50")
		}
		*dst = &usd
		return nil
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return strconv.FormatFloat(**dst, 'f', -1, 64)
	}}
}

func tokens(dst **int64) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 {
			return errors.New("want a whole number of at least 0")
		}
		*dst = &n
		return nil
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return strconv.FormatInt(**dst, 10)
	}}
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

func count(dst **int) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			return errors.New("want a whole number of at least 0")
		}
		*dst = &n
		return nil
	}, show: func() string {
		if *dst == nil {
			return ""
		}
		return strconv.Itoa(**dst)
	}}
}

func choice(dst *string, words ...string) Value {
	return &value{kind: strings.Join(words, "|"), set: func(s string) error {
		s = strings.ToLower(s)
		if no := CommentOff; slices.Contains(words, no) && (s == "false" || s == "no") {
			s = no // as YAML also writes it
		}
		if !slices.Contains(words, s) {
			last := len(words) - 1
			return errors.New("want " + strings.Join(words[:last], ", ") + " or " + words[last])
		}
		*dst = s
		return nil
	}, show: func() string { return *dst }}
}

// mergeOf is true or false, or files.
func mergeOf(dst *Merge) Value {
	return &value{kind: "true|FILE", set: func(s string) error {
		var artifacts bool
		switch err := boolean(&artifacts).Set(s); {
		case strings.TrimSpace(s) == "":
			return errors.New("it is empty")
		case err != nil:
			dst.Files = append(dst.Files, s)
		case artifacts:
			dst.Artifacts = true
		}
		if dst.Artifacts && len(dst.Files) > 0 {
			return errors.New("want true or files, not both (true are the artifacts of this run)")
		}
		return nil
	}, show: func() string {
		if dst.Artifacts {
			return "true"
		}
		return strings.Join(dst.Files, "\n")
	}, many: true}
}

// maxDays is the longest that GitHub keeps an artifact anywhere.
const maxDays = 400

func days(dst *int) Value {
	return &value{kind: "DAYS", set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 || n > maxDays {
			return fmt.Errorf("want a whole number from 1 to %d", maxDays)
		}
		*dst = n
		return nil
	}, show: func() string {
		if *dst == 0 {
			return ""
		}
		return strconv.Itoa(*dst)
	}}
}

// artifactName is a name that GitHub's servers take.
func artifactName(dst *string) Value {
	return &value{kind: "NAME", set: func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it is empty")
		}
		if strings.ContainsAny(s, "\":<>|*?\r\n\\/") {
			return errors.New("none of \" : < > | * ? \\ / may stand in it")
		}
		*dst = s
		return nil
	}, show: func() string { return *dst }}
}
