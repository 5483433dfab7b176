// keys: all that the pointer does, and the address that leads to a case.

function hashOf(row, trial) {
  return "#case=" + encodeURIComponent(row.agent) + "/" + encodeURIComponent(row.id) + (trial ? "&trial=" + encodeURIComponent(trial) : "");
}

// remember puts a case into the address, where the browser lets a page do so:
// some keep it from pages within others, and from those that do it often.
function remember(row, trial) {
  try {
    history.replaceState(null, "", hashOf(row, trial));
  } catch {
    // the link to the case has it
  }
}

// fromHash is the case, and the trial, that the address names; the row is
// undefined where it is not here.
function fromHash() {
  const parts = location.hash.slice(1).split("&").map((part) => part.split(/=(.*)/s));
  const named = parts.find(([key]) => key === "case");
  if (!named || !named[1]) {
    return null;
  }
  const asked = (parts.find(([key]) => key === "trial") || [])[1] || 0, trial = Number(asked) || asked;
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  // In an address of ours both parts are encoded, so that the first slash parts
  // them; one that somebody wrote by hand may have others, or no agent.
  const slashes = [...named[1].matchAll(/\//g), ...named[1].matchAll(/%2F/gi)];
  for (const slash of slashes) {
    const row = byKey(decoded(named[1].slice(0, slash.index)), decoded(named[1].slice(slash.index + slash[0].length)));
    if (row) {
      return { row, trial };
    }
  }
  return { row: byKey(null, decoded(named[1])), trial, name: decoded(named[1]) };
}

// choose opens a case. Without a reason to move, the page stays where it is.
function choose(row, { trial = 0, focus = false, scroll = false, silent = false, astray = null } = {}) {
  view.chosen = row;
  view.trial = trial;
  view.astray = astray;
  if (!silent) {
    remember(row, trial);
  }
  if (list.items.length && !list.items.some((item) => item.row === row)) {
    clearFilters();
  }
  reveal(row);
  drawRows();
  markChosen();
  if (focus) {
    list.box.focus({ preventScroll: true });
  }
  return drawDetail().then(() => {
    if (scroll) {
      (isNarrow() ? detail.box : document.getElementById("work")).scrollIntoView({ block: "start" });
    }
  });
}

// isNarrow tells that the case stands below the list and not beside it.
function isNarrow() {
  return !matchMedia("(min-width: 900px)").matches;
}

// backToList leads from a case below the list to the list.
function backToList() {
  list.box.focus({ preventScroll: true });
  document.querySelector(".side").scrollIntoView({ block: "start" });
}

function chooseTrial(run) {
  view.trial = run;
  view.astray = null;
  remember(view.chosen, run);
  const had = document.activeElement && document.activeElement.closest(".trials");
  return drawDetail().then(() => had && document.querySelector(".trials [aria-selected=true]")?.focus());
}

// step chooses the case so many rows further.
function step(by) {
  const at = view.chosen ? view.list.indexOf(view.chosen) : -1;
  const next = at < 0 ? (by < 0 ? view.list.length - 1 : 0) : Math.min(Math.max(at + by, 0), view.list.length - 1);
  if (view.list[next]) {
    choose(view.list[next], { focus: true });
  }
}

// stepTrial chooses the trial beside the one that is shown.
async function stepTrial(by) {
  if (!view.chosen) {
    return;
  }
  const details = await detailsOf(view.chosen.n), at = details.trials.indexOf(chosenTrial(details)) + by;
  if (details.trials[at]) {
    chooseTrial(details.trials[at].run);
  }
}

function clearFilters() {
  Object.assign(view, { words: "", tag: "", agent: "", stability: "", change: "", deep: false, inTexts: null });
  view.groups.clear();
  drawFilters(document.getElementById("filters"), listChanged);
  listChanged();
}

function listChanged() {
  refine();
  list.box.scrollTop = 0;
  fillList();
}

const keyHelp = [
  ["j / k, ↓ / ↑", "next and previous case"], ["h / l", "previous and next trial"], ["/", "search"], ["Enter", "read the case"], ["Esc", "empty the search; back to the list"],
  ["Home / End", "first and last case"], ["?", "these keys"],
];

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const at = event.target, typing = at.matches("input[type=search], select, textarea"), help = document.getElementById("help");
  if (help.open) {
    return; // it closes by Esc itself
  }
  if (event.key === "Escape") {
    if (at.id === "search" && at.value) {
      at.value = "";
      at.dispatchEvent(new Event("input"));
    } else {
      isNarrow() ? backToList() : list.box.focus({ preventScroll: true });
    }
    event.preventDefault();
    return;
  }
  if (at.id === "search" && (event.key === "ArrowDown" || event.key === "Enter")) {
    step(view.chosen && view.list.includes(view.chosen) ? 0 : 1);
    event.preventDefault();
    return;
  }
  if (typing) {
    return;
  }
  const inList = at === list.box || at === document.body, inTrials = Boolean(at.closest(".trials"));
  const page = Math.max(Math.floor(list.box.clientHeight / rowHeight) - 1, 1);
  const actions = {
    "/": () => document.getElementById("search").focus(), "?": () => help.showModal(),
    j: () => step(1), k: () => step(-1), h: () => stepTrial(-1), l: () => stepTrial(1),
    ...(inList ? { ArrowDown: () => step(1), ArrowUp: () => step(-1), PageDown: () => step(page), PageUp: () => step(-page), Home: () => step(-Infinity), End: () => step(Infinity), ArrowLeft: () => stepTrial(-1), ArrowRight: () => stepTrial(1) } : {}),
    ...(at === list.box ? { Enter: readCase } : {}),
    ...(inTrials ? { ArrowLeft: () => stepTrial(-1), ArrowRight: () => stepTrial(1) } : {}),
  };
  if (Object.hasOwn(actions, event.key)) {
    event.preventDefault();
    actions[event.key]();
  }
}

// readCase goes from the list to what it is about.
function readCase() {
  const title = document.getElementById("case-title");
  if (title) {
    title.focus({ preventScroll: true });
    title.scrollIntoView({ block: "nearest" });
  }
}
