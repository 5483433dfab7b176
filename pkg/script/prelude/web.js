// What scripts know from browsers and seldom use.
(function (host) {
  'use strict';
  const { add } = host;
  const tag = (Class, name) =>
    Object.defineProperty(Class.prototype, Symbol.toStringTag, { value: name, configurable: true });

  const clone = (value, seen) => {
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw new TypeError(`structuredClone: a ${typeof value} cannot be cloned`);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return seen.get(value);
    const keep = (copy) => { seen.set(value, copy); return copy; };
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (Array.isArray(value)) {
      const copy = keep(new Array(value.length));
      for (const key of Object.keys(value)) copy[key] = clone(value[key], seen);
      return copy;
    }
    if (value instanceof Date) return keep(new Date(value.getTime()));
    if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
    if (value instanceof Map) {
      const copy = keep(new Map());
      for (const [k, v] of value) copy.set(clone(k, seen), clone(v, seen));
      return copy;
    }
    if (value instanceof Set) {
      const copy = keep(new Set());
      for (const v of value) copy.add(clone(v, seen));
      return copy;
    }
    if (value instanceof ArrayBuffer) return keep(value.slice(0));
    if (ArrayBuffer.isView(value)) {
      const buffer = clone(value.buffer, seen);
      return keep(new value.constructor(buffer, value.byteOffset, value.length ?? value.byteLength));
    }
    if (value instanceof Error) {
      const Kinds = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
      const copy = keep(new (Kinds[value.name] ?? Error)(value.message));
      if ('cause' in value) add(copy, 'cause', clone(value.cause, seen));
      add(copy, 'stack', value.stack);
      return copy;
    }
    if (value instanceof Number || value instanceof String || value instanceof Boolean) return keep(Object(value.valueOf()));
    if (kind !== 'Object' && kind !== 'Arguments') throw new TypeError(`structuredClone: a ${kind} cannot be cloned`);
    const copy = keep({});
    for (const key of Object.keys(value)) {
      Object.defineProperty(copy, key, { value: clone(value[key], seen), writable: true, enumerable: true, configurable: true });
    }
    return copy;
  };
  const structuredClone = (value, options) => {
    if (options?.transfer?.length) throw new TypeError('structuredClone: transfer is not supported in this version');
    return clone(value, new Map());
  };

  class TextEncoder {
    get encoding() { return 'utf-8'; }
    encode(text = '') { return new Uint8Array(host.encode(String(text))); }
  }
  class TextDecoder {
    #fatal; #keep;
    constructor(label = 'utf-8', options = {}) {
      if (!/^(utf-?8|unicode-1-1-utf-8)$/i.test(String(label).trim())) {
        throw new RangeError(`TextDecoder: the encoding ${label} is not supported in this version`);
      }
      this.#fatal = Boolean(options.fatal);
      this.#keep = Boolean(options.ignoreBOM);
    }
    get encoding() { return 'utf-8'; }
    get fatal() { return this.#fatal; }
    get ignoreBOM() { return this.#keep; }
    decode(bytes, options) {
      if (options?.stream) throw new TypeError('TextDecoder: stream is not supported in this version');
      if (bytes === undefined) return '';
      if (!ArrayBuffer.isView(bytes) && !(bytes instanceof ArrayBuffer)) throw new TypeError('TextDecoder: a buffer is needed');
      const buffer = bytes instanceof ArrayBuffer ? bytes : bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      return host.decode(buffer, this.#fatal, this.#keep);
    }
  }

  const escaped = (text) => encodeURIComponent(text.toWellFormed?.() ?? text)
    .replace(/%20/g, '+').replace(/[!'()~]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
  class URLSearchParams {
    #list = []; #changed;
    constructor(init = '', changed) {
      this.#changed = typeof changed === 'function' ? changed : undefined;
      if (typeof init === 'object' && init !== null) {
        const pairs = typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
        for (const pair of pairs) {
          const [key, value, ...rest] = pair;
          if (value === undefined || rest.length) throw new TypeError('URLSearchParams: a pair must have a name and a value');
          this.#list.push([String(key), String(value)]);
        }
        return;
      }
      for (const part of String(init).replace(/^\?/, '').split('&')) {
        if (part === '') continue;
        const at = part.indexOf('=');
        const read = (s) => host.unescape(s);
        this.#list.push(at < 0 ? [read(part), ''] : [read(part.slice(0, at)), read(part.slice(at + 1))]);
      }
    }
    #write() { this.#changed?.(this.toString()); }
    get size() { return this.#list.length; }
    append(key, value) { this.#list.push([String(key), String(value)]); this.#write(); }
    delete(key, value) {
      this.#list = this.#list.filter(([k, v]) => k !== String(key) || (value !== undefined && v !== String(value)));
      this.#write();
    }
    get(key) { return this.#list.find(([k]) => k === String(key))?.[1] ?? null; }
    getAll(key) { return this.#list.filter(([k]) => k === String(key)).map(([, v]) => v); }
    has(key, value) { return this.#list.some(([k, v]) => k === String(key) && (value === undefined || v === String(value))); }
    set(key, value) {
      const at = this.#list.findIndex(([k]) => k === String(key));
      if (at < 0) this.#list.push([String(key), String(value)]);
      else this.#list = this.#list.filter(([k], i) => k !== String(key) || i === at).map((p) => (p[0] === String(key) ? [p[0], String(value)] : p));
      this.#write();
    }
    sort() { this.#list.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)); this.#write(); }
    forEach(f, self) { for (const [k, v] of this.#list) f.call(self, v, k, this); }
    *entries() { for (const [k, v] of this.#list) yield [k, v]; }
    *keys() { for (const [k] of this.#list) yield k; }
    *values() { for (const [, v] of this.#list) yield v; }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#list.map(([k, v]) => escaped(k) + '=' + escaped(v)).join('&'); }
  }
  tag(URLSearchParams, 'URLSearchParams');

  class URL {
    #parts; #params;
    constructor(href, base) { this.#parts = host.parseURL(String(href), base === undefined ? undefined : String(base)); }
    static canParse(href, base) { try { new URL(href, base); return true; } catch { return false; } }
    static parse(href, base) { try { return new URL(href, base); } catch { return null; } }
    #set(key, value) {
      const parts = { ...this.#parts, [key]: String(value) };
      this.#parts = host.parseURL(host.formatURL(parts), undefined);
      this.#params = undefined;
    }
    get href() { return host.formatURL(this.#parts); }
    set href(value) { this.#parts = host.parseURL(String(value), undefined); this.#params = undefined; }
    get origin() { return this.#parts.origin; }
    get protocol() { return this.#parts.protocol; }
    set protocol(value) { this.#set('protocol', String(value).replace(/:?$/, ':')); }
    get username() { return this.#parts.username; }
    set username(value) { this.#set('username', encodeURIComponent(value)); }
    get password() { return this.#parts.password; }
    set password(value) { this.#set('password', encodeURIComponent(value)); }
    get host() { return this.#parts.hostname + (this.#parts.port && ':' + this.#parts.port); }
    set host(value) {
      const [, name, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(String(value)) ?? [];
      if (name) { this.#set('hostname', name); this.#set('port', port); }
    }
    get hostname() { return this.#parts.hostname; }
    set hostname(value) { this.#set('hostname', value); }
    get port() { return this.#parts.port; }
    set port(value) { this.#set('port', value); }
    get pathname() { return this.#parts.pathname; }
    set pathname(value) { this.#set('pathname', String(value).replace(/\?/g, '%3F').replace(/#/g, '%23').replace(/^(?!\/)/, '/')); }
    get search() { return this.#parts.search; }
    set search(value) { this.#set('search', value === '' ? '' : String(value).replace(/#/g, '%23').replace(/^(?!\?)/, '?')); }
    get hash() { return this.#parts.hash; }
    set hash(value) { this.#set('hash', value === '' ? '' : String(value).replace(/^(?!#)/, '#')); }
    get searchParams() {
      return (this.#params ??= new URLSearchParams(this.#parts.search, (query) => {
        const params = this.#params;
        this.search = query;
        this.#params = params;
      }));
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
  }
  tag(URL, 'URL');

  const all = { structuredClone, TextEncoder, TextDecoder, URL, URLSearchParams, atob: host.atob, btoa: host.btoa };
  for (const name of Object.keys(all)) add(globalThis, name, all[name]);
})
