package proc

import (
	"slices"
	"strings"
)

// always are the variables that any child may know: nothing in them is a
// secret.
var always = []string{"PATH", "HOME", "LANG", "TERM", "TZ", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "SYSTEMROOT", "USERPROFILE", "TEMP", "TMP", "PATHEXT"}

// Passed are the variables of an environment that are to be passed and that not
// every child may know.
func Passed(environ, pass []string) []string {
	var env []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if slices.Contains(pass, name) && !harmless(name) {
			env = append(env, entry)
		}
	}
	return env
}

func harmless(name string) bool {
	return slices.Contains(always, strings.ToUpper(name)) || strings.HasPrefix(name, "LC_")
}

// Environ is what a child knows of an environment: what any may, what is to be
// passed, and its own, which win.
func Environ(environ, pass []string, own map[string]string) []string {
	var env []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if _, set := own[name]; !set && (harmless(name) || slices.Contains(pass, name)) {
			env = append(env, entry)
		}
	}
	for name, value := range own {
		env = append(env, name+"="+value)
	}
	slices.Sort(env)
	return env
}

// Withheld are variables of an environment that look like keys and that a
// child does not know.
func Withheld(environ, given []string) []string {
	var names []string
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		upper := strings.ToUpper(name)
		telling := slices.ContainsFunc([]string{"KEY", "TOKEN", "SECRET", "PASSWORD"}, func(word string) bool { return strings.Contains(upper, word) })
		if telling && value != "" && !slices.ContainsFunc(given, func(g string) bool { return strings.HasPrefix(g, name+"=") }) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
