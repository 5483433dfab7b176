// The t of script tests. What tests assert goes to the host one by one, with
// the line that asserted it; nothing here throws but what stops a test.
(function (host) {
  'use strict';
  const { stringify, parse } = JSON;
  const { keys, getPrototypeOf } = Object;
  const isArray = Array.isArray;

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

  // same compares by structure: numbers by value, members that are undefined as
  // if they were not there, null and undefined alike.
  const same = (a, b, depth) => {
    if (depth > 200) throw new RangeError('the values are nested more than 200 deep');
    if (nil(a) || nil(b)) return nil(a) && nil(b);
    if (typeof a !== 'object' || typeof b !== 'object') return a === b || (a !== a && b !== b);
    if (a === b) return true;
    if (isArray(a) || isArray(b)) {
      return isArray(a) && isArray(b) && a.length === b.length && a.every((v, i) => same(v, b[i], depth + 1));
    }
    if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && same(a.getTime(), b.getTime(), depth);
    if (a instanceof Error || b instanceof Error) return a instanceof Error && b instanceof Error && String(a) === String(b);
    if (a instanceof Map || a instanceof Set || b instanceof Map || b instanceof Set) {
      return getPrototypeOf(a) === getPrototypeOf(b) && same([...a], [...b], depth + 1);
    }
    const given = (o) => keys(o).filter((k) => o[k] !== undefined);
    const own = given(a);
    return own.length === given(b).length && own.every((k) => b[k] !== undefined && same(a[k], b[k], depth + 1));
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
    if (isArray(whole)) return whole.some((v) => same(v, part, 0));
    if (whole instanceof Set) return [...whole].some((v) => same(v, part, 0));
    if (typeof whole === 'string') return whole.includes(String(part));
    return undefined;
  };
  const matches = (v, pattern) => (pattern instanceof RegExp ? new RegExp(pattern.source, pattern.flags.replace('g', '')) : new RegExp(pattern)).test(String(v));
  const throws = (f) => {
    try {
      f();
      return undefined;
    } catch (e) {
      return { thrown: e };
    }
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
    NotMatch: [2, (v, p) => [!matches(v, p), 'want no match of ' + String(p), v, p]],
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
    const [needs, judge] = assertions[name];
    assert[name] = (...args) => {
      const said = args.length > needs && !nil(args[needs]) ? text(args[needs]) : '';
      if (args.length < needs) {
        host.record({ type: name, status: 'error', message: `${name} needs ${needs} ${needs > 1 ? 'values' : 'value'}, and got ${args.length}` });
        return false;
      }
      let holds, want, actual, expected;
      try {
        [holds, want, actual, expected] = judge(...args);
      } catch (e) {
        host.record({ type: name, status: 'error', message: String(e) });
        return false;
      }
      host.record({
        type: name, status: holds === undefined ? 'error' : holds ? 'passed' : 'failed', said,
        message: `${want}, got ${show(actual)}`, actual: plain(actual), expected: needs > 1 ? plain(expected) : null,
      });
      return holds === true;
    };
  }
  assert.JSONPath = (value, path, expected, said) => host.jsonPath(plain(value), path, expected === undefined ? null : plain(expected), nil(said) ? '' : text(said));
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
  return t;
})
