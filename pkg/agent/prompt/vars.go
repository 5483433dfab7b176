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
			return v.context(name)
		case "$ENV":
			if value, ok := v.Env(name); ok {
				return value
			}
		default:
			if value, ok := v.system(strings.ToUpper(name)); ok {
				return value
			}
		}
		return whole
	})
}

// context prefers the user's own spelling, so that metadata may shadow a
// built-in name but never does so by an accident of case.
func (v *Vars) context(name string) string {
	if value, ok := v.Metadata[name]; ok {
		return value
	}
	if value, ok := v.Context[strings.ToUpper(name)]; ok {
		return value
	}
	if value, ok := v.Metadata[strings.ToLower(name)]; ok {
		return value
	}
	return v.Metadata[strings.ToUpper(name)]
}

func (v *Vars) system(name string) (string, bool) {
	switch name {
	case "TIME":
		return v.Now.Format(time.TimeOnly), true
	case "DATE":
		return v.Now.Format(time.DateOnly), true
	case "DATETIME":
		return v.Now.Format(time.DateTime), true
	case "TIMEZONE":
		return zone(v.Now), true
	case "WEEKDAY":
		return v.Now.Weekday().String(), true
	case "YEAR":
		return v.Now.Format("2006"), true
	case "MONTH":
		return v.Now.Format("01"), true
	case "DAY":
		return v.Now.Format("02"), true
	case "HOUR":
		return v.Now.Format("15"), true
	case "MINUTE":
		return v.Now.Format("04"), true
	case "SECOND":
		return v.Now.Format("05"), true
	case "UNIX":
		return strconv.FormatInt(v.Now.Unix(), 10), true
	default:
		return "", false
	}
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
