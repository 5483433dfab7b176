package app_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

func TestDefinitionsOfServersAreLookedAtBeforeAnythingRuns(t *testing.T) {
	t.Parallel()
	for definition, want := range map[string]string{
		`{"transport": "stdio", "command": "node", "arguments": ["a.js"], "env": {"A": "1"}, "timeout": "5s"}`: "",
		`{"transport": "http", "url": "http://a/", "headers": {"A": "1"}, "authorization_token": "t"}`:         "",

		`5`:                                      "1:1: want an object, got 5",
		`{"transport": 5, "command": "x"}`:       "1:15: transport: want text, got 5",
		`{"transport": "stdoi", "command": "x"}`: `1:15: transport: unknown transport "stdoi" (did you mean "stdio"?)`,
		`{"transport": "streamable-http", "url": "http://a/"}`: `1:15: transport: unknown transport "streamable-http" (write "http")`,
		`{"command": "x"}`: `1:1: the server has no transport (want "process", "stdio", "http" or "sse")`,
		`{"transport": "stdio", "command": "x", "args": []}`:                                                       `1:40: unknown field "args" (write "arguments")`,
		`{"transport": "stdio", "command": "x", "url": "http://a/"}`:                                               `1:40: unknown field "url" (it is of transport http and sse)`,
		`{"transport": "http", "url": "http://a/", "command": "x"}`:                                                `1:43: unknown field "command" (it is of transport stdio)`,
		`{"transport": "stdio"}`:                                                                                   "1:1: command: the server has no command",
		`{"transport": "stdio", "command": " "}`:                                                                   "1:35: command: the command is empty",
		`{"transport": "stdio", "command": ["node"]}`:                                                              "1:35: command: want text, got a list",
		`{"transport": "stdio", "command": "~/bin/x"}`:                                                             `1:35: command: ~ stands for no folder here, got "~/bin/x" (write $ENV.HOME, or a path from the application's folder)`,
		`{"transport": "stdio", "command": "x", "arguments": ["~/x"]}`:                                             `1:54: warning: arguments[0]: the command is given ~ as it stands, got "~/x" (write $ENV.HOME, or a path from the application's folder)`,
		`{"transport": "stdio", "command": "x\u0000"}`:                                                             "1:35: command: no command is given a zero byte",
		`{"transport": "stdio", "command": "x", "env": {"A=B": "1"}}`:                                              `1:48: env: no variable is called "A=B"`,
		`{"transport": "stdio", "command": "x", "env": {"A": "\u0000"}}`:                                           "1:53: env.A: no variable has a zero byte in it",
		`{"transport": "stdio", "command": "x", "timeout": 30}`:                                                    `1:51: timeout: want a duration with its unit, got 30 (write "30s" or "2m")`,
		`{"transport": "stdio", "command": "x", "timeout": ""}`:                                                    `1:51: timeout: want a duration above zero, got "" (write 30s or 2m)`,
		`{"transport": "http", "url": "a:1"}`:                                                                      `1:30: url: want the http or https address of the server, got "a:1"`,
		`{"transport": "sse", "url": 5}`:                                                                           "1:29: url: want text, got 5",
		`{"transport": "http", "url": "http://a/", "headers": {"A B": "1"}}`:                                       `1:55: headers: no header is called "A B"`,
		`{"transport": "http", "url": "http://a/", "headers": {"A": "b\n"}}`:                                       "1:60: headers.A: no header has a line break in it",
		`{"transport": "http", "url": "http://a/", "headers": {"Host": "b"}}`:                                      `1:55: headers: "Host" is the protocol's own to write (leave it out)`,
		`{"transport": "http", "url": "http://a/", "headers": {"A": "1", "a": "2"}}`:                               `1:65: headers: "a" is said twice (write it once; authorization_token is Authorization)`,
		`{"transport": "http", "url": "http://a/", "authorization_token": "t", "headers": {"authorization": "u"}}`: `1:83: headers: "authorization" is said twice (write it once; authorization_token is Authorization)`,
		`{"transport": "http", "url": "http://a/", "authorization_token": "a\nb"}`:                                 "1:66: authorization_token: no header has a line break in it",
		`{"transport": "process", "tools": {}}`:                                                                    "1:35: the server has no tools (name processes by the tools that call them)",
		`{"transport": "process", "tools": {" ": "utils.now.Date"}}`:                                               "1:36: tools: the tool has no name",
	} {
		f := whole()
		f["mcps/far.mcp.yao"] = definition
		f["assistants/shop/package.yao"] = `{"name": "Shop", "connector": "main", "mcp": {"servers": ["far"]}}`
		_, problems := load(t, f.write(t, t.TempDir()), app.Options{})
		if got := strings.TrimSpace(lines(problems)); got != strings.TrimSuffix("mcps/far.mcp.yao:"+want, "mcps/far.mcp.yao:") {
			t.Errorf("%s: got\n%s\nwant %s", definition, got, want)
		}
	}
}

func TestNothingBesideServersIsPassedOver(t *testing.T) {
	t.Parallel()
	f := whole()
	f["assistants/shop/package.yao"] = `{"name": "Shop", "connector": "main", "mcp": {"servers": ["", "far"]}}`
	f["mcps/far.mcp.yao"] = `{"transport": "process", "tools": {"a": "utils.now.Date"}}`
	f["mcps/mapping/gone/schemes/a.in.yao"] = `{}`
	f["mcps/mapping/far/scheme/a.in.yao"] = `{}`
	f["mcps/mapping/far/schemes/a.in.yao"] = `{"type": "object", "x-process-args": [":args", "$args", "$ENV.A", "$args.a", "$a.b", ":arguments", "text"]}`
	_, problems := load(t, f.write(t, t.TempDir()), app.Options{})
	const at = "mcps/mapping/far/schemes/a.in.yao:1:"
	want := `assistants/shop/package.yao:1:59: agent "shop": mcp.servers: the name of the server is empty
mcps/mapping/far/scheme: warning: "scheme" is not read (call it schemes)
` + at + `39: x-process-args[0]: ":args" stands for no arguments (":arguments" are all of them)
` + at + `48: x-process-args[1]: "$args" stands for no argument (write "$args.NAME"; ":arguments" are all of them)
` + at + `57: x-process-args[2]: "$ENV.A" stands for no argument (write "$args.NAME"; ":arguments" are all of them)
mcps/mapping/gone: warning: "gone" is not read (call it as its server is called)
`
	if got := lines(problems); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestVariablesOfServersMatterToWhoUsesThem(t *testing.T) {
	t.Parallel()
	f := whole()
	f["mcps/far.mcp.yao"] = `{"transport": "http", "url": "https://$ENV.FAR_HOST/", "authorization_token": "$ENV.FAR_TOKEN"}`
	f["mcps/near.mcp.yao"] = `{"transport": "stdio", "command": "$ENV.NEAR"}`
	f["assistants/desk/package.yao"] = `{"name": "Desk", "connector": "main", "mcp": {"servers": ["far"]}}`
	const (
		host  = "mcps/far.mcp.yao:1:30: url: $ENV.FAR_HOST is not set (set it in the environment or in .env)\n"
		token = "mcps/far.mcp.yao:1:79: authorization_token: $ENV.FAR_TOKEN is not set (set it in the environment or in .env)\n"
		near  = "mcps/near.mcp.yao:1:35: command: $ENV.NEAR is not set (set it in the environment or in .env)\n"
	)
	root := f.write(t, t.TempDir())
	a, problems := load(t, root, app.Options{})
	if got := lines(problems); got != host+token { // near stands ready for who has it
		t.Errorf("got\n%s", got)
	}
	for name, tt := range map[string]struct {
		reach app.Reach
		want  string
	}{
		"an agent that names none": {app.Reach{Agents: []string{"shop"}}, ""},
		"one that names it":        {app.Reach{Agents: []string{"shop", "desk"}}, host + token},
		"a script that opens it":   {app.Reach{Servers: []string{"near"}}, near},
	} {
		if got := lines(a.Reached(tt.reach)); got != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, tt.want)
		}
	}
	// Where servers are replayed, nobody needs what they are asked with.
	if _, problems := load(t, root, app.Options{Offline: true}); len(problems) > 0 {
		t.Errorf("in a replay: got\n%s", lines(problems))
	}
}

func TestAServerWhoseFileIsBrokenIsNotUnknown(t *testing.T) {
	t.Parallel()
	f := whole()
	f["assistants/shop/package.yao"] = `{"name": "Shop", "connector": "main", "mcp": {"servers": ["far"]}}`
	f["mcps/far.mcp.yao"] = `{"transport": "stdio",, }`
	_, problems := load(t, f.write(t, t.TempDir()), app.Options{})
	if got := lines(problems); !strings.HasPrefix(got, "mcps/far.mcp.yao:1:23: not JSON") || strings.Count(got, "\n") != 1 {
		t.Errorf("got\n%s", got)
	}
}
