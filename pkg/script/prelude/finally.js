// Has the rejection that a promise's finally hands on be known to be under way
// while what it calls runs.
(function (kit) {
  'use strict';
  const { apply, own } = kit;
  const { __surefoot_leaves: leaves, __surefoot_enters: enters, __surefoot_arrives: arrives } = kit;
  const { then, finally: original } = Promise.prototype;
  const resolve = Promise.resolve.bind(Promise);
  const after = (promise, value, error) => apply(then, promise, [value, error]);
  own(Promise.prototype, {
    finally(done) {
      if (typeof done !== 'function') return apply(original, this, [done]);
      return this.then(
        (value) => after(resolve(done()), () => value),
        (error) => {
          leaves(error);
          const way = enters();
          const arrive = (thrown) => {
            arrives(way);
            throw thrown;
          };
          let result;
          try {
            result = done();
          } catch (e) {
            arrive(e);
          }
          return after(resolve(result), () => arrive(error), arrive);
        },
      );
    },
  });
})
