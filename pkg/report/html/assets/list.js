// list: the cases that are left, of which only those in sight are elements. In
// the order worst first each group has a heading.

const list = { box: null, inner: null, count: null, items: [], tops: [], height: 0, several: false, printing: false };
const rowHeight = 54, titleHeight = 30;

function drawList(box, count) {
  list.box = box;
  list.count = count;
  list.inner = h("div", { class: "inner", role: "presentation" });
  replace(box, list.inner);
  box.addEventListener("scroll", () => requestAnimationFrame(drawRows), { passive: true });
  new ResizeObserver(() => drawRows()).observe(box);
}

// fillList puts the rows in their places.
function fillList() {
  list.items = [];
  list.several = store.rows.some((row) => row && row.agent !== (store.rows[0] || row).agent);
  let title = null;
  view.list.forEach((row, i) => {
    if (view.order === "worst" && (title === null || row.group !== title.title)) {
      title = { title: row.group, count: 0 };
      list.items.push(title);
    }
    if (title) {
      title.count++;
    }
    list.items.push({ row, at: i + 1 });
  });
  let top = 0;
  list.tops = list.items.map((item) => {
    const at = top;
    top += item.row ? rowHeight : titleHeight;
    return at;
  });
  list.height = top;
  list.inner.style.height = top + "px";
  const all = store.rows.filter(Boolean).length;
  list.count.textContent = view.list.length === all ? plural(all, "case") : view.list.length.toLocaleString("en") + " of " + plural(all, "case") + (view.searching ? " so far" : "");
  drawRows();
}

// drawRows makes the elements that are in sight, and some around them.
function drawRows() {
  const around = 6 * rowHeight;
  const from = list.printing ? 0 : list.box.scrollTop - around, to = list.printing ? Infinity : list.box.scrollTop + list.box.clientHeight + around;
  const rows = [];
  const most = 2000; // on paper
  let i = firstFrom(from);
  for (; i < list.items.length && list.tops[i] < to && rows.length < most; i++) {
    const item = list.items[i];
    const element = item.row ? caseRow(item.row, item.at) : groupTitle(item);
    element.style.top = list.tops[i] + "px";
    rows.push(element);
  }
  if (list.printing && i < list.items.length) {
    rows.push(h("p", { class: "empty" }, "and " + list.items.slice(i).filter((item) => item.row).length.toLocaleString("en") + " more, which are too many for paper: filter the list to print others"));
  }
  if (view.list.length === 0) {
    rows.push(h("p", { class: "empty" }, store.rows.length ? "No case fits. " : "There are no cases.", store.rows.length ? h("button", { type: "button", onclick: clearFilters }, "show all") : null));
  }
  list.inner.replaceChildren(...rows);
  const chosen = view.chosen && document.getElementById("row-" + view.chosen.n);
  chosen ? list.box.setAttribute("aria-activedescendant", chosen.id) : list.box.removeAttribute("aria-activedescendant");
}

function firstFrom(y) {
  let low = 0, high = list.tops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    list.tops[middle] < y ? low = middle + 1 : high = middle;
  }
  return Math.max(low - 1, 0);
}

function groupTitle(item) {
  return h("div", { class: "title is-" + item.title, role: "presentation" }, groups[rankOf[item.title]][1], h("span", { class: "n" }, item.count.toLocaleString("en")));
}

function caseRow(row, at) {
  const change = row.change && row.change !== "unchanged" ? row.change : "";
  return h("div", {
    class: "row is-" + row.group, id: "row-" + row.n, role: "option", "aria-selected": String(row === view.chosen),
    "aria-setsize": view.list.length, "aria-posinset": at, onclick: () => choose(row, { focus: true, scroll: isNarrow() }),
    "aria-label": [row.id, row.word, row.score ? row.score + " passed" : "", row.word.includes(change) ? "" : change.replace(/_/g, " "), row.reason].filter(Boolean).map((text) => clip(text, 160)).join(", "),
  },
    icon(row.group),
    h("div", { class: "what" },
      h("div", { class: "id" }, foreign(row.id, { class: "name" }), list.several ? h("span", { class: "agent" }, foreign(row.agent)) : null, changeMark(change)),
      h("div", { class: "sub" }, foreign(clip(row.group === "passed" ? row.name || row.asked || row.reason || "" : row.reason || row.name || row.asked || "", 200)))),
    h("div", { class: "how" }, miniStrip(row.strip), h("span", { class: "score" }, row.score || (row.ms === null ? row.word : span(row.ms)))));
}

const changeMarks = { regressed: "▼ regressed", suspect: "▽ suspect", improved: "▲ improved", new: "+ new", flaky: "≈ flaky", too_few_trials: "too few trials", unreliable_baseline: "unreliable baseline" };

function changeMark(change) {
  return change ? h("span", { class: "change is-" + change }, changeMarks[change] || change.replace(/_/g, " ")) : null;
}

// miniStrip are the trials of a case in small, or their shares where they are
// many.
function miniStrip(letters) {
  const most = 20, edge = 7, step = 9;
  if (letters.length < 2) {
    return null;
  }
  const label = plural(letters.length, "trial");
  if (letters.length > most) {
    return shares(letters, label);
  }
  return s("svg", { class: "mini", width: letters.length * step, height: 9, viewBox: "0 0 " + letters.length * step + " 9", "aria-hidden": "true" },
    [...letters].map((letter, i) => s("path", { class: "dot is-" + stateOfTrial(letter)[0], d: dotPath(letter, i * step, 1, edge) })));
}

function dotPath(letter, x, y, e) {
  const half = e / 2;
  switch (letter) {
    case "f":
      return "M" + (x + half) + " " + (y - 0.5) + "l" + (half + 0.5) + " " + (half + 0.5) + "l" + -(half + 0.5) + " " + (half + 0.5) + "l" + -(half + 0.5) + " " + -(half + 0.5) + "z";
    case "e":
      return "M" + (x + half) + " " + y + "l" + half + " " + e + "h" + -e + "z";
    case "t":
      return "M" + x + " " + y + "h" + e + "l" + -half + " " + half + "l" + half + " " + half + "h" + -e + "l" + half + " " + -half + "z";
    case "p":
      return "M" + x + " " + (y + half) + "a" + half + " " + half + " 0 1 1 " + e + " 0a" + half + " " + half + " 0 1 1 " + -e + " 0z";
    default:
      return "M" + (x + 1) + " " + (y + half - 1) + "h" + (e - 2) + "v2h" + -(e - 2) + "z";
  }
}

function shares(letters, label) {
  const width = 90, parts = [];
  let x = 0;
  for (const letter of "petfsdx") {
    const count = [...letters].filter((other) => other === letter).length;
    if (count > 0) {
      const wide = count / letters.length * width;
      parts.push(s("path", { class: "dot is-" + stateOfTrial(letter)[0], d: "M" + x.toFixed(1) + " 1h" + wide.toFixed(1) + "v7h" + (-wide).toFixed(1) + "z" }));
      x += wide;
    }
  }
  return s("svg", { class: "mini", width, height: 9, viewBox: "0 0 " + width + " 9", role: "img", "aria-label": label }, parts);
}

// reveal scrolls the list to a row.
function reveal(row) {
  const at = list.items.findIndex((item) => item.row === row);
  if (at < 0) {
    return;
  }
  const top = list.tops[at], box = list.box;
  if (top < box.scrollTop + titleHeight) {
    box.scrollTop = top - titleHeight;
  } else if (top + rowHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top + rowHeight - box.clientHeight + 8;
  }
}
