// filter: which cases the list has, and in which order.

// view is what the reader chose.
const view = {
  words: "", deep: false, groups: new Set(), tag: "", agent: "", stability: "", change: "", order: "worst",
  list: [], // the rows that are left, in order
  chosen: null, // a row
  trial: 0, // of the chosen case, by run, or what the address has for it; 0 is the one to look at first
  astray: null, // the case that the address names and that is not here
  inTexts: null, // numbers of cases that hold the words, those of transcripts included
  searching: false, // transcripts are being read
};

const orders = {
  worst: ["worst first", (a, b) => rankOf[a.group] - rankOf[b.group] || suspicion(a) - suspicion(b) || (a.rate ?? 101) - (b.rate ?? 101) || a.n - b.n],
  plan: ["as planned", (a, b) => a.n - b.n],
  slowest: ["slowest first", (a, b) => (b.ms ?? -1) - (a.ms ?? -1) || a.n - b.n],
  name: ["by name", (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.n - b.n)],
};

function suspicion(row) {
  return row.group === "unstable" && row.change === "suspect" ? 0 : 1;
}

// refine makes the list anew.
function refine() {
  const words = wordsSought();
  view.list = store.rows.filter((row) => row && kept(row, words));
  view.list.sort(orders[view.order][1]);
}

function wordsSought() {
  return searchable(view.words).split(/\s+/).filter(Boolean);
}

function kept(row, words) {
  return (view.groups.size === 0 || view.groups.has(row.group)) &&
    (!view.tag || (row.tags || []).includes(view.tag)) &&
    (!view.agent || row.agent === view.agent) &&
    (!view.stability || (row.class || "none") === view.stability) &&
    (!view.change || row.change === view.change) &&
    (words.every((word) => row.found.includes(word)) || view.deep && view.inTexts !== null && view.inTexts.has(row.n));
}

// searchTexts looks for the words in all transcripts, a few at a time, and
// tells when there is more to show. A newer search ends it.
let searching = 0;

function searchTexts(found) {
  const mine = ++searching;
  view.inTexts = null;
  view.searching = false;
  const words = wordsSought();
  if (!view.deep || words.length === 0) {
    return;
  }
  view.inTexts = new Set();
  view.searching = true;
  let n = 0;
  const step = () => {
    const until = performance.now() + 10;
    for (; mine === searching && n < store.rows.length && performance.now() < until; n++) {
      const left = store.rows[n] ? words.filter((word) => !store.rows[n].found.includes(word)) : [];
      const texts = left.length > 0 ? textsOf(n) : "";
      if (left.every((word) => texts.includes(word))) {
        view.inTexts.add(n);
      }
    }
    if (mine === searching && n < store.rows.length) {
      setTimeout(step, 0);
    } else if (mine === searching) {
      view.searching = false;
      found();
    }
  };
  step();
}

// drawFilters are the controls above the list, with what there is to choose, and
// the order beside its count.
function drawFilters(place, changed) {
  const counts = countGroups();
  const search = h("input", {
    type: "search", id: "search", placeholder: "Search cases", "aria-label": "search cases by id, name, tag, reason or input", autocomplete: "off", spellcheck: "false",
    "aria-keyshortcuts": "/", oninput: () => { view.words = search.value; searchTexts(changed); changed(); },
  });
  search.value = view.words;
  const deep = h("input", { type: "checkbox", id: "deep", onchange: () => { view.deep = deep.checked; searchTexts(changed); changed(); } });
  deep.checked = view.deep;
  replace(place,
    h("div", { class: "search", role: "search" }, h("span", { class: "field" }, search, h("kbd", { "aria-hidden": "true" }, "/")), store.ask ? null : h("label", { class: "deep" }, deep, " in transcripts too")), // which a feed has none of
    h("div", { class: "chips", role: "group", "aria-label": "status" }, groups.filter(([group]) => counts[group]).map(([group, title]) => chip(group, title, counts[group], changed))),
    h("div", { class: "picks" },
      pick("tag", "tag", valuesOf((row) => row.tags || []), changed),
      pick("agent", "agent", valuesOf((row) => [row.agent]), changed),
      pick("stability", "stability", valuesOf((row) => [row.class || "none"]), changed, (text) => text === "none" ? "not run" : text.replace(/_/g, " ")),
      pick("change", "change", valuesOf((row) => row.change ? [row.change] : []), changed, (text) => text.replace(/_/g, " "))));
  replace(document.getElementById("order"), h("span", { class: "aside" }, "order"), select("order", Object.entries(orders).map(([value, [title]]) => [value, title]), changed));
}

function chip(group, title, count, changed) {
  return h("button", {
    type: "button", class: "chip is-" + group, "aria-pressed": String(view.groups.has(group)),
    onclick: (event) => {
      view.groups.has(group) ? view.groups.delete(group) : view.groups.add(group);
      event.currentTarget.setAttribute("aria-pressed", String(view.groups.has(group)));
      changed();
    },
  }, icon(group), title, h("span", { class: "n" }, count.toLocaleString("en")));
}

// valuesOf are the values that rows have, with their counts, most frequent
// first.
function valuesOf(of) {
  const counts = new Map();
  for (const row of store.rows) {
    for (const value of new Set(row ? of(row) : [])) {
      counts.set(value, (counts.get(value) || 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

// pick is a choice of one value; where all cases have the same, there is
// nothing to choose.
function pick(key, title, values, changed, word = (text) => text) {
  if (values.length === 0 || values.length === 1 && key !== "tag" && !view[key]) {
    return null;
  }
  const most = 500, options = [["", "any " + title], ...values.slice(0, most).map(([value, count]) => [value, clip(word(value), 60) + " (" + count.toLocaleString("en") + ")"])];
  const element = select(key, options, changed);
  if (values.length > most) {
    element.append(h("option", { disabled: true }, "and " + (values.length - most).toLocaleString("en") + " more: search for them"));
  }
  return h("label", null, h("span", { class: "aside" }, title), element);
}

function select(key, options, changed) {
  const element = h("select", { id: "pick-" + key, onchange: () => { view[key] = element.value; changed(); } },
    options.map(([value, title]) => h("option", null, title)));
  [...element.options].forEach((option, i) => { option.value = options[i][0]; });
  element.value = view[key];
  return element;
}
