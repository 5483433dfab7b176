package stability

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// noise counts the trials of a case that did not pass by whose doing that may
// have been.
type noise struct {
	of    int32
	whose [4]doing // by culprit
}

// doing is in how many trials it was surely somebody's, and in how many that
// is open between several.
type doing struct{ sure, open int32 }

type culprit int

const (
	theAgent culprit = iota
	theJudge
	theSimulator
	theInfrastructure
)

var culprits = [...]string{theAgent: "agent", theJudge: "judge", theSimulator: "simulated user", theInfrastructure: "infrastructure"}

func (n *noise) add(t *eval.Trial) {
	if t.Status != eval.Failed && t.Status != eval.Timeout && t.Status != eval.Error {
		return
	}
	n.of++
	who := suspects(t)
	for _, c := range who {
		if len(who) == 1 {
			n.whose[c].sure++
		} else {
			n.whose[c].open++
		}
	}
}

// suspects are those who may have kept a trial from passing. What broke is
// never the agent's. A failure is the agent's, unless a model judged it or
// played the user; nobody knows yet whether these were right. What took too
// long was a slow agent or a slow provider.
func suspects(t *eval.Trial) []culprit {
	if t.Status == eval.Error {
		return []culprit{theInfrastructure}
	}
	who := []culprit{theAgent}
	if _, judged := t.Usage[eval.RoleJudge]; judged && t.Status == eval.Failed {
		who = append(who, theJudge)
	}
	if _, simulated := t.Usage[eval.RoleSimulator]; simulated {
		who = append(who, theSimulator)
	}
	if t.Status == eval.Timeout {
		who = append(who, theInfrastructure)
	}
	return who
}

// attributed says whose the differences between the trials are of a case of
// which some passed and some did not; nil of any other.
func (n *noise) attributed(passed int32) *eval.Noise {
	if passed == 0 || n.of == 0 {
		return nil
	}
	share := func(c culprit) *float64 {
		if n.whose[c].open > 0 {
			return nil
		}
		return rate(int(n.whose[c].sure), int(n.of))
	}
	return &eval.Noise{
		Agent: share(theAgent), Judge: share(theJudge), Simulator: share(theSimulator), Infrastructure: share(theInfrastructure),
		Sentence: n.sentence(),
	}
}

// sentence has the figures behind the shares.
func (n *noise) sentence() string {
	var parts, open []string
	unknown := n.of
	for c, d := range n.whose {
		if d.open > 0 {
			open = append(open, "the "+culprits[c]+"'s")
		}
		if unknown -= d.sure; d.sure > 0 && d.sure < n.of {
			parts = append(parts, fmt.Sprintf("the %s's in %d", culprits[c], d.sure))
		} else if d.sure > 0 {
			return fmt.Sprintf("the %s's, in %s that did not pass", culprits[c], every(n.of))
		}
	}
	if unknown > 0 {
		parts = append(parts, fmt.Sprintf("%s in %d, which of them is not known", strings.Join(open, " or "), unknown))
	}
	return fmt.Sprintf("of %s that did not pass: %s", eval.Plural(int(n.of), "trial"), strings.Join(parts, "; "))
}

func every(trials int32) string {
	if trials == 1 {
		return "the one trial"
	}
	return fmt.Sprintf("all %d trials", trials)
}
