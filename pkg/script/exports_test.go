package script_test

import "testing"

// TestWhatAFileHasCanBeCalled however it names it: in its own namespace, of
// another file, or not at all.
func TestWhatAFileHasCanBeCalled(t *testing.T) {
	t.Parallel()
	other := map[string]string{
		"lib.ts":  "export const F = () => 'lib'; export const G = () => 'other'",
		"old.js":  "module.exports = { F: () => 'old' }",
		"wide.ts": "export * from './lib'; export * from './old.js'",
	}
	for name, tc := range map[string]struct{ text, want string }{
		"exported":                       {"export const F = () => 1", "1"},
		"a function":                     {"export function F() { return 1 }", "1"},
		"not exported":                   {"function F() { return 1 }", "1"},
		"beside one that is":             {"export const G = () => 2; const F = () => G() - 1", "1"},
		"by another name":                {"const hidden = () => 1; export { hidden as F }", "1"},
		"whose name another has":         {"import { F as G } from './lib'; export const F = () => G() + '!'", `"lib!"`},
		"another file's":                 {"export { F } from './lib'", `"lib"`},
		"all of another file's":          {"export * from './lib'", `"lib"`},
		"of a file of the older kind":    {"export * from './old.js'", `"old"`},
		"one of an older file's":         {"export { F } from './old.js'", `"old"`},
		"through two files":              {"export * from './wide'", `"lib"`},
		"that looks at its own file":     {"import * as self from './main'; export const n = 1; export const F = () => self.n + self.F.length", "1"},
		"given later":                    {"export let F: any; F = () => 1", "1"},
		"given again":                    {"export let F: any = () => 1; export const G = () => { F = () => 2 }; G()", "2"},
		"after the file waited":          {"await null; export const F = () => 1", "1"},
		"named as the switch has others": {"const name = 1; export const F = () => name; export default F", "1"},
		"named with what is no letter":   {"const hidden = () => 1; export { hidden as 'a b' }; export const F = () => hidden()", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"main.ts": tc.text}
			for path, text := range other {
				files[path] = text
			}
			returns(t, open(t, app(t, files)), tc.want, "F")
		})
	}
}
