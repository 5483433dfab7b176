package eval_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestMillisComeBackAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	for us := range 5000 {
		m := eval.Millis(time.Duration(us)*time.Microsecond + 17)
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back eval.Millis
		if err := json.Unmarshal(text, &back); err != nil || back.Float() != m.Float() {
			t.Fatalf("%s came back as %v, %v", text, back.Float(), err)
		}
		again, err := json.Marshal(back)
		if err != nil || string(again) != string(text) {
			t.Fatalf("%s was written again as %s, %v", text, again, err)
		}
	}
}
