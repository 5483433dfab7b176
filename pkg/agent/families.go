package agent

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/binding"
	"github.com/surefoot-dev/surefoot/pkg/agent/process"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// laterFamilies are processes of later versions.
var laterFamilies = []string{"models.", "fs.", "http."}

func unavailable(family string) string {
	return family + "* processes are not available in this version"
}

// known is who the trial runs as, by the names of the session.
func (t *trial) known() map[string]eval.Value {
	user, team, _ := t.target.persons(t.c)
	return map[string]eval.Value{"user_id": eval.StringValue(user), "team_id": eval.StringValue(team)}
}

// session are the processes of the session, which lasts as long as the trial.
func (t *trial) session(reg *process.Registry) {
	reg.Add("session.ID", func(context.Context, process.Args) (any, error) {
		return t.target.chatID(t.c, t.scope.Run), nil
	})
	reg.Add("session.Lang", func(context.Context, process.Args) (any, error) { return t.target.opt.Identity.Locale, nil })
	reg.Add("session.Get", func(_ context.Context, a process.Args) (any, error) {
		key := a.Text(0)
		if v := t.store("session").Get(key); !v.IsZero() {
			return v, nil
		}
		if v, ok := t.known()[key]; ok {
			return v, nil
		}
		return nil, nil
	})
	reg.Add("session.Set", func(_ context.Context, a process.Args) (any, error) {
		t.store("session").Set(a.Text(0), orNull(a.Value(1)), 0)
		return nil, nil
	})
	reg.Add("session.SetMany", func(_ context.Context, a process.Args) (any, error) {
		for key, v := range a.Value(0).Members() {
			t.store("session").Set(key, v, 0)
		}
		return nil, nil
	})
	reg.Add("session.Del", func(_ context.Context, a process.Args) (any, error) {
		t.store("session").Del(a.Text(0))
		return nil, nil
	})
	reg.Add("session.Dump", func(context.Context, process.Args) (any, error) {
		all := maps.Clone(t.known())
		for _, key := range t.store("session").Keys() {
			all[key] = t.store("session").Get(key)
		}
		return all, nil
	})
}

func orNull(v eval.Value) eval.Value {
	if v.IsZero() {
		return eval.Trusted("null")
	}
	return v
}

// store is stores.NAME.METHOD, of which there are those of a memory's space.
func (c *conversation) store(name string, a process.Args) (any, error) {
	dot := strings.LastIndexByte(name, '.')
	if dot <= 0 {
		return nil, fmt.Errorf("want stores.NAME.METHOD, got %q", eval.Clip("stores."+name))
	}
	return binding.Remember(c.trial.store(name[:dot]), "stores."+name, name[dot+1:], a.Values())
}
