package stability_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestWhoseNoiseItIs(t *testing.T) {
	t.Parallel()
	by := func(status eval.Status, roles ...eval.Role) eval.Trial {
		one := eval.Trial{Status: status, Usage: map[eval.Role]eval.Usage{eval.RoleAgent: {Calls: 1}}}
		for _, role := range roles {
			one.Usage[role] = eval.Usage{Calls: 1}
		}
		return one
	}
	passed := by(eval.Passed, eval.RoleJudge)
	tests := []struct {
		name   string
		trials []eval.Trial
		want   *eval.Noise
	}{
		{"the agent's and the infrastructure's", []eval.Trial{passed, by(eval.Failed), by(eval.Failed), by(eval.Failed), by(eval.Error)}, &eval.Noise{
			Agent: new(75.0), Judge: new(0.0), Simulator: new(0.0), Infrastructure: new(25.0),
			Sentence: "of 4 trials that did not pass: the agent's in 3; the infrastructure's in 1",
		}},
		{"errors alone", []eval.Trial{passed, by(eval.Error, eval.RoleJudge, eval.RoleSimulator)}, &eval.Noise{
			Agent: new(0.0), Judge: new(0.0), Simulator: new(0.0), Infrastructure: new(100.0),
			Sentence: "the infrastructure's, in the one trial that did not pass",
		}},
		{"a judge may be wrong", []eval.Trial{passed, by(eval.Failed, eval.RoleJudge), by(eval.Failed), by(eval.Error)}, &eval.Noise{
			Simulator: new(0.0), Infrastructure: new(100.0 / 3),
			Sentence: "of 3 trials that did not pass: the agent's in 1; the infrastructure's in 1; the agent's or the judge's in 1, which of them is not known",
		}},
		{"a simulated user may leave its brief", []eval.Trial{passed, by(eval.Failed, eval.RoleSimulator), by(eval.Failed, eval.RoleSimulator)}, &eval.Noise{
			Judge: new(0.0), Infrastructure: new(0.0),
			Sentence: "of 2 trials that did not pass: the agent's or the simulated user's in 2, which of them is not known",
		}},
		{"a timeout", []eval.Trial{passed, by(eval.Timeout, eval.RoleJudge), by(eval.Failed)}, &eval.Noise{
			Judge: new(0.0), Simulator: new(0.0),
			Sentence: "of 2 trials that did not pass: the agent's in 1; the agent's or the infrastructure's in 1, which of them is not known",
		}},
		{"all passed", []eval.Trial{passed, passed}, nil},
		{"none passed", []eval.Trial{by(eval.Failed), by(eval.Error)}, nil},
		{"one trial", []eval.Trial{by(eval.Failed)}, nil},
		{"skipped ones count nowhere", []eval.Trial{passed, by(eval.Skipped)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b := builder([]planned{{"x", len(tt.trials)}})
			for i := range tt.trials {
				one := tt.trials[i]
				one.Agent, one.ID, one.Run = "a", "x", i+1
				b.Add(&one)
			}
			if diff := cmp.Diff(tt.want, b.Report(0, "").Cases[0].Noise); diff != "" {
				t.Error(diff)
			}
		})
	}
}
