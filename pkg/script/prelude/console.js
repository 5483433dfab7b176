// The console: everything is a line of the log.
(function (kit) {
  'use strict';
  let indent = '';
  const counts = new Map();
  const times = new Map();
  const log = (...args) => kit.print(indent, ...args);
  const elapsed = (label) => {
    const begun = times.get(label);
    return begun === undefined ? `${label}: no such timer` : `${label}: ${Date.now() - begun} ms`;
  };
  kit.add(globalThis, 'console', {
    log, info: log, warn: log, error: log, debug: log, dir: (value) => log(value), table: (value) => log(value),
    trace: (...args) => log('Trace:', ...args),
    assert: (holds, ...args) => { if (!holds) log('Assertion failed' + (args.length ? ':' : ''), ...args); },
    count: (label = 'default') => { counts.set(label, (counts.get(label) ?? 0) + 1); log(`${label}: ${counts.get(label)}`); },
    countReset: (label = 'default') => { counts.delete(label); },
    group: (...args) => { if (args.length) log(...args); indent += '  '; },
    groupCollapsed: (...args) => { if (args.length) log(...args); indent += '  '; },
    groupEnd: () => { indent = indent.slice(2); },
    time: (label = 'default') => { times.set(label, Date.now()); },
    timeLog: (label = 'default', ...args) => log(elapsed(label), ...args),
    timeEnd: (label = 'default') => { log(elapsed(label)); times.delete(label); },
    clear: () => {},
  });
})
