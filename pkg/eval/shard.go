package eval

import (
	"errors"
	"strconv"
	"strings"
)

// Shard is one of the parts that a plan is split into. The zero Shard is the
// whole plan.
type Shard struct {
	Index int // from 1 to Of
	Of    int
}

// ParseShard reads I/N.
func ParseShard(text string) (Shard, error) {
	index, of, found := strings.Cut(text, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(of)
	if !found || err != nil || err2 != nil || i < 1 || n < i || n > MaxShards {
		return Shard{}, errors.New("want I/N, part I of N, with I from 1 to N and N up to " + strconv.Itoa(MaxShards))
	}
	return Shard{i, n}, nil
}

// MaxShards is how many parts a plan may be split into.
const MaxShards = 1000

// IsWhole reports whether this is no part, but the whole plan.
func (s Shard) IsWhole() bool { return s.Of == 0 }

// String is I/N, and nothing of a whole plan.
func (s Shard) String() string {
	if s.IsWhole() {
		return ""
	}
	return strconv.Itoa(s.Index) + "/" + strconv.Itoa(s.Of)
}
