package sinks_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// lineEnds is what the runner takes for the end of a line.
func lineEnds(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// legacy is the older form of a command, which counts anywhere in a line, with
// those of runners of other services.
var legacy = regexp.MustCompile(`##[a-zA-Z]*\[`)

// obeyed are the commands that a runner finds in a log, with their data.
func obeyed(log string) (commands [][2]string) {
	for line := range strings.SplitSeq(lineEnds(log), "\n") {
		if rest, ok := strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::"); ok {
			name, data, _ := strings.Cut(rest, "::")
			name, _, _ = strings.Cut(name, " ")
			commands = append(commands, [2]string{name, data})
		}
		if legacy.MatchString(line) {
			commands = append(commands, [2]string{"legacy", line})
		}
	}
	return commands
}

// outputs reads the file for outputs by the runner's grammar.
func outputs(text string) (names []string, err error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		equals, heredoc := strings.Index(line, "="), strings.Index(line, "<<")
		switch {
		case line == "":
		case equals >= 0 && (heredoc < 0 || equals < heredoc):
			names = append(names, line[:equals])
		case heredoc > 0:
			end := line[heredoc+2:]
			for i++; i < len(lines) && lines[i] != end; i++ {
				continue
			}
			if i == len(lines) {
				return names, fmt.Errorf("no end of %q", line)
			}
			names = append(names, line[:heredoc])
		default:
			return names, fmt.Errorf("%q is no output", line)
		}
	}
	return names, nil
}

// checkLog complains of commands in what may be printed to a log.
func checkLog(t testing.TB, where, text string) {
	t.Helper()
	for _, command := range obeyed(text) {
		t.Errorf("%s: a runner obeys %s: %.200q", where, command[0], command[1])
	}
}

// ours are the sequences that Surefoot colours and repaints lines with.
var ours = regexp.MustCompile("\x1b\\[[0-9;]*m|\r?\x1b\\[K|\r")

// checkScreen complains of what a terminal obeys or hides. Where the screen
// repaints or has colours, our own sequences for that are allowed.
func checkScreen(t testing.TB, where, text string, painted bool) {
	t.Helper()
	if painted {
		text = ours.ReplaceAllString(text, "")
	}
	for at, r := range text {
		switch {
		case r == '\n':
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029', r >= 0xe0000 && r < 0xe0080:
			t.Errorf("%s: a terminal obeys %q in %.60q", where, r, text[max(0, at-20):])
			return
		case r == unicode.ReplacementChar && !strings.HasPrefix(text[at:], "\ufffd"):
			t.Errorf("%s: no UTF-8: %.60q", where, text[max(0, at-20):])
			return
		}
	}
}
