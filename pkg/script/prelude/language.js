// What newer versions of the language have.
(function (kit) {
  'use strict';
  const { add, own } = kit;
  add(Symbol, 'dispose', Symbol.for('Symbol.dispose'));
  add(Symbol, 'asyncDispose', Symbol.for('Symbol.asyncDispose'));
  own(Object, {
    groupBy(items, key) {
      const groups = Object.create(null);
      let i = 0;
      for (const item of items) (groups[key(item, i++)] ??= []).push(item);
      return groups;
    },
  });
  own(Map, {
    groupBy(items, key) {
      const groups = new Map();
      let i = 0;
      for (const item of items) {
        const k = key(item, i++);
        if (groups.has(k)) groups.get(k).push(item);
        else groups.set(k, [item]);
      }
      return groups;
    },
  });
  own(Promise, {
    withResolvers() {
      let resolve, reject;
      const promise = new this((a, b) => { resolve = a; reject = b; });
      return { promise, resolve, reject };
    },
  });
})
