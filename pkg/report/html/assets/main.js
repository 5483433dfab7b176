// main: the page as a whole.

function begin() {
  const feed = document.body.dataset.feed, top = h("div", { id: "top" }), cells = h("section", { id: "strip", "aria-label": "all cases" });
  detail.box = h("article", { id: "detail", "aria-label": "the chosen case", tabindex: "0" });
  const filters = h("div", { id: "filters" }), box = h("div", { id: "list", role: "listbox", tabindex: "0", "aria-label": "cases", "aria-keyshortcuts": "j k" });
  const count = h("p", { class: "count", role: "status" });
  replace(document.getElementById("page"),
    h("a", { class: "skip", href: "#list", onclick: (event) => { event.preventDefault(); box.focus(); } }, "to the list of cases"),
    h("div", { class: "above" }, feed ? live.box = h("div", { class: "live" }) : null, top, cells),
    h("main", { id: "work" },
      h("section", { class: "side", "aria-label": "cases" }, filters, h("div", { class: "counted" }, count, h("label", { id: "order" }), h("button", { type: "button", class: "keys", onclick: () => document.getElementById("help").showModal(), "aria-label": "keys" }, "?")), box),
      detail.box),
    helpDialog(), h("p", { id: "said", class: "aside", role: "status" }));
  drawList(box, count);
  readBlocks();
  if (feed) {
    follow(feed, (newer) => redraw(top, cells, filters, newer));
  }
  drawAll(top, cells, filters);
  openFromAddress();
  listen(cells);
  performance.mark("usable");
  document.documentElement.dataset.ready = "true";
}

function drawAll(top, cells, filters) {
  drawOverview(top);
  drawCases(cells);
  drawFilters(filters, listChanged);
  refine();
  fillList();
}

function drawCases(cells) {
  cells.hidden = document.getElementById("work").hidden = store.rows.length === 0;
  drawStrip(cells);
}

// redraw shows what a feed brought, around what the reader does.
function redraw(top, cells, filters, newer) {
  keeping(top, () => drawOverview(top));
  drawCases(cells);
  if (!filters.contains(document.activeElement) || document.activeElement.matches(".chip")) {
    keeping(filters, () => drawFilters(filters, listChanged));
  }
  refine();
  fillList();
  const asked = fromHash();
  if (asked && asked.row ? asked.row !== view.chosen : !view.chosen) {
    openFromAddress();
  } else if (newer) {
    keeping(detail.box, drawDetail);
  }
}

// openFromAddress chooses the case of the address; without one, and where it
// stands beside the list, the first.
function openFromAddress() {
  const asked = fromHash(), astray = asked && !asked.row ? asked.name : null;
  if (asked && asked.row) {
    choose(asked.row, { trial: asked.trial, scroll: true, silent: true });
  } else if (!isNarrow() && view.list.length) {
    choose(view.list[0], { silent: true, astray });
  } else {
    view.astray = astray;
    drawDetail();
  }
}

function listen(cells) {
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => {
    const asked = fromHash();
    if (asked && asked.row) {
      choose(asked.row, { trial: asked.trial, silent: true, scroll: true });
    } else {
      view.astray = asked ? asked.name : null;
      drawDetail();
    }
  });
  let width = cells.clientWidth;
  new ResizeObserver(() => {
    if (cells.clientWidth !== width) {
      width = cells.clientWidth;
      drawStrip(cells);
    }
  }).observe(cells);
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
}

// print draws every row that is left, since paper does not scroll, and what the
// run was made with, since nothing can be opened there.
let folded = false;

function print(on) {
  const facts = document.querySelector(".facts");
  if (facts) {
    folded = on ? !facts.open : folded;
    facts.open = on || !folded;
  }
  list.printing = on;
  drawRows();
}

function helpDialog() {
  const help = h("dialog", { id: "help", "aria-label": "keys" }, h("h2", null, "Keys"), h("dl", null, keyHelp.map(([keys, what]) => [h("dt", null, h("kbd", null, keys)), h("dd", null, what)])),
    h("button", { type: "button", onclick: () => help.close() }, "close"));
  return help;
}

begin();
