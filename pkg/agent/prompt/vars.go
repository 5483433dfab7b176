package prompt

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Vars is what the variables of a prompt stand for. It is only read.
type Vars struct {
	Now      time.Time
	Env      func(name string) (string, bool)
	Context  map[string]string // by upper-case name
	Metadata map[string]string // by the name the user gave, before Context
}

var (
	variable    = regexp.MustCompile(`\$(SYS|ENV|CTX)\.([A-Za-z_][A-Za-z0-9_]*)`)
	environment = regexp.MustCompile(`\$ENV\.([A-Za-z_][A-Za-z0-9_]*)`)
)

// EnvNames are the names of the environment variables a text uses, in order.
func EnvNames(text string) []string {
	if !strings.Contains(text, "$ENV.") {
		return nil
	}
	var names []string
	for _, m := range environment.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// ReplaceEnv replaces $ENV variables by what env gives; an unknown one stays.
func ReplaceEnv(text string, env func(name string) (string, bool)) string {
	return environment.ReplaceAllStringFunc(text, func(whole string) string {
		if value, ok := env(strings.TrimPrefix(whole, "$ENV.")); ok {
			return value
		}
		return whole
	})
}

// Expand replaces $SYS, $ENV and $CTX variables, in upper or lower case. An
// unknown $SYS or $ENV variable stays as it is, an unknown $CTX one is empty.
func (v *Vars) Expand(text string) string {
	if !strings.Contains(text, "$") {
		return text
	}
	return variable.ReplaceAllStringFunc(text, func(whole string) string {
		name := whole[len("$SYS."):]
		switch whole[:len("$SYS")] {
		case "$CTX":
			value, _ := v.context(name)
			return value
		case "$ENV":
			if value, ok := v.Env(name); ok {
				return value
			}
		default:
			if value, ok := clock[strings.ToUpper(name)]; ok {
				return value(v.Now)
			}
		}
		return whole
	})
}

// Has reports whether a $CTX variable stands for something, be it empty.
func (v *Vars) Has(name string) bool {
	_, ok := v.context(name)
	return ok
}

// context prefers the user's own spelling, so that metadata may shadow a
// built-in name but never does so by an accident of case.
func (v *Vars) context(name string) (string, bool) {
	if value, ok := v.Metadata[name]; ok {
		return value, true
	}
	if value, ok := v.Context[strings.ToUpper(name)]; ok {
		return value, true
	}
	if value, ok := v.Metadata[strings.ToLower(name)]; ok {
		return value, true
	}
	value, ok := v.Metadata[strings.ToUpper(name)]
	return value, ok
}

// clock is what the $SYS variables stand for.
var clock = map[string]func(time.Time) string{
	"TIME":     layout(time.TimeOnly),
	"DATE":     layout(time.DateOnly),
	"DATETIME": layout(time.DateTime),
	"TIMEZONE": zone,
	"WEEKDAY":  func(t time.Time) string { return t.Weekday().String() },
	"YEAR":     layout("2006"),
	"MONTH":    layout("01"),
	"DAY":      layout("02"),
	"HOUR":     layout("15"),
	"MINUTE":   layout("04"),
	"SECOND":   layout("05"),
	"UNIX":     func(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) },
}

func layout(form string) func(time.Time) string {
	return func(t time.Time) string { return t.Format(form) }
}

// zone is the time zone's name. Go calls the machine's own "Local", which
// tells a model nothing.
func zone(t time.Time) string {
	if name := t.Location().String(); name != "Local" {
		return name
	}
	name, _ := t.Zone()
	return name
}
