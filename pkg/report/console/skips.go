package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// skips are the cases that did not run, by reason.
type skips struct {
	meant  int // cases that say so themselves
	groups []*skipGroup
	more   skipGroup // of further reasons
}

type skipGroup struct {
	reason string
	meant  bool // the case says so; else the run ended before it
	cases  int
	ids    []string // the first few
}

const maxReasons, maxNamed = 6, 3

func (s *skips) add(r *eval.CaseResult) {
	meant := r.Planned == 0
	if meant {
		s.meant++
	}
	i := slices.IndexFunc(s.groups, func(g *skipGroup) bool { return g.reason == r.Reason && g.meant == meant })
	var g *skipGroup
	switch {
	case i >= 0:
		g = s.groups[i]
	case len(s.groups) < maxReasons:
		g = &skipGroup{reason: r.Reason, meant: meant}
		s.groups = append(s.groups, g)
	default:
		g = &s.more
		g.reason = "for other reasons"
	}
	g.cases++
	if len(g.ids) < maxNamed {
		g.ids = append(g.ids, safetext.Short(r.ID, 40))
	}
}

// skips shows what did not run, and why.
func (c *Console) skips() {
	groups := c.skipped.groups
	if c.skipped.more.cases > 0 {
		groups = append(groups, &c.skipped.more)
	}
	for _, g := range groups {
		word := "skipped"
		if !g.meant && g != &c.skipped.more {
			word = "not run"
		}
		if c.opt.Plain {
			word = strings.ToUpper(word)
		}
		ids := strings.Join(g.ids, ", ")
		if more := g.cases - len(g.ids); more > 0 {
			ids += fmt.Sprintf(" and %d more", more)
		}
		reason := ""
		if g.reason != "" {
			reason = ": " + safetext.Short(g.reason, textLimit)
		}
		c.line(c.fit("  " + c.dim("−") + " " + fmt.Sprintf("%d %s%s", g.cases, word, reason) + c.dim(" ("+ids+")")))
	}
}
