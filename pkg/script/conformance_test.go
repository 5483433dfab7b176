package script_test

import (
	"testing"
)

// TestConformance fixes what the language of scripts is, so that another
// version of the engine cannot change it unseen.
func TestConformance(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"class fields":                       "class A { x = 1; static y = 2 } return new A().x + A.y == 3",
		"private members":                    "class A { #x = 1; get() { return this.#x } static has(o: any) { return #x in o } } return new A().get() == 1 && A.has(new A())",
		"static blocks":                      "class A { static v: number; static { A.v = 3 } } return A.v == 3",
		"enums":                              "enum E { A = 1, B } return E.B == 2 && E[2] == 'B'",
		"generics and casts":                 "const f = <T,>(x: T): T => x; return f<number>(1) as number == 1",
		"optional chaining":                  "const o: any = null; return o?.a?.[0]?.() === undefined",
		"logical assignment":                 "let a: any = null; a ??= 1; a &&= 2; a ||= 3; return a == 2",
		"tagged templates":                   "const t = (s: any, ...v: any[]) => s.raw.join() + v; return t`a${1}\\n` == 'a,\\\\n1'",
		"spread and rest":                    "const [a, ...r] = [1, 2, 3]; const {x, ...o} = {x: 1, y: 2}; return r.length == 2 && o.y == 2 && Math.max(...r) == 3",
		"generators":                         "function* g() { yield 1; yield* [2, 3] } return [...g()].length == 3",
		"async generators":                   "async function* g() { yield 1; yield 2 } let n = 0; for await (const x of g()) n += x; return n == 3",
		"for await over promises":            "let n = 0; for await (const x of [Promise.resolve(1), 2]) n += x; return n == 3",
		"Promise.allSettled":                 "return (await Promise.allSettled([Promise.reject(1), 2])).map(x => x.status).join() == 'rejected,fulfilled'",
		"Promise.any":                        "return await Promise.any([Promise.reject(1), 2]) == 2",
		"BigInt":                             "return 2n ** 64n == 18446744073709551616n",
		"lookbehind":                         "return /(?<=a)b/.test('ab')",
		"named groups":                       "return /(?<y>\\d+)/.exec('2020')!.groups!.y == '2020'",
		"flags s and y":                      "return /a.b/s.test('a\\nb') && /b/y.test('ab') === false",
		"matchAll":                           "return [...'a1b2'.matchAll(/\\d/g)].length == 2",
		"unicode patterns":                   "return /^.$/u.test('😀') && /[à-ÿ]/.test('é')",
		"Proxy and Reflect":                  "return new Proxy({} as any, { get: () => 7 }).x == 7 && Reflect.has({a: 1}, 'a')",
		"at":                                 "return [1, 2].at(-1) == 2 && 'ab'.at(-1) == 'b'",
		"copying array methods":              "return [2, 1].toSorted()[0] == 1 && [1].with(0, 2)[0] == 2 && [1, 2].toReversed()[0] == 2",
		"findLast":                           "return [1, 2, 3].findLast(x => x < 3) == 2",
		"hasOwn":                             "return Object.hasOwn({a: 1}, 'a')",
		"Set methods":                        "return (new Set([1, 2]) as any).union(new Set([3])).size == 3",
		"Error cause":                        "return (new Error('x', { cause: 1 }) as any).cause == 1",
		"AggregateError":                     "return new AggregateError([1], 'x').errors[0] == 1",
		"normalize":                          "return 'e\\u0301'.normalize('NFC') == 'é'",
		"typed arrays":                       "return new Uint8Array([1, 300])[1] == 44 && new DataView(new ArrayBuffer(8)).getInt8(0) == 0",
		"new Function":                       "return new Function('a', 'return a + 1')(1) == 2",
		"numeric separators":                 "return 1_000 == 1000",
		"optional catch":                     "try { throw 1 } catch { return true }",
		"decorators":                         "let seen = ''; const d = (v: any, c: any) => { seen = c.name; return v }; class A { @d go() {} } new A(); return seen == 'go'",
		"using":                              "let closed = false; { using x = { [Symbol.dispose]() { closed = true } } } return closed",
		"await using":                        "let closed = false; { await using x = { async [Symbol.asyncDispose]() { closed = true } } } return closed",
		"Object.groupBy":                     "return Object.groupBy([1, 2, 3], (x: number) => x % 2 ? 'odd' : 'even').odd!.length == 2",
		"Map.groupBy":                        "return Map.groupBy([1, 2, 3], (x: number) => x % 2).get(1)!.length == 2",
		"Promise.withResolvers":              "const { promise, resolve } = Promise.withResolvers<number>(); resolve(4); return await promise == 4",
		"structuredClone":                    "const o: any = { d: new Date(1), m: new Map([[1, { a: 1 }]]), s: new Set([1]), b: new Uint8Array([5]), e: new TypeError('x') }; o.self = o; const c = structuredClone(o); return c !== o && c.self === c && c.d.getTime() == 1 && c.m.get(1).a == 1 && c.s.has(1) && c.b[0] == 5 && c.e instanceof TypeError",
		"structuredClone of functions":       "try { structuredClone({ f() {} }) } catch (e: any) { return /function/.test(e.message) }",
		"text encoding":                      "return new TextDecoder().decode(new TextEncoder().encode('é😀')) == 'é😀' && new TextEncoder().encode('é').length == 2",
		"text decoding of a slice":           "return new TextDecoder().decode(new TextEncoder().encode('abcd').subarray(1, 3)) == 'bc'",
		"fatal text decoding":                "try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])) } catch (e) { return e instanceof TypeError && new TextDecoder().decode(new Uint8Array([255])) == '\\ufffd' }",
		"base64":                             "return btoa('aÿ') == 'Yf8=' && atob('Yf8') == 'aÿ'",
		"base64 of wide text":                "try { btoa('€') } catch (e: any) { return /U\\+00FF/.test(e.message) }",
		"URL":                                "const u = new URL('../b c?q=1 2#f', 'HTTPS://User:pw@Example.COM:443/x/y/'); return u.href == 'https://User:pw@example.com/x/b%20c?q=1%202#f' && u.origin == 'https://example.com' && u.port == '' && u.searchParams.get('q') == '1 2'",
		"URL setters":                        "const u = new URL('http://a.test'); u.pathname = 'x y'; u.search = 'a=1'; u.hash = 'h'; u.port = '8080'; u.searchParams.append('b', 'é&'); return u.href == 'http://a.test:8080/x%20y?a=1&b=%C3%A9%26#h' && JSON.stringify({ u }) == '{\"u\":\"' + u.href + '\"}'",
		"URL errors":                         "try { new URL('nothing') } catch (e) { return e instanceof TypeError && !URL.canParse('http://') && URL.canParse('a:b') }",
		"URLSearchParams":                    "const p = new URLSearchParams('?a=1&b=2&a=3+4'); p.delete('b'); p.set('c', '~'); p.sort(); return p.getAll('a').join('|') == '1|3 4' && p + '' == 'a=1&a=3+4&c=%7E' && p.size == 3 && [...new URLSearchParams({ x: 'y' })][0][1] == 'y'",
		"numbers as text":                    "return (1234567.891).toLocaleString('en-US') == '1,234,567.891' && (-0.5).toLocaleString() == '-0.5' && (1e21).toLocaleString() == '1,000,000,000,000,000,000,000' && (2).toLocaleString('en-US', { minimumFractionDigits: 2 }) == '2.00' && (0.12345).toLocaleString() == '0.123'",
		"numbers of other locales":           "try { (1).toLocaleString('de-DE') } catch (e: any) { return e.message == 'the locale de-DE is not supported in this version: only en-US is' }",
		"numbers with other options":         "try { (1).toLocaleString('en-US', { style: 'percent' }) } catch (e: any) { return /style is not supported/.test(e.message) }",
		"dates with other options":           "try { new Date(0).toLocaleDateString('en-US', { weekday: 'long' } as any) } catch (e: any) { return /weekday is not supported/.test(e.message) }",
		"dates as text":                      "return /1970|1969/.test(new Date(0).toLocaleDateString())",
		"JSON.stringify":                     `return JSON.stringify({ b: undefined, c: NaN, d: new Date(0), e: [() => 1, undefined], f: Object('x'), toJSON: undefined }, null, 1) == '{\n "c": null,\n "d": "1970-01-01T00:00:00.000Z",\n "e": [\n  null,\n  null\n ],\n "f": "x"\n}'`,
		"JSON.stringify with a list":         "return JSON.stringify({ a: 1, b: { a: 2, c: 3 } }, ['b', 'a']) == '{\"b\":{\"a\":2},\"a\":1}' && JSON.stringify({ 1: 2, a: 3 }, [1, 1]) == '{\"1\":2}'",
		"JSON.stringify with a function":     "return JSON.stringify({ a: 1, b: [2] }, function (this: any, k, v) { return k == 'a' ? undefined : typeof v == 'number' ? v + this.length : v }) == '{\"b\":[3]}'",
		"JSON.stringify of nothing":          "return JSON.stringify(undefined) === undefined && JSON.stringify(() => 1) === undefined && JSON.stringify([]) == '[]' && JSON.stringify({}, null, '--') == '{}' && JSON.stringify(Object.create(null)) == '{}'",
		"JSON.stringify of a cycle":          "const o: any = {}; o.o = o; try { JSON.stringify(o) } catch (e) { return e instanceof TypeError }",
		"JSON.stringify of a BigInt":         "try { JSON.stringify({ n: 1n }) } catch (e: any) { return /BigInt/.test(e.message) }",
		"JSON.stringify that throws":         "try { JSON.stringify({ toJSON() { throw new SyntaxError('own') } }) } catch (e) { return e instanceof SyntaxError }",
		"JSON.parse keeps __proto__ as data": "return Object.keys(JSON.parse('{\"__proto__\": 1}'))[0] == '__proto__'",
		"no network, files, processes":       "return [typeof fetch, typeof XMLHttpRequest, typeof process, typeof Deno, typeof WebSocket].every(x => x == 'undefined')",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			returns(t, single(t, "export async function F() { "+body+" }"), "true", "F")
		})
	}
}

// TestLacks lists what scripts do not have. Each is a reason to look when it
// begins to work.
func TestLacks(t *testing.T) {
	t.Parallel()
	for name, expression := range map[string]string{
		"WeakRef":                              "typeof WeakRef == 'undefined'",
		"Intl":                                 "typeof Intl == 'undefined'",
		"iterator helpers":                     "typeof ([].values() as any).map == 'undefined'",
		"isWellFormed":                         "typeof ('' as any).isWellFormed == 'undefined'",
		"SharedArrayBuffer":                    "typeof SharedArrayBuffer == 'undefined'",
		"Array.fromAsync":                      "typeof (Array as any).fromAsync == 'undefined'",
		"Promise.try":                          "typeof (Promise as any).try == 'undefined'",
		"patterns made with a property escape": `(() => { try { new RegExp('\\p{L}', 'u'); return false } catch (e: any) { return e.name == 'SyntaxError' && /not supported/.test(e.message) } })()`,
		"patterns made with flag v":            `(() => { try { new RegExp('a', 'v'); return false } catch (e: any) { return e.name == 'SyntaxError' } })()`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			returns(t, single(t, "export const F = () => "+expression), "true", "F")
		})
	}
}
