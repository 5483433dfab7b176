// What the parts of the prelude share. Each part is run only for scripts that
// can touch what it changes: making a world is most of what a short call costs.
(function (host) {
  'use strict';
  const { apply, construct } = Reflect;
  const { defineProperty, setPrototypeOf } = Object;
  const { maxText, maxItems } = host;
  host.apply = apply;
  host.construct = construct;
  host.add = (object, key, value) =>
    defineProperty(object, key, { value, writable: true, configurable: true });
  host.own = (object, methods) => {
    for (const key of Object.keys(methods)) host.add(object, key, methods[key]);
  };
  host.fits = (n) => {
    if (n > maxText) throw new RangeError(`a string may have at most ${maxText} characters here, not ${n}`);
  };
  host.few = (n) => {
    if (n > maxItems) throw new RangeError(`an array may have at most ${maxItems} elements here, not ${n}`);
  };

  // stand puts a stand-in before a constructor. Instances are made by the
  // original, so that the engine knows them for its own.
  host.stand = (Original, name, StandIn) => {
    setPrototypeOf(StandIn, Original);
    StandIn.prototype = Original.prototype;
    Original.prototype.constructor = StandIn;
    defineProperty(StandIn, 'name', { value: name });
    defineProperty(StandIn, Symbol.species, { get() { return this === StandIn ? Original : this; } });
    globalThis[name] = StandIn;
    return (target) => (target === StandIn || target === undefined ? Original : target);
  };
})
