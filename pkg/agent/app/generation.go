package app

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// generationNames are the generation options an agent may set.
var generationNames = []string{
	"temperature", "top_p", "n", "max_tokens", "max_completion_tokens", "stop", "presence_penalty",
	"frequency_penalty", "logit_bias", "user", "seed", "response_format", "reasoning_effort",
}

var efforts = []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}

// generation checks generation options.
type generation struct {
	f      *source.Fields
	faults *source.Faults
}

// readGeneration reads those of names that are set. Ranges are those of the
// chat completions API.
func readGeneration(f *source.Fields, names []string, faults *source.Faults) llm.Options {
	g := generation{f, faults}
	var options llm.Options
	for _, name := range names {
		n := f.Node(name)
		if n == nil || !g.valid(name, n) {
			continue
		}
		if options == nil {
			options = llm.Options{}
		}
		options[name] = n.Value
	}
	return options
}

// CreateOptions are the generation options that a Create hook may set.
func CreateOptions() []string {
	return []string{"temperature", "max_tokens", "max_completion_tokens", "top_p", "stop", "presence_penalty", "frequency_penalty", "seed", "user", "response_format", "reasoning_effort"}
}

// Generation reads and checks the generation options of these names, where
// they are set.
func Generation(f *source.Fields, names []string, faults *source.Faults) llm.Options {
	options := readGeneration(f, names, faults)
	if f.Has("max_tokens") && f.Has("max_completion_tokens") {
		faults.At(f.Pos("max_tokens"), f.Path("max_tokens"), "max_tokens and max_completion_tokens mean the same, want one of them")
	}
	return options
}

// readOptions reads an agent's options.
func readOptions(f *source.Fields, faults *source.Faults) llm.Options {
	options := Generation(f, generationNames, faults)
	for _, name := range []string{"tools", "tool_choice"} {
		if n := f.Node(name); n != nil {
			faults.At(n.Pos, f.Path(name), "tools are not supported in this version")
		}
	}
	// Answers are always streamed, and are the same either way.
	f.Bool("stream")
	f.Done()
	return options
}

func (g generation) valid(name string, n *source.Node) bool {
	before := len(g.faults.List)
	switch name {
	case "temperature":
		g.number(name, n, 0, 2)
	case "top_p":
		g.number(name, n, 0, 1)
	case "presence_penalty", "frequency_penalty":
		g.number(name, n, -2, 2)
	case "max_tokens", "max_completion_tokens":
		g.f.Int(name, 1)
	case "n":
		if i := g.f.Int(name, 1); i != nil && *i != 1 {
			g.fault(name, n, "one answer is asked for, so n must be 1")
		}
	case "seed":
		if n.Kind() != eval.Number || !eval.IsInteger(n.Value.Raw()) {
			g.fault(name, n, "want a whole number, got "+source.Describe(n))
		}
	case "user":
		g.f.String(name)
	case "stop":
		g.stop(n)
	case "logit_bias":
		g.bias(n)
	case "response_format":
		g.format(n)
	case "reasoning_effort":
		if n.Kind() != eval.String || !slices.Contains(efforts, n.Text) {
			g.fault(name, n, "want one of "+strings.Join(efforts, ", ")+", got "+source.Describe(n))
		}
	}
	return len(g.faults.List) == before
}

func (g generation) fault(name string, n *source.Node, message string) {
	g.faults.At(n.Pos, g.f.Path(name), "%s", message)
}

func (g generation) number(name string, n *source.Node, low, high float64) {
	x := g.f.Number(name)
	if x != nil && (*x < low || *x > high) {
		g.fault(name, n, "want a number from "+short(low)+" to "+short(high)+", got "+n.Value.Raw())
	}
}

func short(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (g generation) stop(n *source.Node) {
	texts := []*source.Node{n}
	if n.Kind() == eval.Array {
		texts = n.Items
		if len(texts) == 0 || len(texts) > 4 {
			g.fault("stop", n, "want one to four texts, got "+strconv.Itoa(len(texts)))
		}
	}
	for _, text := range texts {
		if text.Kind() != eval.String || text.Text == "" {
			g.fault("stop", text, "want a text, or a list of texts, that are not empty, got "+source.Describe(text))
		}
	}
}

func (g generation) bias(n *source.Node) {
	if n.Kind() != eval.Object {
		g.fault("logit_bias", n, "want numbers by their tokens, got "+source.Describe(n))
		return
	}
	f := g.f.Object("logit_bias")
	for _, m := range n.Fields {
		if x := f.Number(m.Key); x != nil && (*x < -100 || *x > 100) {
			g.faults.At(m.Node.Pos, f.Path(m.Key), "want a number from -100 to 100, got %s", m.Node.Value.Raw())
		}
	}
}

// schemaName is what the API takes as a schema's name.
var schemaName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

var formats = []string{"text", "json_object", "json_schema"}

func (g generation) format(n *source.Node) {
	if n.Kind() != eval.Object {
		g.fault("response_format", n, "want an object with a type, got "+source.Describe(n))
		return
	}
	f := g.f.Object("response_format")
	kind := f.String("type")
	schema := f.Node("json_schema")
	at := f.Pos("type")
	switch {
	case !f.Has("type"):
		g.faults.At(at, g.f.Path("response_format"), "the format has no type").Hint = "want " + strings.Join(formats, ", ")
	case kind != "" && !slices.Contains(formats, kind):
		g.faults.At(at, f.Path("type"), "unknown format %q", eval.Clip(kind)).Hint = source.DidYouMean(kind, formats)
	case kind == "json_schema" && schema == nil:
		g.faults.At(at, g.f.Path("response_format"), "the format json_schema needs json_schema")
	case kind != "json_schema" && schema != nil:
		g.faults.At(schema.Pos, f.Path("json_schema"), "has no effect with the type %q", eval.Clip(kind))
	case schema != nil:
		g.schema(f.Object("json_schema"))
	}
	f.Done()
}

func (g generation) schema(f *source.Fields) {
	name := f.String("name")
	if !schemaName.MatchString(name) {
		g.faults.At(f.Pos("name"), f.Path("name"), "want a name of letters, digits, \"_\" and \"-\", got %q", eval.Clip(name))
	}
	f.String("description")
	f.Bool("strict")
	if !f.Has("schema") {
		g.faults.At(f.Pos("schema"), f.Path("schema"), "the schema is missing")
	}
	if problem := checkSchema(f.Value("schema")); problem != "" {
		g.faults.At(f.Pos("schema"), f.Path("schema"), "%s", problem)
	}
	f.Done()
}
