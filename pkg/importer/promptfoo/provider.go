package promptfoo

import (
	"regexp"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// asked are the providers, under the one name or the other.
func (r *reader) asked() []*source.Node {
	list := r.root.Field("providers")
	if list == nil {
		list = r.root.Field("targets")
	}
	return items(list)
}

// providers makes a connector of each provider that can be reached.
func (r *reader) providers() {
	var names importer.Names
	for _, n := range r.asked() {
		r.provider(n, &names, 0)
	}
}

// nested bounds how deep files of providers name others.
const nested = 8

func (r *reader) provider(n *source.Node, names *importer.Names, depth int) {
	if n = r.at(n); n == nil {
		return
	}
	switch {
	case n.Kind() == eval.String && strings.HasPrefix(n.Text, "file://") && depth < nested:
		r.providersIn(n, names, depth)
	case n.Kind() == eval.String:
		r.connector(n, n.Text, nil, "", names)
	case n.Kind() == eval.Object && n.Field("id") != nil:
		for _, m := range n.Fields {
			if !slices.Contains([]string{"id", "config", "label", "transform"}, m.Key) {
				r.suite.Lose(m.KeyPos, "providers."+m.Key, "it has no place in a connector", "")
			}
		}
		r.connector(n.Field("id"), text(n.Field("id")), n.Field("config"), text(n.Field("label")), names)
	case n.Kind() == eval.Object && len(n.Fields) == 1:
		inner := n.Fields[0]
		for _, m := range inner.Node.Fields {
			if !slices.Contains([]string{"config", "label", "transform"}, m.Key) {
				r.suite.Lose(m.KeyPos, "providers."+m.Key, "it has no place in a connector", "")
			}
		}
		config := inner.Node.Field("config")
		r.connector(n, inner.Key, config, text(inner.Node.Field("label")), names)
	default:
		r.suite.Lose(n.Pos, "providers", "want the name of a provider or an object with id, got "+source.Describe(n), "")
	}
}

func (r *reader) providersIn(ref *source.Node, names *importer.Names, depth int) {
	if !isData(ref.Text) {
		r.suite.Lose(ref.Pos, "provider "+ref.Text, "providers that are programs are not run", "write a connector of type script")
		return
	}
	f, err := r.open(ref.Text)
	if err != nil {
		r.suite.Lose(ref.Pos, ref.Text, err.Error(), "")
		return
	}
	docs, problems := importer.Documents(f)
	r.suite.Lost = append(r.suite.Lost, problems...)
	for _, doc := range docs {
		for _, n := range items(doc) {
			r.provider(n, names, depth+1)
		}
	}
}

// isData tells a file of providers from one that is a provider itself.
func isData(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".json")
}

// transforms is the first change that a provider makes to its answers, nil
// when none does, wherever the provider is written: assertions are of what was
// changed, also where other agents are asked than these providers.
func (r *reader) transforms(list []*source.Node, depth int) *source.Node {
	for _, n := range list {
		if n = r.at(n); n == nil {
			continue
		}
		var found *source.Node
		switch {
		case n.Kind() == eval.String && strings.HasPrefix(n.Text, "file://") && isData(n.Text) && depth < nested:
			f, err := r.open(n.Text)
			if err != nil {
				r.suite.Lose(n.Pos, n.Text, err.Error(), "")
				continue
			}
			docs, _ := importer.Documents(f)
			for _, doc := range docs {
				if found == nil {
					found = r.transforms(items(doc), depth+1)
				}
			}
		case n.Field("id") == nil && len(n.Fields) == 1:
			found = n.Fields[0].Node.Field("transform")
		default:
			found = n.Field("transform")
		}
		if found != nil && found.Kind() != eval.Null {
			return found
		}
	}
	return nil
}

// connector makes a connector of a provider, or lists why not.
func (r *reader) connector(at *source.Node, id string, config *source.Node, label string, names *importer.Names) {
	what := "provider " + id
	v, name, model, why := vendorOf(id)
	if why == "" && (isTemplate(model) || strings.Contains(model, "$ENV.")) {
		why = "its name is a template"
	}
	if why != "" {
		r.suite.Lose(at.Pos, what, why, "write a connector of your own")
		return
	}
	s := settings{r: r, what: what, config: config, vendor: v, key: v.key, host: v.host}
	options, ok := s.options(name, model, at.Pos)
	if !ok {
		return
	}
	if label == "" {
		label = id
	}
	if v.note != "" {
		r.suite.Change(at.Pos, what, v.note, "")
	}
	c := importer.Connector{Type: v.kind, Label: safeText(label), Options: options, Source: id, Keys: s.keys}
	c.ID = names.Unique(importer.FolderName(id, "model"))
	r.suite.Connectors = append(r.suite.Connectors, c)
}

// safeText is a text without what a connector would replace in it.
func safeText(s string) string { return strings.ReplaceAll(s, "$ENV.", "ENV ") }

// envTemplate matches how configs read a variable of the environment.
var envTemplate = regexp.MustCompile(`\{\{\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}|\$\{([A-Za-z_][A-Za-z0-9_]*)\}`)

// variableName is what a variable of the environment may be called.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
