// The t of script tests. What tests assert goes to the host one by one, with
// the line that asserted it; nothing here throws but what stops a test. What
// judges uses no method that a script could have replaced in a prototype.
(function (host) {
  'use strict';
  const { stringify, parse } = JSON;
  const { keys, getPrototypeOf, freeze, prototype: root } = Object;
  const { isArray, from } = Array;
  const { then } = Promise.prototype;

  // plain is a value as a report can hold it.
  const plain = (v) => {
    if (v === undefined || typeof v === 'function' || typeof v === 'symbol') return String(v);
    if (v instanceof Error) return String(v);
    try {
      const text = stringify(v);
      return text === undefined ? String(v) : parse(text);
    } catch (e) {
      return String(v);
    }
  };
  const show = (v) => {
    if (typeof v === 'string') return stringify(v);
    const p = plain(v);
    return typeof p === 'string' ? p : stringify(p);
  };
  const text = (v) => (typeof v === 'string' ? v : isArray(v) || (typeof v === 'object' && v !== null && !(v instanceof Error)) ? show(v) : String(v));
  const nil = (v) => v === null || v === undefined;

  const isPromise = (v) => v instanceof Promise;
  const isPlain = (o) => {
    const p = getPrototypeOf(o);
    return p === null || p === root;
  };
  const unboxed = (v) => (v instanceof Number || v instanceof String || v instanceof Boolean ? v.valueOf() : v);
  const given = (o) => {
    const names = [];
    const all = keys(o);
    for (let i = 0; i < all.length; i++) if (o[all[i]] !== undefined) names[names.length] = all[i];
    return names;
  };
  const sameList = (a, b, depth) => {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!same(a[i], b[i], depth + 1)) return false;
    return true;
  };
  const either = (a, b, kind) => a instanceof kind || b instanceof kind;
  const both = (a, b, kind) => a instanceof kind && b instanceof kind;

  // same compares by structure: numbers by value, members that are undefined as
  // if they were not there, null and undefined alike. What it cannot look into
  // it refuses to compare.
  const same = (x, y, depth) => {
    if (depth > 200) throw new RangeError('the values are nested more than 200 deep');
    const a = unboxed(x);
    const b = unboxed(y);
    if (isPromise(a) || isPromise(b)) throw new TypeError('a promise cannot be compared: await it first');
    if (nil(a) || nil(b)) return nil(a) && nil(b);
    if (typeof a !== 'object' || typeof b !== 'object') return a === b || (a !== a && b !== b);
    if (a === b) return true;
    if (isArray(a) || isArray(b)) return isArray(a) && isArray(b) && sameList(a, b, depth);
    if (either(a, b, Date)) return both(a, b, Date) && same(a.getTime(), b.getTime(), depth);
    if (either(a, b, Error)) return both(a, b, Error) && String(a) === String(b);
    if (either(a, b, RegExp)) return both(a, b, RegExp) && String(a) === String(b);
    if (either(a, b, ArrayBuffer)) return both(a, b, ArrayBuffer) && sameList(new Uint8Array(a), new Uint8Array(b), depth);
    if (either(a, b, Map) || either(a, b, Set)) {
      return getPrototypeOf(a) === getPrototypeOf(b) && sameList(from(a), from(b), depth);
    }
    const own = given(a);
    const others = given(b);
    if (own.length === 0 && others.length === 0 && !(isPlain(a) && isPlain(b))) {
      throw new TypeError('objects that show no members cannot be compared: compare what they hold');
    }
    if (own.length !== others.length) return false;
    for (let i = 0; i < own.length; i++) if (b[own[i]] === undefined || !same(a[own[i]], b[own[i]], depth + 1)) return false;
    return true;
  };

  const kindOf = (v) => (v === null ? 'null' : isArray(v) ? 'array' : typeof v);
  const lengthOf = (v) => {
    if (nil(v)) return 0;
    if (typeof v === 'string' || isArray(v)) return v.length;
    if (v instanceof Map || v instanceof Set) return v.size;
    if (typeof v === 'object') return keys(v).length;
    return undefined;
  };
  const within = (whole, part) => {
    const list = isArray(whole) ? whole : whole instanceof Set ? from(whole) : undefined;
    if (list !== undefined) {
      for (let i = 0; i < list.length; i++) if (same(list[i], part, 0)) return true;
      return false;
    }
    // Every text holds the empty one, and nothing has a text.
    return typeof whole === 'string' && isText(part) && String(part) !== '' ? whole.includes(String(part)) : undefined;
  };
  const isText = (v) => typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean';
  const matches = (v, pattern) =>
    isText(v) ? (pattern instanceof RegExp ? new RegExp(pattern.source, pattern.flags.replace('g', '')) : new RegExp(pattern)).test(String(v)) : undefined;
  const throws = (f) => {
    let result;
    try {
      result = f();
    } catch (e) {
      return { thrown: e };
    }
    if (isPromise(result)) {
      then.call(result, undefined, () => {}); // which is said here
      throw new TypeError('the function gave a promise, which throws nothing: await it in a try, and assert what that catches');
    }
    return undefined;
  };

  // Each assertion gives what it wants and got, and whether that holds; nothing
  // where the values are none that can be asked.
  const assertions = {
    True: [1, (v) => [!!v, 'want true', v]],
    False: [1, (v) => [!v, 'want false', v]],
    Equal: [2, (a, b) => [same(a, b, 0), 'want ' + show(b), a, b]],
    NotEqual: [2, (a, b) => [!same(a, b, 0), 'want anything but ' + show(b), a, b]],
    Nil: [1, (v) => [nil(v), 'want null or undefined', v]],
    NotNil: [1, (v) => [!nil(v), 'want a value', v]],
    Error: [1, (v) => [!nil(v), 'want an error', v]],
    NoError: [1, (v) => [nil(v), 'want no error', v]],
    Contains: [2, (a, b) => [within(a, b), 'want ' + show(b) + ' in it', a, b]],
    NotContains: [2, (a, b) => [flip(within(a, b)), 'want no ' + show(b) + ' in it', a, b]],
    Len: [2, (v, n) => [lengthOf(v) === undefined || typeof n !== 'number' ? undefined : lengthOf(v) === n, 'want a length of ' + show(n) + ', and it has ' + lengthOf(v), v, n]],
    Greater: [2, (a, b) => [order(a, b, a > b), 'want more than ' + show(b), a, b]],
    GreaterOrEqual: [2, (a, b) => [order(a, b, a >= b), 'want at least ' + show(b), a, b]],
    Less: [2, (a, b) => [order(a, b, a < b), 'want less than ' + show(b), a, b]],
    LessOrEqual: [2, (a, b) => [order(a, b, a <= b), 'want at most ' + show(b), a, b]],
    Match: [2, (v, p) => [matches(v, p), 'want a match of ' + String(p), v, p]],
    NotMatch: [2, (v, p) => [flip(matches(v, p)), 'want no match of ' + String(p), v, p]],
    Type: [2, (v, name) => [kindOf(v) === name, 'want ' + show(name) + ', and it is ' + kindOf(v), v, name]],
    Panic: [1, (f) => (typeof f !== 'function' ? [undefined, 'want a function', f] : [throws(f) !== undefined, 'want it to throw', 'no exception'])],
    NoPanic: [1, (f) => {
      if (typeof f !== 'function') return [undefined, 'want a function', f];
      const e = throws(f);
      return [e === undefined, 'want it not to throw', e && e.thrown];
    }],
  };
  const flip = (v) => (v === undefined ? undefined : !v);
  const order = (a, b, v) => (typeof a === typeof b && (typeof a === 'string' || (typeof a === 'number' && a === a && b === b)) ? v : undefined);

  const assert = {};
  for (const name of keys(assertions)) {
    const needs = assertions[name][0];
    const judge = assertions[name][1];
    assert[name] = (...args) => {
      const said = args.length > needs && !nil(args[needs]) ? text(args[needs]) : '';
      if (args.length < needs) {
        host.record({ type: name, status: 'error', message: `${name} needs ${needs} ${needs > 1 ? 'values' : 'value'}, and got ${args.length}` });
        return false;
      }
      for (let i = 0; i < needs; i++) {
        if (isPromise(args[i])) {
          host.record({ type: name, status: 'error', message: `${name} was given a promise: await it first` });
          return false;
        }
      }
      let judged;
      try {
        judged = judge(args[0], args[1]);
      } catch (e) {
        host.record({ type: name, status: 'error', message: String(e) });
        return false;
      }
      const holds = judged[0];
      const want = judged[1];
      const actual = judged[2];
      const expected = judged[3];
      host.record({
        type: name, status: holds === undefined ? 'error' : holds ? 'passed' : 'failed', said,
        message: `${want}, got ${show(actual)}`, actual: plain(actual), expected: needs > 1 ? plain(expected) : null,
      });
      return holds === true;
    };
  }
  assert.JSONPath = (value, path, expected, said) => isPromise(value) || isPromise(expected)
    ? host.record({ type: 'JSONPath', status: 'error', message: 'JSONPath was given a promise: await it first' })
    : host.jsonPath(plain(value), path, expected === undefined ? null : plain(expected), nil(said) ? '' : text(said));
  assert.Agent = () => host.agent();

  const join = (args) => args.map(text).join(' ');
  const t = {
    name: host.name,
    get failed() { return host.failed(); },
    assert,
    log: (...args) => host.log(join(args)),
    error: (...args) => host.record({ type: 'error', status: 'failed', message: join(args) || 'the test says it failed' }),
    fail: (...args) => host.record({ type: 'fail', status: 'failed', message: join(args) || 'the test says it failed' }),
    fatal: (...args) => {
      host.record({ type: 'fatal', status: 'failed', message: join(args) || 'the test says it failed' });
      host.stop();
    },
    skip: (...args) => host.skip(join(args)),
  };
  for (const [upper, lower] of [['Log', 'log'], ['Error', 'error'], ['Fail', 'fail'], ['Fatal', 'fatal'], ['Skip', 'skip']]) t[upper] = t[lower];
  freeze(assert);
  return freeze(t);
})
