// Numbers and dates as text: en-US only, and an error for what is asked beyond.
(function (kit) {
  'use strict';
  const { apply, own } = kit;
  const plainLocale = (locales, options, known) => {
    const list = locales === undefined ? [] : [].concat(locales);
    for (const tag of list) {
      if (tag !== 'en-US' && tag !== 'en') throw new RangeError(`the locale ${tag} is not supported in this version: only en-US is`);
    }
    for (const key of Object.keys(options ?? {})) {
      if (!known.includes(key)) throw new RangeError(`toLocaleString: the option ${key} is not supported in this version`);
    }
  };
  const { toFixed } = Number.prototype;
  own(Number.prototype, {
    toLocaleString(locales, options) {
      plainLocale(locales, options, ['minimumFractionDigits', 'maximumFractionDigits', 'useGrouping']);
      const n = Number(this);
      if (Number.isNaN(n)) return 'NaN';
      if (!Number.isFinite(n)) return n < 0 ? '-∞' : '∞';
      const least = options?.minimumFractionDigits ?? 0;
      const most = options?.maximumFractionDigits ?? Math.max(least, 3);
      let [whole, fraction = ''] = Math.abs(n) < 1e21 ? apply(toFixed, Math.abs(n), [most]).split('.') : [BigInt(Math.abs(n)).toString()];
      while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
      fraction = fraction.padEnd(least, '0');
      if (options?.useGrouping !== false) {
        let grouped = '';
        for (; whole.length > 3; whole = whole.slice(0, -3)) grouped = ',' + whole.slice(-3) + grouped;
        whole += grouped;
      }
      return (n < 0 || Object.is(n, -0) ? '-' : '') + whole + (fraction && '.' + fraction);
    },
  });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    const original = Date.prototype[name];
    own(Date.prototype, {
      [name](locales, options) { plainLocale(locales, options, []); return apply(original, this, []); },
    });
  }
})
