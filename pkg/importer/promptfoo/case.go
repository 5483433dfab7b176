package promptfoo

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// agents makes an agent of each prompt with a case of each test, or one nameless
// agent with all cases.
func (r *reader) agents(prompts []prompt, tests []test) {
	title := r.suite.Name
	base := importer.FolderName(title, r.Name)
	var folders importer.Names
	var ids importer.Names
	var joint importer.Agent
	for i, p := range prompts {
		var own []importer.Prompt
		if !r.Single {
			own, ids = p.fixed(), importer.Names{}
		}
		prefix := ""
		if len(prompts) > 1 {
			prefix = importer.FolderName(p.label, "prompt-"+strconv.Itoa(i+1))
		}
		m := maker{reader: r, prompt: p, without: len(own), ids: &ids}
		if r.Single && prefix != "" {
			m.prefix = prefix + "-"
		}
		cases := m.cases(tests)
		if r.Single {
			joint.Cases = append(joint.Cases, cases...)
			continue
		}
		a := importer.Agent{ID: base, Title: title, Connector: r.suite.Connectors[0].ID, Prompts: own, Cases: cases}
		if prefix != "" {
			a.ID, a.Title = base+"-"+prefix, strings.TrimSpace(title+" "+p.label)
		}
		if len(cases) > 0 {
			a.ID = folders.Unique(a.ID)
			r.suite.Agents = append(r.suite.Agents, a)
		}
	}
	if len(joint.Cases) > 0 {
		r.suite.Agents = append(r.suite.Agents, joint)
	}
}

// maker makes the cases of one prompt.
type maker struct {
	*reader
	prompt  prompt
	without int // messages that the agent says itself
	ids     *importer.Names
	prefix  string // of ids

	unfound *source.Node // what names a test's variables and leads to none
}

func (m *maker) cases(tests []test) []importer.Case {
	var all []importer.Case
	for _, t := range tests {
		if m.made == importer.MaxCases {
			m.suite.Lose(t.pos, "tests", "with the prompts they multiply to more than "+strconv.Itoa(importer.MaxCases)+" cases, and those from here on are left out", "split the config")
			break
		}
		m.ignored(t)
		m.unfound = nil
		members := t.members("vars", m.variables)
		if m.unfound != nil {
			m.suite.Lose(t.pos, "test", "its variables at "+m.unfound.Pos.LineString()+" cannot be read, so no case was written", "")
			continue
		}
		combinations, ok := assign(members, !isTrue(t.option("disableVarExpansion")), importer.MaxCases)
		if !ok || m.made+len(combinations) > importer.MaxCases {
			m.suite.Lose(t.pos, "vars", "the lists multiply to more than "+strconv.Itoa(importer.MaxCases)+" cases", "split the config")
			continue
		}
		m.made += len(combinations)
		for _, v := range combinations {
			if c, ok := m.one(t, v, members); ok {
				all = append(all, c)
			}
		}
	}
	return all
}

// one makes a case of a test and one combination of its variables.
func (m *maker) one(t test, v vars, members []source.Member) (importer.Case, bool) {
	order := make([]string, len(members))
	for i, member := range members {
		order[i] = member.Key
	}
	if err := m.load(v, order); err != nil {
		m.suite.Lose(t.pos, "test", err.Error()+", so no case was written", "")
		return importer.Case{}, false
	}
	v.settle(order)
	input, err := m.prompt.input(v, text(t.option("prefix")), text(t.option("suffix")), m.without)
	if err != nil {
		m.suite.Lose(t.pos, "test", err.Error()+", so no case was written", "the prompt is at "+m.prompt.pos.String())
		return importer.Case{}, false
	}
	c := importer.Case{Input: input, Skip: m.blocked(t)}
	name := text(t.field("description"))
	if rendered, err := v.render(name); err == nil {
		name = rendered
	}
	id := importer.Slug(name)
	if id == "" {
		id = "test-" + strconv.Itoa(t.index)
	}
	c.ID, c.Name = m.ids.Unique(m.prefix+id), name
	found := checks{maker: m, v: v}
	found.add(t.assertions())
	c.Assert, c.Tags = found.values, found.tags
	var metadata []importer.Member
	for _, member := range t.members("metadata", func(n *source.Node) *source.Node { return n }) {
		metadata = append(metadata, importer.Member{Key: member.Key, Value: member.Node.Value})
	}
	if err := c.Settle(importer.Origin{Tool: tool, At: t.pos.LineString(), Lost: found.lost}, metadata); err != nil {
		m.suite.Lose(t.pos, "test", "it cannot be written: "+err.Error(), "")
		return importer.Case{}, false
	}
	return c, true
}

// variables are a test's variables, also those it keeps in files.
func (m *maker) variables(n *source.Node) *source.Node {
	ref := n
	if n = m.at(n); n == nil {
		m.unfound = ref
	}
	if n == nil || n.Kind() == eval.Object {
		return n
	}
	var fields []source.Member
	for _, ref := range items(n) {
		rows := m.rows(ref)
		if len(rows) == 0 {
			m.unfound = ref
		}
		for _, row := range rows {
			fields = append(fields, row.Fields...)
		}
	}
	return objectNode(n.Pos, fields)
}

// load puts in the variables that are kept in files, and drops the last line
// break of each.
func (m *maker) load(v vars, order []string) error {
	for _, name := range order {
		n := v[name]
		if n.Kind() != eval.String {
			continue
		}
		ref, isFile := strings.CutPrefix(n.Text, "file://")
		if !isFile {
			v[name] = textNode(n.Pos, strings.TrimSuffix(n.Text, "\n"))
			continue
		}
		body, err := m.variableFile(ref)
		if err != nil {
			return errors.New("its variable " + quote(name) + ", the file " + quote(ref) + ": " + err.Error())
		}
		v[name] = textNode(n.Pos, body)
	}
	return nil
}

func (m *maker) variableFile(ref string) (string, error) {
	at := strings.LastIndexByte(ref, '.')
	if at < 0 || !slices.Contains([]string{".txt", ".md", ".json", ".yaml", ".yml", ".html", ".xml", ".csv"}, strings.ToLower(ref[at:])) {
		return "", errors.New("a file of this kind is not read")
	}
	f, err := m.open(ref)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(ref, ".yaml") || strings.HasSuffix(ref, ".yml") {
		docs, problems := source.ReadYAML(f)
		if len(problems) > 0 || len(docs) != 1 {
			return "", errors.New("it does not hold one value")
		}
		return docs[0].Value.Raw(), nil
	}
	return strings.TrimSpace(f.Text), nil
}
