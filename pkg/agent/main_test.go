package agent_test

import (
	"testing"

	"go.uber.org/goleak"
)

// TestMain sees to it that no conversation, hook or call leaves a goroutine
// behind.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		goleak.IgnoreTopFunction("time.Sleep"), goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock"), // stops by itself
		goleak.IgnoreAnyFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreAnyFunction("net/http.(*persistConn).writeLoop"), // kept for the next request
	)
}
