//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// scripts is what the hooks of an agent add to a trial, and what script tests
// take.
func (b *lab) scripts(cases, tests int) error {
	root := filepath.Join(b.dir, "scripts")
	var lines, functions strings.Builder
	for i := range cases {
		fmt.Fprintf(&lines, `{"id":"case-%d","input":"hi","expected":"ok"}`+"\n", i)
	}
	for i := range tests {
		fmt.Fprintf(&functions, "export const Test%d = (t: any) => t.assert.Equal(%d, %d)\n", i, i, i)
	}
	for path, text := range map[string]string{
		"app.yao":                              `{"name": "scripts"}`,
		"connectors/ok.conn.yao":               `{"type": "script", "script": "ok.ts"}`,
		"connectors/ok.ts":                     `export const Complete = () => "ok"`,
		"assistants/plain/package.yao":         `{"name": "plain", "connector": "ok"}`,
		"assistants/plain/tests/inputs.jsonl":  lines.String(),
		"assistants/plain/src/many_test.ts":    functions.String(),
		"assistants/hooked/package.yao":        `{"name": "hooked", "connector": "ok"}`,
		"assistants/hooked/tests/inputs.jsonl": lines.String(),
		"assistants/hooked/src/index.ts": `
export const Create = (ctx: any, messages: any[]) => { ctx.memory.context.Set("asked", messages[0].content); return { messages } }
export const Next = (ctx: any) => (ctx.memory.context.Get("asked") === "hi" ? null : { data: "wrong" })`,
	} {
		if err := write(filepath.Join(root, path), text); err != nil {
			return err
		}
	}
	plain, err := b.run(b.binary, b.evalArgs(root, "-n", "plain")...)
	if err != nil {
		return err
	}
	hooked, err := b.run(b.binary, b.evalArgs(root, "-n", "hooked")...)
	if err != nil {
		return err
	}
	row(fmt.Sprintf("%d trials with Create and Next, beside without: processor time a trial", cases),
		ms(hooked.CPU/time.Duration(cases)), ms(plain.CPU/time.Duration(cases)), ms((hooked.CPU-plain.CPU)/time.Duration(cases))+" more")
	many, err := b.run(b.binary, b.evalArgs(root, "-i", "scripts.plain.many")...)
	if err != nil {
		return err
	}
	row(fmt.Sprintf("%d script tests of one file: wall time, processor time", tests), ms(many.Wall)+", "+ms(many.CPU), "", "")
	return nil
}
