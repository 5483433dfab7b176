// text: what people and models wrote, made visible. A character that a screen
// would obey or hide (controls, marks that turn text around, tags, joiners
// between letters) is shown as an escape, as pkg/safetext does.

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]|(?<=[\p{Mn}\p{Me}]{8})[\p{Mn}\p{Me}]/gu;

// joins tells that a zero-width joiner or a variation selector beside the
// character does visible work, as in emoji and the scripts from Arabic on.
function joins(c) {
  return c !== undefined && c >= 0x600 && (c < 0x2000 || c >= 0x203c);
}

// isSeen tells that a character of the class does what a reader expects.
function isSeen(char, at, whole) {
  if (char === "\n" || char === "\t") {
    return true;
  }
  const before = at > 0 ? whole.codePointAt(at > 1 && /[\udc00-\udfff]/.test(whole[at - 1]) ? at - 2 : at - 1) : undefined;
  if (char === "\u200c" || char === "\u200d") {
    return joins(before) && joins(whole.codePointAt(at + 1));
  }
  if (char === "\ufe0e" || char === "\ufe0f") {
    return joins(before) || before === 0xa9 || before === 0xae || whole[at + 1] === "\u20e3";
  }
  return false;
}

function escaped(char) {
  const c = char.codePointAt(0);
  if (char === "\r") {
    return "\\r";
  }
  const hex = c.toString(16);
  return c < 0x80 ? "\\x" + hex.padStart(2, "0") : c <= 0xffff ? "\\u" + hex.padStart(4, "0") : "\\U" + hex.padStart(8, "0");
}

// visible is a text for places that hold no elements, such as titles.
function visible(text) {
  return text.replace(/\r\n/g, "\n").replace(unseen, (char, at, whole) => isSeen(char, at, whole) ? char : escaped(char));
}

// shown is a text as nodes: escapes stand out.
function shown(text) {
  const whole = String(text).replace(/\r\n/g, "\n");
  const out = document.createDocumentFragment();
  let from = 0;
  for (const found of whole.matchAll(unseen)) {
    if (isSeen(found[0], found.index, whole)) {
      continue;
    }
    out.append(whole.slice(from, found.index));
    const mark = document.createElement("span");
    mark.className = "unseen";
    mark.textContent = escaped(found[0]);
    out.append(mark);
    from = found.index + found[0].length;
  }
  out.append(whole.slice(from));
  return out;
}

// clip is the beginning of a text on one line.
function clip(text, most) {
  const line = text.slice(0, most + 1).replace(/\s+/g, " ").trim();
  return text.length > most ? line.slice(0, whole(line, most)) + "…" : line;
}

// whole moves a cut off the middle of a character.
function whole(text, at) {
  return /[\udc00-\udfff]/.test(text[at] || "") ? at - 1 : at;
}

// searchable is a text in which those are the same that people search as one: in
// whichever case, and however a character is put together.
function searchable(text) {
  return text.normalize("NFKC").toUpperCase().toLowerCase().replace(/ς/g, "σ").replace(/i\u0307/g, "i");
}

// plural counts things whose plural takes an s.
function plural(n, word) {
  return n.toLocaleString("en") + " " + word + (n === 1 ? "" : "s");
}
