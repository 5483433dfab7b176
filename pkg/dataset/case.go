package dataset

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// laterFields are documented fields that this version cannot obey.
func laterFields() []string {
	return []string{"checkpoints", "max_turns", "session", "simulator"}
}

// decode reads one case object. What is wrong becomes a fault and stays zero.
func (d *decoder) decode(n *source.Node) *eval.Case {
	f := source.Object(n, "", d.faults)
	c := &eval.Case{Pos: n.Pos, Raw: n.Value}
	c.ID = d.id(n, f)
	d.faults.Case = c.ID
	c.Agent = d.agent(f)
	if c.ID != "" {
		d.faults.Agent = c.Agent
	}

	if input := f.Node("input"); input == nil {
		d.faults.At(n.Pos, "input", "missing")
	} else {
		c.Input = input.Value
		c.Messages = d.messages(input)
	}
	d.assertions(c, f)
	c.Name = d.text(f, "name")
	c.Tags = d.tags(f)
	c.User = d.filled(f, "user")
	c.Team = d.filled(f, "team")
	c.Metadata = f.Value("metadata")
	c.Options = d.options(f)
	c.Hooks = d.hooks(f)
	c.Tools = f.Value("tools")
	if n := f.Node("tools"); n != nil && n.Kind() == eval.Object && len(n.Fields) == 0 {
		d.faults.At(n.Pos, "tools", "no tool is named").Hint = "leave it out, or write what tools give by their names"
	}
	c.Skip = d.skip(f.Node("skip"))
	c.Timeout = d.timeout(f.Node("timeout"))
	if runs := f.Int("runs", 1); runs != nil && *runs > eval.MaxRuns {
		d.faults.At(f.Pos("runs"), "runs", "want at most %d, got %d", eval.MaxRuns, *runs)
	} else if runs != nil {
		c.Runs = *runs
	}
	c.AllowTruncated = f.Flag("allow_truncated")
	for _, name := range laterFields() {
		if f.Has(name) {
			d.faults.At(f.Pos(name), "", "%q is not supported in this version", name)
		}
	}
	f.Done()
	return c
}

// hooks reads the functions that run around the case.
func (d *decoder) hooks(f *source.Fields) *eval.CaseHooks {
	h := eval.CaseHooks{Before: d.reference(f, "before"), After: d.reference(f, "after")}
	if h.Before == "" && h.After == "" {
		return nil
	}
	h.BeforePos, h.AfterPos = f.Pos("before"), f.Pos("after")
	return &h
}

// reference reads the name of a function, which may say that it is a script's.
func (d *decoder) reference(f *source.Fields, name string) string {
	return strings.TrimPrefix(d.filled(f, name), "scripts:")
}

// id reads the id, "" when it is missing or none.
func (d *decoder) id(n *source.Node, f *source.Fields) string {
	id := f.Node("id")
	if id == nil {
		d.faults.At(n.Pos, "id", "missing")
		return ""
	}
	if raw := id.Value.Raw(); id.Kind() == eval.Number {
		if strings.ContainsAny(raw, ".eE") {
			d.faults.At(id.Pos, "id", "want text or a whole number, got %s", eval.Clip(raw)).Hint =
				"write it in quotes to keep it as it is"
			return ""
		}
		return raw
	}
	if id.Kind() != eval.String {
		d.faults.At(id.Pos, "id", "want text or a whole number, got %s", source.Describe(id))
		return ""
	}
	text := share(id)
	trimmed := strings.TrimSpace(text)
	switch {
	case trimmed == "":
		d.faults.At(id.Pos, "id", "want an id, got the blank text %q", eval.Clip(text))
	case strings.ContainsFunc(text, unicode.IsControl):
		d.faults.At(id.Pos, "id", "there is a control character in %q", eval.Clip(text))
	case trimmed != text:
		d.faults.At(id.Pos, "id", "there are blanks around %q", eval.Clip(text)).Hint =
			"write " + strconv.Quote(eval.Clip(trimmed))
	default:
		return text
	}
	return ""
}

// text reads a text member; absent is "".
func (d *decoder) text(f *source.Fields, name string) string {
	n := f.Node(name)
	if n == nil || n.Kind() != eval.String {
		return f.String(name)
	}
	return share(n)
}

// filled reads a text member that must not be blank; absent is "".
func (d *decoder) filled(f *source.Fields, name string) string {
	text := d.text(f, name)
	n := f.Node(name)
	if n != nil && n.Kind() == eval.String && strings.TrimSpace(text) == "" {
		d.faults.At(n.Pos, f.Path(name), "want text that is not blank, got %q", eval.Clip(text))
		return ""
	}
	return text
}

func (d *decoder) tags(f *source.Fields) []string {
	n := f.Node("tags")
	if n == nil || n.Kind() != eval.Array {
		return f.Strings("tags")
	}
	tags := make([]string, 0, len(n.Items))
	for i, item := range n.Items {
		if item.Kind() != eval.String || strings.TrimSpace(item.Text) == "" {
			d.faults.At(item.Pos, at("tags", i), "want text that is not blank, got %s", source.Describe(item))
			continue
		}
		tags = append(tags, share(item))
	}
	return tags
}

// skip is the reason for which the case is not run, "" to run it.
func (d *decoder) skip(n *source.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind() == eval.Boolean:
		if n.Value.Raw() == "true" {
			return "skipped by the case"
		}
		return ""
	case n.Kind() == eval.String && strings.TrimSpace(n.Text) != "" && !answersYesNo(n.Text):
		return share(n)
	default:
		d.faults.At(n.Pos, "skip", "want true, false or a reason, got %s", source.Describe(n))
		return ""
	}
}

// answersYesNo recognises a yes or no that was written as text, as YAML does
// with no and people do with "false".
func answersYesNo(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "false", "yes", "no", "on", "off", "y", "n", "0", "1":
		return true
	default:
		return false
	}
}

func (d *decoder) timeout(n *source.Node) time.Duration {
	if n == nil {
		return 0
	}
	if n.Kind() == eval.String {
		if span, err := time.ParseDuration(n.Text); err == nil && span > 0 {
			return span
		}
	}
	d.faults.At(n.Pos, "timeout", "want a duration above zero, got %s", source.Describe(n)).Hint = "write 30s or 2m"
	return 0
}

// at is the path of a list's element.
func at(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
