package agent

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Metadata under these names sets an agent's prompts.
const (
	presetKey = "__prompt_preset"
	globalKey = "__disable_global_prompts"
)

// settings is what decides the prompts of a turn.
type settings struct {
	metadata map[string]eval.Value
	prompts  []prompt.Prompt // the agent's, or a preset
	global   bool
}

// badMetadata says what is wrong with a member of the metadata.
type badMetadata struct{ key, message, hint string }

// metadata merges those of the context, the case and its options, the later
// over the earlier.
func (t *Target) metadata(c *eval.Case) map[string]eval.Value {
	var merged map[string]eval.Value
	sources := []eval.Value{t.opt.Identity.Metadata, c.Metadata}
	if c.Options != nil {
		sources = append(sources, c.Options.Metadata)
	}
	for _, v := range sources {
		switch members := v.Members(); {
		case len(members) == 0:
		case merged == nil:
			merged = members
		default:
			maps.Copy(merged, members)
		}
	}
	return merged
}

// asks is how a case asks its agent to go about each turn.
func (t *Target) asks(agent *app.Agent, c *eval.Case) (asked, *badMetadata) {
	who := &t.opt.Identity
	a := asked{connector: t.opt.Connector, locale: who.Locale, referer: who.Referer, metadata: t.metadata(c), allowTruncated: c.AllowTruncated, skip: skips(c)}
	if o := c.Options; o != nil {
		if a.connector == "" {
			a.connector = o.Connector
		}
		a.mode, a.search = o.Mode, o.Search
		a.global = negated(o.DisableGlobalPrompts)
	}
	_, bad := settingsOf(agent, a.metadata, a.global)
	return a, bad
}

// settings are those of a case's first turn, before any hook.
func (t *Target) settings(agent *app.Agent, c *eval.Case) (settings, *badMetadata) {
	a, bad := t.asks(agent, c)
	if bad != nil {
		return settings{metadata: a.metadata}, bad
	}
	return settingsOf(agent, a.metadata, a.global)
}

// settingsOf finds the prompts that metadata ask for. Global, where it is not
// nil, is the last word on global prompts.
func settingsOf(agent *app.Agent, metadata map[string]eval.Value, global *bool) (settings, *badMetadata) {
	s := settings{metadata: metadata, prompts: agent.Prompts, global: !agent.DisableGlobalPrompts}
	if v, ok := s.metadata[presetKey]; ok && v.Kind() != eval.Null {
		key, isText := v.Str()
		if !isText {
			return s, &badMetadata{key: presetKey, message: "want the name of a preset, got " + eval.Clip(v.Raw())}
		}
		preset, ok := agent.Presets[key]
		if !ok && key != "" {
			return s, unknownPreset(agent, presetKey, key)
		}
		if ok {
			s.prompts = preset
		}
	}
	if v, ok := s.metadata[globalKey]; ok && v.Kind() != eval.Null {
		if v.Kind() != eval.Boolean {
			return s, &badMetadata{key: globalKey, message: "want true or false, got " + eval.Clip(v.Raw())}
		}
		s.global = v.Raw() == "false"
	}
	if global != nil {
		s.global = *global
	}
	return s, nil
}

// contextual reports whether the metadata of a case have a key from the
// context alone, which all cases share.
func (t *Target) contextual(c *eval.Case, key string) bool {
	has := func(v eval.Value) bool { _, ok := v.Members()[key]; return ok }
	return has(t.opt.Identity.Metadata) && !has(c.Metadata) && (c.Options == nil || !has(c.Options.Metadata))
}

func unknownPreset(agent *app.Agent, at, key string) *badMetadata {
	known := slices.Sorted(maps.Keys(agent.Presets))
	bad := &badMetadata{key: at, message: fmt.Sprintf("unknown preset %q", eval.Clip(key)), hint: source.DidYouMean(key, known)}
	switch {
	case bad.hint != "":
	case len(known) == 0:
		bad.hint = "agent " + agent.ID + " has no presets"
	case len(known) <= 12:
		bad.hint = "want one of " + strings.Join(known, ", ")
	}
	return bad
}

// prompts are the messages before the input, filled in: the application's,
// then the agent's.
func (c *conversation) prompts(r *request) ([]eval.Message, error) {
	t := c.trial.target
	s, bad := settingsOf(c.agent, r.metadata, r.global)
	if r.presetSet && r.preset != "" {
		preset, ok := c.agent.Presets[r.preset]
		if bad = nil; !ok {
			bad = unknownPreset(c.agent, "prompt_preset", r.preset)
		}
		s.prompts = preset
	}
	if bad != nil {
		return nil, c.wrong(app.CreateHook, eval.Problems{{Path: bad.key, Message: bad.message, Hint: bad.hint}})
	}
	list := s.prompts
	if s.global {
		list = slices.Concat(t.app.Prompts, s.prompts)
	}
	if len(list) == 0 {
		return nil, nil
	}
	vars := t.vars(c.agent, c.trial.c, c.trial.scope.Run, c.trial.now, r)
	messages := make([]eval.Message, len(list))
	for i, p := range list {
		text := vars.Expand(c.agent.Book.Prompt(r.locale, p.Content))
		messages[i] = eval.Message{Role: p.Role, Name: p.Name, Content: eval.Content{Text: text}}
	}
	return messages, nil
}

// persons are the user, the team and the tenant that a case is run as.
func (t *Target) persons(c *eval.Case) (user, team, tenant string) {
	user, team = t.opt.Identity.User, t.opt.Identity.Team
	if c.User != "" && !t.opt.UserGiven {
		user = c.User
	}
	if c.Team != "" && !t.opt.TeamGiven {
		team = c.Team
	}
	tenant, _ = t.opt.Identity.Authorized.Members()["tenant_id"].Str()
	if tenant == "" {
		tenant = team
	}
	return user, team, tenant
}

// vars is what the variables of a turn's prompts stand for.
func (t *Target) vars(agent *app.Agent, c *eval.Case, run int, now time.Time, r *request) prompt.Vars {
	user, team, tenant := t.persons(c)
	texts := make(map[string]string, len(r.metadata))
	for name, v := range r.metadata {
		texts[name] = v.Text()
	}
	known := map[string]string{
		"ASSISTANT_ID":          agent.ID,
		"ASSISTANT_NAME":        agent.Label(r.locale, agent.Name),
		"ASSISTANT_DESCRIPTION": agent.Label(r.locale, agent.Description),
		"ASSISTANT_TYPE":        agent.Type,
		"CHAT_ID":               t.chatID(c, run),
		"LOCALE":                r.locale,
		"MODE":                  r.mode,
		"REFERER":               r.referer,
		"CLIENT_TYPE":           t.opt.Identity.Client.Type,
		"USER_ID":               user,
		"TEAM_ID":               team,
		"TENANT_ID":             tenant,
	}
	if r.theme != "" {
		known["THEME"] = r.theme
	}
	if r.route != "" {
		known["ROUTE"] = r.route
	}
	return prompt.Vars{Now: now, Env: t.app.Env, Context: known, Metadata: texts}
}

// chatID names a trial's conversation, the same in each run of the same case,
// so that what is sent to a model can be compared and replayed.
func (t *Target) chatID(c *eval.Case, run int) string {
	id := t.opt.Identity.ChatID
	if id == "" {
		id = "test-" + c.ID
	}
	if run > 1 {
		id += "-run" + strconv.Itoa(run)
	}
	return id
}
