// big: long texts. The beginning is shown; all of it on demand, in pieces that
// the browser lays out only when they are looked at.

const firstLook = { characters: 6000, lines: 80 };

// block is a text of any length.
function block(text, attributes) {
  const pre = h("div", { class: "text", ...attributes });
  const end = cutAt(text);
  if (end === text.length) {
    pre.append(shown(text));
    return pre;
  }
  pre.append(shown(text.slice(0, end)));
  const button = h("button", { type: "button", class: "all" }, "show all (" + bytes(new Blob([text]).size) + ")");
  button.addEventListener("click", () => {
    button.remove();
    pre.replaceChildren();
    pour(pre, text, 0);
  });
  return h("div", { class: "clipped" }, pre, button);
}

// cutAt is where the first look of a text ends.
function cutAt(text) {
  if (text.length <= firstLook.characters) {
    let lines = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      if (++lines === firstLook.lines) {
        return at;
      }
    }
    return text.length;
  }
  let at = firstLook.characters;
  for (let lines = 0, next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) {
    if (++lines === firstLook.lines) {
      at = next;
    }
  }
  return whole(text, at);
}

// pour adds a text in pieces, and lets the browser breathe between them.
function pour(pre, text, from) {
  const piece = 16000, most = performance.now() + 12;
  while (from < text.length && performance.now() < most) {
    let to = Math.min(from + piece, text.length);
    const line = text.lastIndexOf("\n", to);
    to = to < text.length && line > from ? line + 1 : whole(text, to);
    pre.append(h("div", { class: "piece" }, text.slice(from, to).replace(/\n$/, "")));
    from = to;
  }
  if (from < text.length && pre.isConnected) {
    setTimeout(() => pour(pre, text, from), 0);
  }
}

// valueBlock is a value of any size.
function valueBlock(value, attributes) {
  if (value === "") {
    return h("p", { class: "soft" }, "(an empty text)");
  }
  return block(textOf(value), { ...attributes, class: "text" + (isText(value) ? "" : " json") });
}
