package script_test

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/script"
)

func TestProblems(t *testing.T) {
	t.Parallel()
	files := func(text string) map[string]string { return map[string]string{"main.ts": text} }
	for name, tc := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"a syntax error has its place": {
			files("export function Complete() {\n  const é = 'ä'; return }}\n}"),
			[]string{`main.ts:2:26: unexpected "}"`},
		},
		"a syntax error in an import is in that file": {
			map[string]string{"main.ts": "import './lib/a'", "lib/a.ts": "let x = ;"},
			[]string{`lib/a.ts:1:9: unexpected ";"`},
		},
		"a file with a byte order mark and CRLF": {
			files("\ufeff// ä\r\nexport const x = ;\r\n"),
			[]string{`main.ts:2:18: unexpected ";"`},
		},
		"a missing import has a suggestion": {
			map[string]string{"main.ts": "\n  import { x } from './lib/halper'\nx()", "lib/helper.ts": "export const x = 1"},
			[]string{`main.ts:2:21: cannot import "./lib/halper": there is no such file (did you mean "./lib/helper"?)`},
		},
		"a name that the import lacks": {
			map[string]string{"main.ts": "import { y } from './a'\ny()", "a.ts": "export const x = 1"},
			[]string{`main.ts:1:10: no matching export in "a.ts" for import "y"`},
		},
		"all imports are reported at once": {
			files("import fs from 'node:fs'\nimport _ from 'lodash'\nimport y from '/etc/y.ts'\nimport z from 'https://x.test/z.js'\n_(fs, y, z)"),
			[]string{
				`main.ts:1:16: cannot import "node:fs": scripts do not run on Node (use relative files and @yao/runtime only)`,
				`main.ts:2:15: cannot import "lodash": packages are not supported (use relative files and @yao/runtime only)`,
				`main.ts:3:15: cannot import "/etc/y.ts": absolute paths are refused (use a path that begins with ./ or ../)`,
				`main.ts:4:15: cannot import "https://x.test/z.js": scripts have no network (use relative files and @yao/runtime only)`,
			},
		},
		"an import that leaves the application": {
			files("import '../outside'\nimport './../../etc/passwd.json'"),
			[]string{
				`main.ts:1:8: cannot import "../outside": it lies outside the application`,
				`main.ts:2:8: cannot import "./../../etc/passwd.json": it lies outside the application`,
			},
		},
		"an import of another kind of file": {
			map[string]string{"main.ts": "import './notes.txt'", "notes.txt": "x"},
			[]string{`main.ts:1:8: cannot import "./notes.txt": only .ts, .js and .json files can be imported`},
		},
		"broken JSON": {
			map[string]string{"main.ts": "import d from './d.json'; d", "d.json": "{\"a\": }"},
			[]string{`d.json:1:7: unexpected "}" in JSON`},
		},
		"require of a package": {
			files("export const x = require('fs')"),
			[]string{`main.ts:1:26: cannot import "fs": packages are not supported (use relative files and @yao/runtime only)`},
		},
		"a dynamic import of a package": {
			files("export const x = () => import('fs')"),
			[]string{`main.ts:1:31: cannot import "fs": packages are not supported (use relative files and @yao/runtime only)`},
		},
		"a dynamic import of a computed path": {
			files("const p = './a'\nexport const x = () => import(p)"),
			[]string{`main.ts:2:24: cannot import a path that is computed: only files named in the text are bundled`},
		},
		"import.meta": {
			files("export const x = () => import.meta.url"),
			[]string{`main.ts:1:24: import.meta is not supported in this version`},
		},
		"a property escape": {
			files("export const f = (s: string) =>\n  /[\\p{L}]/u.test(s) || /\\\\p{L}/.test(s)"),
			[]string{`main.ts:2:3: \p{...} in a regular expression is not supported in this version (name the characters, such as [a-zà-ÿ])`},
		},
		"flags that do not exist here": {
			files("/* ä */ const a = /x/d\nexport const b = /[a--b]/v, c = a"),
			[]string{
				`main.ts:1:19: the flag "d" of a regular expression is not supported in this version`,
				`main.ts:2:18: the flag "v" of a regular expression is not supported in this version`,
			},
		},
		"text that is not UTF-8": {
			files("export const x = '\xff'"),
			[]string{`main.ts:1:19: invalid UTF-8 (save the file as UTF-8)`},
		},
		"text that is UTF-16": {
			files("\xff\xfee\x00"),
			[]string{`main.ts: the file is UTF-16 (save it as UTF-8)`},
		},
		"an end that comes too early": {
			files("export const ä = (1 +\r\n\n"),
			[]string{`main.ts:1:22: unexpected end of file`},
		},
		"a bracket left open at the end": {
			files("export function F() {\n  return [1, 2\n}"),
			[]string{`main.ts:3:1: expected "]" but found "}"`},
		},
		"an end that comes too early in another file": {
			map[string]string{"main.ts": "export { x } from './lib'", "lib.ts": "export const x = (1 +"},
			[]string{`lib.ts:1:22: unexpected end of file`},
		},
		"a value that the runtime does not have": {
			files("import { agent } from '@yao/runtime'\nexport const x = () => agent.call()"),
			[]string{`main.ts:1:10: no matching export in "@yao/runtime" for import "agent"`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, problems := app(t, tc.files).Compile("main.ts")
			if p != nil {
				t.Error("a program with problems")
			}
			var got []string
			for _, problem := range problems {
				got = append(got, problem.String())
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWarningsLeaveTheProgram(t *testing.T) {
	t.Parallel()
	p, problems := app(t, map[string]string{"main.ts": "export const F = (x: any) =>\n  typeof x === 'undefned'"}).Compile("main.ts")
	if p == nil || len(problems) != 1 || problems.Errors() != 0 {
		t.Fatalf("got %v", problems)
	}
	want := `main.ts:2:16: warning: the "typeof" operator will never evaluate to "undefned"`
	if got := problems[0].String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestEntryFiles(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{
		"app/scripts/model.ts": "export const Complete = () => 1", "app/notes.txt": "x", "app/sub.ts/keep": "", "secret.ts": "export const x = 1",
		"app/wide.ts": strings.Repeat("// padding\n", 400_000),
	})
	for link, target := range map[string]string{
		"app/link.ts":  filepath.Join(dir, "secret.ts"),
		"app/inner.ts": "scripts/model.ts",
		"outer":        "app",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for name, tc := range map[string]struct{ root, path, want string }{
		"a file that does not exist": {"app", "scripts/modle.ts", `app/scripts/modle.ts: the script does not exist (did you mean "model.ts"?)`},
		"a file outside":             {"app", "../secret.ts", "secret.ts: the script lies outside the application"},
		"a link that leads outside":  {"app", "link.ts", "app/link.ts: it is a link to a file outside the application"},
		"a link that stays inside":   {"app", "inner.ts", ""},
		"another kind of file":       {"app", "notes.txt", `app/notes.txt: a script must be a .ts or .js file, not ".txt"`},
		"a folder":                   {"app", "sub.ts", "app/sub.ts: the script is not a regular file"},
		"a huge file":                {"app", "wide.ts", "app/wide.ts: the file is larger than 1 MiB"},
		"an application by a link":   {"outer", "scripts/model.ts", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := engine(t, script.Options{Root: filepath.Join(dir, tc.root), Base: dir})
			p, problems := e.Compile(tc.path)
			if tc.want == "" {
				if len(problems) != 0 {
					t.Fatal(problems)
				}
				if want := tc.root + "/scripts/model.ts"; p.File() != want {
					t.Errorf("got %q, want %q", p.File(), want)
				}
				return
			}
			if len(problems) != 1 || problems[0].String() != tc.want {
				t.Errorf("got %v, want %q", problems, tc.want)
			}
		})
	}
}

func TestImportThroughALinkThatLeadsOutside(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"app/main.ts": "import './lib/x'", "out/x.ts": "export {}"})
	if err := os.Symlink(filepath.Join(dir, "out"), filepath.Join(dir, "app/lib")); err != nil {
		t.Fatal(err)
	}
	_, problems := engine(t, script.Options{Root: filepath.Join(dir, "app")}).Compile("main.ts")
	want := `main.ts:1:8: cannot import "./lib/x": it is a link to a file outside the application`
	if len(problems) != 1 || problems[0].String() != want {
		t.Errorf("got %v, want %q", problems, want)
	}
}

func TestNewRefusesARootThatIsNoFolder(t *testing.T) {
	t.Parallel()
	if _, err := script.New(script.Options{Root: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("no error")
	}
}

func TestModulesAreBundled(t *testing.T) {
	t.Parallel()
	vm := open(t, app(t, map[string]string{
		"main.ts": `
import type { Nothing } from './not-there';
import { double } from './lib';
import data from './data.json';
import { three } from './js/three.js';
import { four } from './four.js';
import { Process, type Model } from '@yao/runtime';
enum Colour { Red = 'red' }
const waited: number = await Promise.resolve(40);
export function All(n: number) { return [double(n), data.list, three, four, waited, Colour.Red, data['__proto__']] }
export async function Later() { return (await import('./lazy')).five }
export { six as Six } from './six';
export const Host = () => Process('models.user.Get', 1);
`,
		"lib/index.ts": "export const double = (n: number): number => 2 * n",
		"data.json":    `{"list": [1, 2], "__proto__": "data"}`,
		"js/three.js":  "module.exports = { three: 3 }",
		"four.ts":      "export const four = 4",
		"lazy.mts":     "export const five = 5",
		"six.mjs":      "export function six() { return 6 }",
	}))
	returns(t, vm, `[20,[1,2],3,4,40,"red","data"]`, "All", data("10"))
	returns(t, vm, "5", "Later")
	returns(t, vm, "6", "Six")
	e := failure(limited(t), t, vm, "Host")
	if want := `Error: Process("models.user.Get") is not supported in this version`; e.Message != want {
		t.Errorf("got %q, want %q", e.Message, want)
	}
	if want := "main.ts:13:27"; e.Pos.String() != want {
		t.Errorf("got %v, want %v", e.Pos, want)
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	p := compile(t, app(t, map[string]string{
		"main.ts":  "import './other'\nexport { go as Go } from './other'\nexport const complete = async () => 1\n  function Plain() {}\nexport class Complete2 {}\nexport let n = 1",
		"other.ts": "export function go() {}\nexport function Plain() {}",
	}))
	for name, tc := range map[string]struct{ ask, problem, pos string }{
		"an exported constant":       {"complete", "", "main.ts:3:14"},
		"a function of another file": {"Go", "", "other.ts:1:17"},
		"a function that is not exported, although another file has one of that name": {"Plain", "", "main.ts:4:12"},
		"one that is nowhere":                       {"Complete", `main.ts: the script has no function "Complete" (did you mean "complete"?)`, "main.ts"},
		"one of another file that is not passed on": {"go", `main.ts: the script has no function "go" (did you mean "Go"?)`, "main.ts"},
		"something else that is exported":           {"n", "", "main.ts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			for _, problem := range p.Require(tc.ask) {
				got += problem.String()
			}
			if got != tc.problem {
				t.Errorf("got %q, want %q", got, tc.problem)
			}
			if at := p.Pos(tc.ask).String(); at != tc.pos {
				t.Errorf("at %s, want %s", at, tc.pos)
			}
		})
	}
}

func TestRequireCannotTellWhatACommonModuleExports(t *testing.T) {
	t.Parallel()
	p, problems := app(t, map[string]string{"main.js": "exports.Complete = () => 'x'"}).Compile("main.js")
	if len(problems) > 0 || p.Require("Complete") != nil || p.Require("Other") != nil {
		t.Fatal(problems)
	}
	vm, err := p.Open(limited(t), nil)
	if err != nil {
		t.Fatal(err)
	}
	returns(t, vm, `"x"`, "Complete")
	e := failure(limited(t), t, vm, "Complet")
	if want := `the script has no function "Complet" (did you mean "Complete"?)`; e.Message != want {
		t.Errorf("got %q, want %q", e.Message, want)
	}
}

func TestCompileOnceForAll(t *testing.T) {
	t.Parallel()
	e := app(t, map[string]string{"main.ts": "export const x = () => 1"})
	programs := make([]*script.Program, 8)
	var wg sync.WaitGroup
	for i := range programs {
		wg.Go(func() { programs[i], _ = e.Compile("main.ts") })
	}
	wg.Wait()
	for _, p := range programs {
		if p == nil || p != programs[0] {
			t.Fatal("not the same program")
		}
	}
}

func TestFunctionsOfAFileWithoutExportsCanBeCalled(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"alone":                "function F() { return 1 }",
		"behind a comment":     "function F() { return 1 } // module.exports is not used",
		"of the older kind":    "function F() { return 1 }\nmodule.exports = { F }",
		"with imports":         "import data from './data.json'; function F() { return data }",
		"beside a last line":   "function F() { return G() }\nfunction G() { return 1 } // G",
		"that are not hoisted": "const F = () => 1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			vm := open(t, app(t, map[string]string{"main.ts": text, "data.json": "1"}))
			returns(t, vm, "1", "F")
		})
	}
}
