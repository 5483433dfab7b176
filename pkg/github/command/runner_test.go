package command_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// issued is a command as the runner understands it.
type issued struct {
	Name       string
	Properties map[string]string
	Data       string
}

// registered are the commands of the runner.
var registered = []string{
	"add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "internal-set-repo-path",
	"notice", "remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning",
}

// runnerReads is what the runner makes of a step's log: the commands it obeys
// and the lines it only shows. It ends a line as a StreamReader does.
func runnerReads(log string) (commands []issued, shown []string) {
	stop := ""
	for line := range strings.SplitSeq(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(log), "\n") {
		command, ok := parseLine(line, stop)
		switch {
		case !ok || stop != "" && !strings.EqualFold(command.Name, stop):
			shown = append(shown, line)
			continue
		case stop != "":
			stop = ""
		case strings.EqualFold(command.Name, "stop-commands"):
			stop = command.Data
		}
		commands = append(commands, command)
	}
	return commands, shown
}

func parseLine(line, token string) (issued, bool) {
	if rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::"); ok {
		if info, data, ok := strings.Cut(rest, "::"); ok {
			if c, ok := commandOf(info, token, ","); ok {
				c.Data = unescape(data, "%0D", "\r", "%0A", "\n")
				for key, value := range c.Properties {
					c.Properties[key] = unescape(value, "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
				}
				return c, true
			}
		}
	}
	if _, rest, ok := strings.Cut(line, "##["); ok {
		if info, data, ok := strings.Cut(rest, "]"); ok {
			if c, ok := commandOf(info, token, ";"); ok {
				c.Data = data
				return c, true
			}
		}
	}
	return issued{}, false
}

func commandOf(info, token, separator string) (issued, bool) {
	name, properties, _ := strings.Cut(info, " ")
	known := token != "" && strings.EqualFold(name, token)
	for _, r := range registered {
		known = known || strings.EqualFold(name, r)
	}
	c := issued{Name: name, Properties: map[string]string{}}
	for pair := range strings.SplitSeq(strings.TrimSpace(properties), separator) {
		if key, value, ok := strings.Cut(pair, "="); ok && key != "" && value != "" {
			c.Properties[key] = value
		}
	}
	return c, known
}

// unescape replaces one after the other, the percent sign last.
func unescape(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, pairs[i], pairs[i+1])
	}
	return strings.ReplaceAll(s, "%25", "%")
}

// pair is an output as the runner reads it from its file.
type pair struct{ Name, Value string }

// outputsIn reads the file for outputs by its grammar.
func outputsIn(text string) (pairs []pair, err error) {
	line := func() (string, bool) {
		if text == "" {
			return "", false
		}
		var l string
		l, text, _ = strings.Cut(text, "\n")
		return l, true
	}
	for {
		l, ok := line()
		if !ok {
			return pairs, nil
		}
		if l == "" {
			continue
		}
		equals, heredoc := strings.Index(l, "="), strings.Index(l, "<<")
		switch {
		case equals >= 0 && (heredoc < 0 || equals < heredoc):
			pairs = append(pairs, pair{l[:equals], l[equals+1:]})
		case heredoc > 0 && l[heredoc+2:] != "":
			var value []string
			for {
				v, ok := line()
				if !ok {
					return pairs, fmt.Errorf("no end of %q", l)
				}
				if v == l[heredoc+2:] {
					break
				}
				value = append(value, v)
			}
			pairs = append(pairs, pair{l[:heredoc], strings.Join(value, "\n")})
		default:
			return pairs, fmt.Errorf("no output: %q", l)
		}
	}
}

// hostile are the texts that every room must show without obeying.
func hostile(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../../testdata/github/hostile/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no hostile texts: %v", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[strings.TrimSuffix(filepath.Base(file), ".txt")] = string(b)
	}
	return texts
}
