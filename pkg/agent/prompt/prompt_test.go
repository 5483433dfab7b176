package prompt_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
)

func vars() prompt.Vars {
	return prompt.Vars{
		Now: time.Date(2026, 2, 3, 4, 5, 6, 0, time.FixedZone("CET", 3600)),
		Env: func(name string) (string, bool) {
			value, ok := map[string]string{"SHOP": "$CTX.USER_ID", "lower_1": "l"}[name]
			return value, ok
		},
		Context:  map[string]string{"USER_ID": "u1", "LOCALE": "en-us", "PLAN": "built-in"},
		Metadata: map[string]string{"plan": "gold", "Tier": "top", "trap": "$ENV.SHOP {{ name }}", "LOCALE": "mine"},
	}
}

func TestVariables(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"time":                           {"$SYS.TIME $SYS.DATE $SYS.DATETIME", "04:05:06 2026-02-03 2026-02-03 04:05:06"},
		"parts of the time":              {"$SYS.YEAR/$SYS.MONTH/$SYS.DAY $SYS.HOUR.$SYS.MINUTE.$SYS.SECOND", "2026/02/03 04.05.06"},
		"zone and weekday":               {"$SYS.TIMEZONE $SYS.WEEKDAY", "CET Tuesday"},
		"unix":                           {"$SYS.UNIX", "1770087906"},
		"lower case":                     {"$SYS.date $CTX.user_id", "2026-02-03 u1"},
		"unknown system variables stay":  {"$SYS.MOON $SYS.DATES", "$SYS.MOON $SYS.DATES"},
		"environment in its own case":    {"$ENV.lower_1 $ENV.LOWER_1", "l $ENV.LOWER_1"},
		"what they stand for is text":    {"$ENV.SHOP $CTX.trap", "$CTX.USER_ID $ENV.SHOP {{ name }}"},
		"unknown context is empty":       {"[$CTX.THEME]", "[]"},
		"metadata by its spelling":       {"$CTX.plan $CTX.Tier", "gold top"},
		"built-in before other spelling": {"$CTX.PLAN", "built-in"},
		"metadata may shadow":            {"$CTX.LOCALE", "mine"},
		"metadata in another case":       {"$CTX.Plan $CTX.TIER", "built-in "},
		"a dollar is no variable":        {"$5 $ $SYS $SYS. $CTXX.a cost$", "$5 $ $SYS $SYS. $CTXX.a cost$"},
		"names end where letters do":     {"$CTX.USER_ID, $CTX.USER_ID.x ($SYS.YEAR)", "u1, u1.x (2026)"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := vars()
			if got := v.Expand(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDoubts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []prompt.Doubt
	}{
		"what exists":            {"$SYS.DATE $SYS.date $CTX.anything $ENV.X $5 sys.DATE", nil},
		"a slip":                 {"$SYS.DATEE", []prompt.Doubt{{Text: "$SYS.DATEE", Meant: "$SYS.DATE"}}},
		"nothing near":           {"$SYS.MOON", []prompt.Doubt{{Text: "$SYS.MOON"}}},
		"each once":              {"$SYS.MOON $SYS.MOON", []prompt.Doubt{{Text: "$SYS.MOON"}}},
		"a prefix in lower case": {"$env.SHOP $Ctx.a", []prompt.Doubt{{Text: "$env.SHOP", Meant: "$ENV.SHOP"}, {Text: "$Ctx.a", Meant: "$CTX.a"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, prompt.Doubts(tt.text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatContextVariablesStandFor(t *testing.T) {
	t.Parallel()
	v := vars()
	for name, want := range map[string]bool{"USER_ID": true, "user_id": true, "plan": true, "TRAP": true, "USERID": false, "tier": false} {
		if v.Has(name) != want {
			t.Errorf("Has(%q) is not %v", name, want)
		}
	}
	if diff := cmp.Diff([]string{"a", "B_1"}, prompt.ContextNames("$CTX.a $SYS.DATE $CTX.B_1. $CTX.a $CTXX.c")); diff != "" {
		t.Error(diff)
	}
}

func TestTheLocalZoneHasAName(t *testing.T) {
	t.Parallel()
	v := vars()
	v.Now = time.Date(2026, 2, 3, 4, 5, 6, 0, time.Local)
	if got := v.Expand("$SYS.TIMEZONE"); got == "" || got == "Local" {
		t.Errorf("got %q", got)
	}
}

func TestEnvNames(t *testing.T) {
	t.Parallel()
	got := prompt.EnvNames("https://$ENV.HOST/$ENV.a_1.x $ENV. $ENV.9 $SYS.DATE $ENV.HOST")
	if diff := cmp.Diff([]string{"HOST", "a_1", "HOST"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTextWithoutVariablesStaysAsItIs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[^.]*`).Draw(t, "text")
		v := vars()
		if got := v.Expand(text); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
