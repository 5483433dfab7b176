// Buffers larger than the memory.
(function (kit) {
  'use strict';
  const { construct, stand, maxBytes } = kit;
  const names = ['ArrayBuffer', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array',
    'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'];
  for (const name of names) {
    const Original = globalThis[name];
    const unit = Original.BYTES_PER_ELEMENT ?? 1;
    const target = stand(Original, name, function (...args) {
      if (new.target === undefined) throw new TypeError(`${name} needs new`);
      const [first] = args;
      const n = typeof first === 'object' && first !== null ? first.length ?? first.byteLength : first;
      if (n * unit > maxBytes) throw new RangeError(`a buffer may have at most ${maxBytes} bytes here`);
      return construct(Original, args, target(new.target));
    });
  }
})
