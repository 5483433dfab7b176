package importer

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// MaxCases bounds the cases of one import, since a few lists of variables can
// multiply to any number.
const MaxCases = 100_000

// Suite is what a file became.
type Suite struct {
	Name       string // what the file calls itself, "" when it does not say
	Agents     []Agent
	Connectors []Connector
	Lost       eval.Problems // what was not translated
	Changed    eval.Problems // what was translated, and means something else

	said map[eval.Problem]bool
}

// Agent is an agent to write and its cases.
type Agent struct {
	ID        string // the name of its folder, "" when the cases are for an agent that exists elsewhere
	Title     string // for people
	Connector string // the id of one of the suite's
	Prompts   []Prompt
	Cases     []Case
}

// Prompt is one message before the input.
type Prompt struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Connector is a way to a model.
type Connector struct {
	ID      string     `json:"-"`
	Label   string     `json:"label"`
	Type    string     `json:"type"`
	Options eval.Value `json:"options"`
	Source  string     `json:"-"` // what the file calls it
	Keys    []string   `json:"-"` // the environment variables it needs
}

// Case is one case to write.
type Case struct {
	ID       string       `json:"id"`
	Name     string       `json:"name,omitempty"`
	Tags     []string     `json:"tags,omitempty"`
	Target   string       `json:"target,omitempty"`
	Skip     string       `json:"skip,omitempty"` // why it is not run as it stands
	User     string       `json:"user,omitempty"`
	Input    eval.Value   `json:"input"`
	Assert   []eval.Value `json:"assert,omitempty"`
	Metadata eval.Value   `json:"metadata,omitzero"` // an object, or absent
}

// Origin is what a case's metadata say of where it comes from, under the name
// [OriginKey].
type Origin struct {
	Tool string   `json:"from"`
	At   string   `json:"at"`                       // file:line
	Lost []string `json:"not_translated,omitempty"` // what else the original asserts
}

// OriginKey is the member of a case's metadata that holds its Origin.
const OriginKey = "surefoot_import"

// PartTag marks cases that assert less than the original does.
const PartTag = "partly-imported"

// Lose lists something that was not translated: what it is, why, and what to
// do about it. The same thing is listed once.
func (s *Suite) Lose(pos eval.Pos, what, why, todo string) {
	s.say(&s.Lost, eval.Problem{Pos: pos, Path: eval.Clip(what), Message: why, Hint: todo})
}

// Change lists something whose meaning is not quite the original one.
func (s *Suite) Change(pos eval.Pos, what, how, todo string) {
	s.say(&s.Changed, eval.Problem{Pos: pos, Path: eval.Clip(what), Message: how, Hint: todo})
}

func (s *Suite) say(list *eval.Problems, p eval.Problem) {
	if s.said[p] {
		return
	}
	if s.said == nil {
		s.said = map[eval.Problem]bool{}
	}
	s.said[p] = true
	*list = append(*list, p)
}

// Counts are how many cases a suite holds, and how many of them are skipped
// and assert less than the original.
func (s *Suite) Counts() (all, skipped, partial int) {
	for _, a := range s.Agents {
		all += len(a.Cases)
		for _, c := range a.Cases {
			switch {
			case c.Skip != "":
				skipped++
			case len(c.Tags) > 0 && c.Tags[len(c.Tags)-1] == PartTag:
				partial++
			}
		}
	}
	return all, skipped, partial
}

// Settle gives a case its origin, and says what became of its assertions:
// lost are those that were not translated. With none left it is skipped.
func (c *Case) Settle(origin Origin, metadata []Member) error {
	switch {
	case len(origin.Lost) > 0 && len(c.Assert) == 0 && c.Skip == "":
		c.Skip = "imported from " + origin.Tool + ", and nothing it asserts is translated: " + list(origin.Lost)
	case len(origin.Lost) > 0:
		c.Tags = append(c.Tags, PartTag)
	}
	at, err := eval.ValueOf(origin)
	if err == nil {
		c.Metadata, err = Object(append(metadata, Member{OriginKey, at}))
	}
	return err
}
