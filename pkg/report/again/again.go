// Package again knows the command that runs one case once more, with what can
// change its answer. It quotes for a POSIX shell, reads nothing and runs
// nothing.
package again

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Run is what a command repeats of a run.
type Run struct {
	Agent    string            // empty where the case's place says it
	Settings map[string]string // that were given, as text
	Seed     int64
	Masks    []string
	Dir      string // to change into first, with slashes; "" where people are
}

// Container runs a command where no binary is.
type Container struct {
	Image     string   // by its digest; "" is to be built
	Source    string   // what the image is built from: a folder, or an address
	Variables []string // that are passed on
}

// Of is what a report tells of its run, for the case of an agent. It is false
// when the report does not tell enough to repeat it: patterns that redact are
// not told apart in it.
func Of(start *eval.Start, c *eval.CaseResult) (Run, bool) {
	_, masked := start.Settings["mask"]
	return Run{Agent: c.Agent, Settings: start.Settings, Seed: start.Seed}, !masked && c.Pos.File != "" && !unrepeatable(c)
}

// unrepeatable reports whether the case is there once: an agent that makes cases
// makes others the next time.
func unrepeatable(c *eval.CaseResult) bool { return strings.HasPrefix(c.Pos.File, "agents:") }

// Command is the command for the case.
func (r Run) Command(c *eval.CaseResult) string {
	line := "surefoot " + r.Arguments(c)
	if r.Dir != "" {
		return "cd " + Quote(r.Dir) + " && " + line
	}
	return line
}

// mounted is where a container has the folder that people are in: where the
// runner mounts it, too.
const mounted = "/github/workspace"

// Docker is the command for the case in a container.
func (r Run) Docker(c *eval.CaseResult, in Container) string {
	return r.Within(in) + " " + r.Arguments(c)
}

// Within is a command in a container up to its arguments, which are the same
// for all cases of a run.
func (r Run) Within(in Container) string {
	build, image := "", in.Image
	if image == "" {
		image = "surefoot"
		build = "docker build --quiet --tag surefoot " + Quote(in.Source) + " && "
	}
	line := build + `docker run --rm --volume "$PWD":` + mounted + " --workdir " + Quote(path.Join(mounted, r.Dir))
	for _, name := range in.Variables {
		line += " --env " + Quote(name)
	}
	return line + " " + Quote(image)
}

// Arguments are the command without the program.
func (r Run) Arguments(c *eval.CaseResult) string {
	words := []string{"eval"}
	if module := testModule(c.Pos.File); module != "" {
		words = append(words, "-i", "scripts."+c.Agent+"."+module)
	} else {
		if r.Agent != "" {
			words = append(words, r.Agent)
		}
		switch {
		case generated(c.Pos.File):
			if r.Agent == "" {
				words = append(words, "-n", c.Agent)
			}
			words = append(words, "-i", c.Pos.File)
		case c.Pos.File != "":
			words = append(words, "@"+c.Pos.File)
		}
	}
	words = append(words, "--case", c.ID)
	// A cassette says what the seed was.
	_, replayed := r.Settings["replay"]
	for _, name := range []string{"app", "env", "ctx", "connector", "user", "team", "locale", "runs", "seed", "timeout", "before-all", "before", "after-all", "after", "hook-timeout", "replay"} {
		text, given := r.Settings[name]
		if name == "seed" && !replayed {
			text, given = strconv.FormatInt(r.Seed, 10), true
		}
		if !given {
			continue
		}
		for entry := range strings.SplitSeq(text, "\n") { // of a list
			words = append(words, "--"+name, entry)
		}
	}
	for _, mask := range r.Masks {
		words = append(words, "--mask", mask)
	}
	words = append(words, "-v")
	for i, word := range words {
		words[i] = Quote(word)
	}
	return strings.Join(words, " ")
}

// generated reports whether a case stands in no file, but was made.
func generated(file string) bool {
	return strings.HasPrefix(file, "scripts:") || strings.HasPrefix(file, "agents:")
}

// testModule is the module of script tests that a file is, "" of any other.
func testModule(file string) string {
	stem, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimSuffix(file, ".ts"), ".js"), "_test")
	if !ok {
		return ""
	}
	if _, inner, ok := strings.Cut("/"+stem, "/src/"); ok {
		stem = inner
	}
	return strings.ReplaceAll(stem, "/", ".")
}

// Quote quotes a word for a POSIX shell where it must be. A terminal obeys a
// control character that is pasted before the shell sees its quotes, so it is
// spelt: nothing that a word holds ends the line it stands in.
func Quote(word string) string {
	if strings.ContainsFunc(word, unicode.IsControl) {
		return `"$(printf '` + spelt(word) + `')"`
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./@:=+,%", r)
	}
	if word != "" && !slices.ContainsFunc([]rune(word), func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// spelt is a word as a format of printf within single quotes, in which nothing
// but ASCII that is shown stands for itself.
func spelt(word string) string {
	var b strings.Builder
	for i := range len(word) {
		switch c := word[i]; {
		case c == '%':
			b.WriteString("%%")
		case c < ' ' || c > '~' || c == '\\' || c == '\'':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
