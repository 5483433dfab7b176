package scripted

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// random is request.random: a stream of numbers in [0, 1) that depends on the
// seed, the agent, the case, the run, the role and, where there is one, the
// branch alone, on every machine.
func random(seed int64, s eval.Scope, branch string) script.Func {
	hash := sha256.New()
	parts := []string{strconv.FormatInt(seed, 10), s.Agent, s.Case, strconv.Itoa(s.Run), string(s.Role)}
	if branch != "" {
		parts = append(parts, branch)
	}
	for _, part := range parts {
		// With lengths, so that no two scopes give the same bytes.
		hash.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		hash.Write([]byte(part))
	}
	sum := hash.Sum(nil)
	numbers := rand.NewPCG(binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:]))
	return func(context.Context, []eval.Value) (eval.Value, error) {
		// All numbers of 53 bits are exact in a double.
		n := float64(numbers.Uint64()>>11) / (1 << 53)
		return eval.Trusted(strconv.FormatFloat(n, 'g', -1, 64)), nil
	}
}
