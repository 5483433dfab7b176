// Functions of strings that would build texts without end.
(function (kit) {
  'use strict';
  const { apply, own, fits, maxText } = kit;
  const text = String.prototype;
  const { repeat, padStart, padEnd, concat, replace, replaceAll, split, match } = text;
  const bound = (string, pattern, by, all) => {
    if (typeof string !== 'string' || typeof by !== 'string') return;
    const count = (part) => apply(split, by, [part]).length - 1;
    const around = count('$`') + count("$'");
    const each = by.length + around * string.length;
    const once = (1 + count('$')) * string.length;
    if (once + (string.length + 1) * each <= maxText) return;
    let n = 1;
    if (typeof pattern === 'string') {
      if (all) n = pattern === '' ? string.length + 1 : apply(split, string, [pattern]).length - 1;
    } else if (pattern instanceof RegExp && pattern.global) {
      n = (apply(match, string, [pattern]) || []).length;
    }
    fits(once + n * each);
  };
  own(text, {
    repeat(n) { fits(String(this).length * +n); return apply(repeat, this, [n]); },
    padStart(n, by) { fits(+n); return apply(padStart, this, [n, by]); },
    padEnd(n, by) { fits(+n); return apply(padEnd, this, [n, by]); },
    concat(...parts) {
      let n = String(this).length;
      for (let i = 0; i < parts.length; i++) if (typeof parts[i] === 'string') n += parts[i].length;
      fits(n);
      return apply(concat, this, parts);
    },
    replace(pattern, by) { bound(this, pattern, by, false); return apply(replace, this, [pattern, by]); },
    replaceAll(pattern, by) { bound(this, pattern, by, true); return apply(replaceAll, this, [pattern, by]); },
  });
})
