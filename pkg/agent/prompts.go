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
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// Metadata under these names sets an agent's prompts.
const (
	presetKey = "__prompt_preset"
	globalKey = "__disable_global_prompts"
)

// settings is what decides the prompts of a case.
type settings struct {
	metadata map[string]eval.Value
	prompts  []prompt.Prompt // the agent's, or a preset
	global   bool
}

// badMetadata says what is wrong with a member of the metadata.
type badMetadata struct{ key, message, hint string }

// settings merges the metadata of the context, the case and its options, the
// later over the earlier, and finds the prompts they ask for.
func (t *Target) settings(agent *app.Agent, c *eval.Case) (settings, *badMetadata) {
	s := settings{prompts: agent.Prompts, global: !agent.DisableGlobalPrompts}
	sources := []eval.Value{t.opt.Identity.Metadata, c.Metadata}
	if c.Options != nil {
		sources = append(sources, c.Options.Metadata)
	}
	for _, v := range sources {
		switch members := v.Members(); {
		case len(members) == 0:
		case s.metadata == nil:
			s.metadata = members
		default:
			maps.Copy(s.metadata, members)
		}
	}
	if v, ok := s.metadata[presetKey]; ok && v.Kind() != eval.Null {
		key, isText := v.Str()
		if !isText {
			return s, &badMetadata{key: presetKey, message: "want the name of a preset, got " + eval.Clip(v.Raw())}
		}
		preset, ok := agent.Presets[key]
		if !ok && key != "" {
			return s, unknownPreset(agent, key)
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
	if c.Options != nil && c.Options.DisableGlobalPrompts != nil {
		s.global = !*c.Options.DisableGlobalPrompts
	}
	return s, nil
}

// contextual reports whether the metadata of a case have a key from the
// context alone, which all cases share.
func (t *Target) contextual(c *eval.Case, key string) bool {
	has := func(v eval.Value) bool { _, ok := v.Members()[key]; return ok }
	return has(t.opt.Identity.Metadata) && !has(c.Metadata) && (c.Options == nil || !has(c.Options.Metadata))
}

func unknownPreset(agent *app.Agent, key string) *badMetadata {
	known := slices.Sorted(maps.Keys(agent.Presets))
	bad := &badMetadata{key: presetKey, message: fmt.Sprintf("unknown preset %q", eval.Clip(key)), hint: source.DidYouMean(key, known)}
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
func (t *Target) prompts(agent *app.Agent, c *eval.Case, run int, now time.Time) ([]eval.Message, error) {
	s, bad := t.settings(agent, c)
	if bad != nil {
		return nil, &target.Fault{Pos: c.Pos, Message: "metadata." + bad.key + ": " + bad.message}
	}
	list := s.prompts
	if s.global {
		list = slices.Concat(t.app.Prompts, s.prompts)
	}
	if len(list) == 0 {
		return nil, nil
	}
	locale := t.opt.Identity.Locale
	vars := t.vars(agent, c, run, now, s.metadata)
	messages := make([]eval.Message, len(list))
	for i, p := range list {
		text := vars.Expand(agent.Book.Prompt(locale, p.Content))
		messages[i] = eval.Message{Role: p.Role, Name: p.Name, Content: eval.Content{Text: text}}
	}
	return messages, nil
}

// vars is what the variables of a case's prompts stand for.
func (t *Target) vars(agent *app.Agent, c *eval.Case, run int, now time.Time, metadata map[string]eval.Value) prompt.Vars {
	who := &t.opt.Identity
	user, team := who.User, who.Team
	if c.User != "" && !t.opt.UserGiven {
		user = c.User
	}
	if c.Team != "" && !t.opt.TeamGiven {
		team = c.Team
	}
	tenant, _ := who.Authorized.Members()["tenant_id"].Str()
	if tenant == "" {
		tenant = team
	}
	mode := agent.DefaultMode
	if c.Options != nil && c.Options.Mode != "" {
		mode = c.Options.Mode
	}
	texts := make(map[string]string, len(metadata))
	for name, v := range metadata {
		texts[name] = v.Text()
	}
	return prompt.Vars{
		Now: now,
		Env: t.app.Env,
		Context: map[string]string{
			"ASSISTANT_ID":          agent.ID,
			"ASSISTANT_NAME":        agent.Label(who.Locale, agent.Name),
			"ASSISTANT_DESCRIPTION": agent.Label(who.Locale, agent.Description),
			"ASSISTANT_TYPE":        agent.Type,
			"CHAT_ID":               t.chatID(c, run),
			"LOCALE":                who.Locale,
			"MODE":                  mode,
			"REFERER":               who.Referer,
			"CLIENT_TYPE":           who.Client.Type,
			"USER_ID":               user,
			"TEAM_ID":               team,
			"TENANT_ID":             tenant,
		},
		Metadata: texts,
	}
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
