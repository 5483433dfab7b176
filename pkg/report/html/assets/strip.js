// strip: all cases at one look, one cell a case, in the plan's order. All cells
// of a kind are one path, so that thousands of them are drawn at once; what the
// pointer is on follows from where it is.

const strip = { box: null, cell: 0, columns: 0, marker: null, chosen: null };

// sizes are the edge of a cell and the gap beside it, by how many cells there are.
function sizeOf(count) {
  return count <= 120 ? [20, 5] : count <= 600 ? [13, 3] : count <= 2500 ? [9, 2] : [6, 1];
}

function drawStrip(place) {
  const rows = store.rows, style = getComputedStyle(place);
  const width = Math.max(place.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight), 200);
  const [edge, gap] = sizeOf(rows.length);
  strip.cell = edge + gap;
  strip.columns = Math.max(Math.floor((width - 4 + gap) / strip.cell), 1);
  const height = Math.ceil(rows.length / strip.columns) * strip.cell;
  const paths = {}, changed = [];
  rows.forEach((row, n) => {
    if (!row) {
      return;
    }
    const x = (n % strip.columns) * strip.cell, y = Math.floor(n / strip.columns) * strip.cell;
    (paths[row.group] ||= []).push(cellPath(row.group, x, y, edge));
    if (isChanged(row)) {
      changed.push("M" + (x + edge) + " " + y + "h" + -edge / 2 + "l" + edge / 2 + " " + edge / 2 + "z");
    }
  });
  strip.marker = s("rect", { class: "marker", width: edge + 4, height: edge + 4, rx: 3, x: -100, y: -100 });
  strip.chosen = s("rect", { class: "marker chosen", width: edge + 4, height: edge + 4, rx: 3, x: -100, y: -100 });
  const drawing = s("svg", { class: "cells", width, height: height + 4, viewBox: "-2 -2 " + width + " " + (height + 4), role: "img", "aria-label": stripLabel() },
    Object.entries(paths).map(([group, list]) => s("path", { class: "cell is-" + group, d: list.join("") })),
    s("path", { class: "changed", d: changed.join("") }), strip.chosen, strip.marker);
  drawing.addEventListener("pointermove", (event) => hover(event));
  drawing.addEventListener("pointerleave", () => hover(null));
  drawing.addEventListener("click", (event) => {
    const row = rowAt(event);
    if (row) {
      choose(row, { scroll: true });
    }
  });
  strip.box = h("p", { class: "tip", "aria-hidden": "true" });
  const all = Math.max(store.head ? store.head.cases : 0, rows.length);
  replace(place, h("h2", null, all > rows.length ? rows.length.toLocaleString("en") + " of " + plural(all, "case") : plural(all, "case")), legend(), drawing, strip.box);
  markChosen();
}

// cellPath is the shape of a cell: what passed is a plain square, and whatever
// did not differs from it by its form too.
function cellPath(group, x, y, e) {
  const q = e / 4, square = "M" + x + " " + y + "h" + e + "v" + e + "h" + -e + "z";
  const small = 8; // than which a cut would not be seen: what passed is smaller there
  if (e < small && (group === "failed" || group === "regressed" || group === "passed")) {
    return group === "passed" ? "M" + (x + 1) + " " + (y + 1) + "h" + (e - 2) + "v" + (e - 2) + "h" + -(e - 2) + "z" : square;
  }
  switch (group) {
    case "failed": case "regressed": { // cut through
      const part = e * 0.78;
      return "M" + x + " " + y + "h" + part + "l" + -part + " " + part + "zM" + (x + e) + " " + (y + e) + "h" + -part + "l" + part + " " + -part + "z";
    }
    case "known": // a frame
      return square + "M" + (x + q) + " " + (y + q) + "v" + 2 * q + "h" + 2 * q + "v" + -2 * q + "z";
    case "error": // a triangle
      return "M" + (x + e / 2) + " " + y + "l" + e / 2 + " " + e + "h" + -e + "z";
    case "running": // the lower half of a square
      return "M" + x + " " + (y + 2 * q) + "h" + e + "v" + 2 * q + "h" + -e + "z";
    case "undecided": // a diamond
      return "M" + (x + e / 2) + " " + y + "l" + e / 2 + " " + e / 2 + "l" + -e / 2 + " " + e / 2 + "l" + -e / 2 + " " + -e / 2 + "z";
    case "unstable": // half a square
      return "M" + x + " " + (y + e) + "v" + -e + "h" + e + "z";
    case "quarantined": // two bars
      return "M" + x + " " + y + "h" + e * 0.35 + "v" + e + "h" + -e * 0.35 + "zM" + (x + e * 0.65) + " " + y + "h" + e * 0.35 + "v" + e + "h" + -e * 0.35 + "z";
    case "unrun": case "skipped": // a dot
      return "M" + (x + q * 1.3) + " " + (y + q * 1.3) + "h" + q * 1.4 + "v" + q * 1.4 + "h" + -q * 1.4 + "z";
    default:
      return square;
  }
}

function isChanged(row) {
  return row.change === "regressed" || row.change === "improved" || row.change === "suspect" || row.change === "new";
}

function stripLabel() {
  const counts = countGroups();
  return plural(store.rows.length, "case") + ": " + groups.filter(([group]) => counts[group]).map(([group, , counted]) => counts[group] + " " + counted).join(", ");
}

function countGroups() {
  const counts = {};
  for (const row of store.rows) {
    if (row) {
      counts[row.group] = (counts[row.group] || 0) + 1;
    }
  }
  return counts;
}

// legend names the shapes that there are.
function legend() {
  const counts = countGroups(), edge = 12;
  const key = (group, title) => h("li", null, s("svg", { class: "cells key", viewBox: "0 0 12 12", "aria-hidden": "true" },
    s("path", { class: "cell is-" + group, d: cellPath(group, 0, 0, edge) }), group === "regressed" ? s("path", { class: "changed", d: "M12 0h-6l6 6z" }) : null), counts[group].toLocaleString("en") + " " + title);
  const changed = store.rows.some((row) => row && isChanged(row));
  return h("ul", { class: "legend" }, groups.filter(([group]) => counts[group]).map(([group, , counted]) => key(group, counted)),
    changed ? h("li", null, s("svg", { class: "cells key", viewBox: "0 0 12 12", "aria-hidden": "true" }, s("path", { class: "cell is-skippedkey", d: "M0 0h12v12h-12z" }), s("path", { class: "changed", d: "M12 0h-6l6 6z" })), "changed since the baseline") : null);
}

function rowAt(event) {
  const box = event.currentTarget.getBoundingClientRect();
  const column = Math.floor((event.clientX - box.left - 2) / strip.cell), line = Math.floor((event.clientY - box.top - 2) / strip.cell);
  return column >= 0 && column < strip.columns && line >= 0 ? store.rows[line * strip.columns + column] : undefined;
}

function hover(event) {
  const row = event && rowAt(event);
  strip.box.classList.toggle("on", Boolean(row));
  enclose(strip.marker, row ? row.n : -1);
  if (row) {
    replace(strip.box, icon(row.group), h("strong", null, foreign(row.id)), h("span", null, [row.word, row.score, row.before].filter(Boolean).join(" · ")));
  }
}

// enclose puts a frame around a case's cell.
function enclose(frame, n) {
  if (frame) {
    frame.setAttribute("x", n < 0 ? -100 : (n % strip.columns) * strip.cell - 2);
    frame.setAttribute("y", n < 0 ? -100 : Math.floor(n / strip.columns) * strip.cell - 2);
  }
}

function markChosen() {
  enclose(strip.chosen, view.chosen ? view.chosen.n : -1);
}
