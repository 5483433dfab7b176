// Arrays that would be made longer than anything can go through.
(function (kit) {
  'use strict';
  const { apply, construct, own, few, stand } = kit;
  const List = Array;
  const { from } = List;
  const { fill } = List.prototype;
  const listTarget = stand(List, 'Array', function (...items) {
    if (items.length === 1 && typeof items[0] === 'number') few(items[0]);
    return construct(List, items, listTarget(new.target));
  });
  own(Array, {
    from(source, ...rest) {
      if (source != null && typeof source === 'object' && source[Symbol.iterator] === undefined) few(+source.length);
      return apply(from, this === Array ? List : this, [source, ...rest]);
    },
  });
  own(List.prototype, {
    fill(...args) { few(+this.length); return apply(fill, this, args); },
  });
})
