// diff: how two texts differ, by lines and within lines by words.

// differ pairs two lists: [kind, item, item] with = for both, - for the first
// and + for the second. Lists that are too unlike to be paired cheaply are all
// - and then all +. Items are the same whose keys are.
function differ(a, b, most, keyOf = (item) => item) {
  const [ka, kb] = [a.map(keyOf), b.map(keyOf)];
  let head = 0, tail = 0;
  while (head < a.length && head < b.length && ka[head] === kb[head]) {
    head++;
  }
  while (tail < a.length - head && tail < b.length - head && ka[a.length - 1 - tail] === kb[b.length - 1 - tail]) {
    tail++;
  }
  const x = a.slice(head, a.length - tail), y = b.slice(head, b.length - tail);
  const out = a.slice(0, head).map((item) => ["=", item]);
  if (x.length * y.length > most) {
    return out.concat(x.map((item) => ["-", item]), y.map((item) => ["+", item]), a.slice(a.length - tail).map((item) => ["=", item]));
  }
  common(x, y, x.map(keyOf), y.map(keyOf), out);
  return out.concat(a.slice(a.length - tail).map((item) => ["=", item]));
}

// canDiffer tells that two texts are short enough for their difference to be
// drawn, a line an element, while somebody waits.
function canDiffer(...texts) {
  const most = 5000; // lines
  return texts.every((text) => text.length < laidOut && text.split("\n", most).length < most);
}

// common pairs by the longest common subsequence, by its table.
function common(x, y, kx, ky, out) {
  const width = y.length + 1, length = new Uint32Array((x.length + 1) * width);
  for (let i = x.length - 1; i >= 0; i--) {
    for (let j = y.length - 1; j >= 0; j--) {
      length[i * width + j] = kx[i] === ky[j] ? length[(i + 1) * width + j + 1] + 1 : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  let i = 0, j = 0;
  while (i < x.length && j < y.length) {
    if (kx[i] === ky[j]) {
      out.push(["=", x[i]]);
      i++;
      j++;
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      out.push(["-", x[i++]]);
    } else {
      out.push(["+", y[j++]]);
    }
  }
  while (i < x.length) {
    out.push(["-", x[i++]]);
  }
  while (j < y.length) {
    out.push(["+", y[j++]]);
  }
}

function wordsOf(line) {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) || [];
}

// difference shows how got differs from want, which are laid out JSON or any
// texts.
function difference(want, got, json) {
  const pairs = differ(want.split("\n"), got.split("\n"), 4e6, json ? sense : undefined);
  const table = h("div", { class: "diff", role: "figure", "aria-label": "difference of expected and actual", tabindex: "0" });
  for (let at = 0; at < pairs.length;) {
    if (pairs[at][0] === "=") {
      at = addSame(table, pairs, at);
      continue;
    }
    const gone = [], come = [];
    for (; at < pairs.length && pairs[at][0] === "-"; at++) {
      gone.push(pairs[at][1]);
    }
    for (; at < pairs.length && pairs[at][0] === "+"; at++) {
      come.push(pairs[at][1]);
    }
    addChange(table, gone, come);
  }
  return table;
}

// addSame shows lines that both have, folded where they are many.
function addSame(table, pairs, from) {
  const around = 3;
  let to = from;
  while (to < pairs.length && pairs[to][0] === "=") {
    to++;
  }
  const first = from > 0 ? around : 0, last = to < pairs.length ? around : 0;
  const left = first + last > 0 ? to - from - first - last : 0;
  for (let at = from; at < to; at++) {
    if (left > 3 && at === from + first) {
      table.append(h("div", { class: "same fold" }, h("span", { class: "sign" }), "⋯ " + plural(left, "line") + " alike"));
      at += left;
    }
    if (at < to) {
      table.append(h("div", { class: "same" }, h("span", { class: "sign" }, " "), pairs[at][1]));
    }
  }
  return to;
}

// addChange shows lines of the first that became lines of the second, paired
// one by one where their words have enough in common.
function addChange(table, gone, come) {
  const lines = { "-": [], "+": [] };
  for (let i = 0; i < Math.max(gone.length, come.length); i++) {
    const [a, b] = [gone[i], come[i]];
    let pairs = null;
    if (a !== undefined && b !== undefined) {
      pairs = differ(wordsOf(a), wordsOf(b), 1e6);
      const alike = pairs.reduce((sum, [kind, word]) => sum + (kind === "=" && word.trim() ? word.length : 0), 0);
      pairs = alike * 4 >= Math.min(a.trim().length, b.trim().length) ? pairs : null;
    }
    for (const [sign, line] of [["-", a], ["+", b]]) {
      if (line !== undefined) {
        lines[sign].push(changedLine(sign, line, pairs));
      }
    }
  }
  add(table, [lines["-"], lines["+"]]);
}

// changedLine marks what differs in a line, words that follow each other as one.
function changedLine(sign, line, pairs) {
  const runs = [];
  for (const [kind, word] of pairs || [["=", line]]) {
    if (kind === "=" || kind === sign) {
      runs.length && runs.at(-1).kind === kind ? runs.at(-1).text += word : runs.push({ kind, text: word });
    }
  }
  const parts = runs.map(({ kind, text }) => kind === "=" ? text : h(sign === "-" ? "del" : "ins", null, text));
  return h("div", { class: sign === "-" ? "gone" : "come" }, h("span", { class: "sign", "aria-label": sign === "-" ? "expected" : "actual" }, sign), parts);
}
