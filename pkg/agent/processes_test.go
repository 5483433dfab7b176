package agent_test

import (
	"strings"
	"testing"
)

func TestProcesses(t *testing.T) {
	t.Parallel()
	more := files{
		"scripts/shared/money.ts":      `let calls = 0; export const Round = (x: number) => { calls++; return [Math.round(x), calls] }; export const Deep = (n: number): any => Process("scripts.shared.money.Deep", n + 1)`,
		"assistants/shop/src/price.ts": `export async function Of(name: string) { await null; return Process("scripts.shared.money.Round", name.length + 0.4)[0] }`,
		"assistants/desk/src/tools.ts": `export const Who = () => "desk's"`,
	}
	for call, want := range map[string]string{
		`Process("scripts.shared.money.Round", 1.6)`:                                                                                       `[2,1]`,
		`[Process("scripts.shared.money.Round", 1), Process("scripts.shared.money.Round", 2)]`:                                             `[[1,1],[2,2]]`,
		`Process("scripts.price.Of", "abc")`:                                                                                               `3`,
		`Process("agents.desk.tools.Who")`:                                                                                                 `"desk's"`,
		`Process("agents.desk.Stream", ctx, [{ role: "user", content: "x" }]).content`:                                                     `"spare|s:global|s:desk agent|u:x"`,
		`Process("agents.desk.Stream", "x").content`:                                                                                       `"spare|s:global|s:desk agent|u:x"`,
		`Process("agent.Call", { assistant_id: "desk", messages: "x" }).agent_id`:                                                          `"desk"`,
		`Process("llm.ChatCompletions", "spare", "x").content`:                                                                             `"spare|u:x"`,
		`[Process("stores.cache.Set", "k", [1]), Process("stores.cache.Get", "k"), Process("stores.other.Has", "k")]`:                      `[null,[1],false]`,
		`[Process("session.Get", "user_id"), Process("session.Set", "x", 1), Process("session.Get", "x"), Process("session.Get", "none")]`: `["",null,1,null]`,
		`Process("encoding.json.Encode", { b: 1, a: [true] })`:                                                                             `"{\"b\":1,\"a\":[true]}"`,
		`Process("encoding.json.Decode", "[9007199254740993]")`:                                                                            `[9007199254740992]`,
		`Process("encoding.yaml.Decode", Process("encoding.yaml.Encode", { a: [1, "2", null], b: { c: "x: y" } }))`:                        `{"a":[1,"2",null],"b":{"c":"x: y"}}`,
		`Process("encoding.base64.Decode", Process("Encoding.Base64.encode", "grüß"))`:                                                     `"grüß"`,
		`Process("encoding.hex.Encode", "az")`:                                                                                             `"617a"`,
		`Process("utils.str.Concat", "a", 1, true)`:                                                                                        `"a1true"`,
		`Process("utils.url.ParseQuery", "a=1&b=2&b=3")`:                                                                                   `{"a":["1"],"b":["2","3"]}`,
		`Process("crypto.Hash", "SHA256", "abc")`:                                                                                          `"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"`,
		`Process("crypto.Hmac", "MD5", "what do ya want for nothing?", "Jefe")`:                                                            `"750c783e6ab0b503eaa86e310a5db738"`,
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			if data, _, _, err := nexts(t, "return { data: "+call+" }", more); err != nil || !same(data, want) {
				t.Errorf("got  %s, %v\nwant %s", data, err, want)
			}
		})
	}
	for call, want := range map[string]string{
		`Process("encoding.json.Encod", 1)`:                `there is no process "encoding.json.Encod" (did you mean "encoding.json.Encode"?)`,
		`Process("models.user.Find", 1)`:                   `models.* processes are not available in this version`,
		`Process("scripts.price.Off", 1)`:                  `assistants/shop/src/price.ts: the script has no function "Off" (did you mean "Of"?)`,
		`Process("scripts.prise.Of", 1)`:                   `there is no script prise.ts in scripts/ or in src/ of the agent (did you mean "price"?)`,
		`Process("scripts.shared.money.Deep", 1)`:          `scripts call each other more than 32 deep`,
		`Process("agents.nobody.Stream", "x")`:             `unknown agent "nobody.Stream"`,
		`Process("utils.throw.NotFound", "no such order")`: `no such order (404)`,
		`Process("crypto.Hash", "SHA3", "x")`:              `crypto.Hash: argument 1: want MD5, SHA1, SHA224, SHA256, SHA384 or SHA512, got "SHA3"`,
		`Process()`:                                        `want the name of a process first`,
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			data, _, _, err := nexts(t, "try { "+call+" } catch (e) { return { data: e.message } }", more)
			if err != nil || !strings.Contains(strings.ReplaceAll(data, `\"`, `"`), want) {
				t.Errorf("got  %s, %v\nwant %s", data, err, want)
			}
		})
	}
}
