// live: a page without messages of its own asks its feed for them, again and
// again. FEED?run=R&at=N answers what is newer than state N of run R:
//
//     {"run", "at", "whole", "status": {"state", "file", "lines", "quiet_ms", "again_ms"}, "messages": [...]}
//
// Messages are heads and rows, and a row that comes again is a newer state of its
// case. Where whole is true the run is another, or the page's first, and what was
// known is void. FEED/R/N are the details of row N. A row's number is its own
// while the run goes on; at says where the plan has its case.

const live = { run: "", at: 0, rows: new Map(), status: { state: "waiting" }, asking: false, gone: false, box: null };

// fetched is an answer to a question of the page. A server that is stopped, and
// not gone, would let it wait for ever.
async function fetched(address) {
  const most = 5000, stop = new AbortController(), timer = setTimeout(() => stop.abort(), most);
  try {
    const answer = await fetch(address, { signal: stop.signal });
    if (!answer.ok) {
      throw new Error("the server answered " + answer.status);
    }
    return answer;
  } finally {
    clearTimeout(timer);
  }
}

// follow asks until the page is closed. Changed is told whether the case that is
// shown is newer.
function follow(feed, changed) {
  store.ask = async (n) => {
    const answer = await fetched(feed + "/" + live.run + "/" + store.rows[n].number);
    return answer.json();
  };
  let timer = 0;
  const ask = async () => {
    live.asking = true;
    let again = 2000, news = null;
    try {
      const answer = await fetched(feed + "?run=" + encodeURIComponent(live.run) + "&at=" + live.at);
      news = await answer.json();
      again = news.status.again_ms;
    } catch {
      // nobody answers, or not as surefoot view does
    }
    live.gone = news === null;
    if (news) {
      const before = live.status.state, began = performance.now();
      live.status = news.status;
      if (news.whole || news.messages.length || before !== news.status.state) {
        try {
          changed(arrive(news));
        } catch (fault) {
          reportError(fault); // ours, and no reason to ask no more
        }
        again = Math.max(again, 4 * (performance.now() - began)); // so that there is time for the reader
      }
    }
    drawLive();
    live.asking = false;
    timer = setTimeout(ask, again);
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !live.asking) { // a page in the background is let ask seldom
      clearTimeout(timer);
      ask();
    }
  });
  ask();
}

// arrive takes what is new, and tells whether the case that is shown is.
function arrive(news) {
  let moved = news.whole;
  if (news.whole) {
    live.rows.clear();
    store.head = null;
  }
  live.run = news.run;
  live.at = news.at;
  for (const message of news.messages) {
    if (message.type === "row") {
      const older = live.rows.get(message.n);
      moved ||= !older;
      message.number = message.n;
      message.n = older ? older.n : -1;
      live.rows.set(message.number, message);
      take(message);
    } else {
      take(message);
    }
  }
  if (moved) { // rows stand as the plan has them, wherever the next comes up
    store.rows = [...live.rows.values()].sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1] || a.at[2] - b.at[2] || a.number - b.number);
    store.rows.forEach((row, n) => { row.n = n; });
    store.read.clear();
  }
  const was = view.chosen;
  view.chosen = was ? byKey(was.agent, was.id) || null : null;
  return was !== view.chosen;
}

// liveState is the state that stands for a verdict while there is none.
function liveState() {
  return { running: ["running", "running"], quiet: ["unrun", "not finished"], faulty: ["error", "not readable"], waiting: ["unrun", "not finished"], ended: ["running", "running"] }[live.status.state];
}

// drawLive says how things stand with the report and its server.
function drawLive() {
  const status = live.status, lines = status.lines || [], file = h("code", null, foreign(status.file || "the report"));
  const parts = {
    waiting: () => ["unrun", "Waiting for ", file, lines.length ? ": " + lines[0] : null],
    running: () => ["running", "Following ", file],
    quiet: () => ["unrun", "Following ", file, ": ", lines[0]],
    ended: () => ["", file, " · the run has ended"],
    faulty: () => ["error", h("span", { class: "lines-of" }, lines.map((line) => h("span", null, foreign(line))))],
  }[status.state]();
  const gone = live.gone ? ["error", "surefoot view does not answer. What stands here is what it said last; this page goes on asking."] : null;
  const [state, ...words] = gone || parts, key = JSON.stringify([state, live.gone, status, !store.head], (name, value) => name === "quiet_ms" ? 0 : value);
  if (live.shown !== key) { // said once, and not with every answer
    live.shown = key;
    live.box.hidden = !gone && !store.head && status.state !== "faulty"; // all there is says it then
    live.box.className = "live is-" + (gone || status.state === "faulty" ? "error" : status.state);
    replace(live.box, state ? icon(state) : null, h("span", { role: "status" }, words), h("span", { class: "since", "aria-hidden": "true" }));
  }
  const long = 10000;
  live.box.lastChild.textContent = !gone && status.state === "running" && status.quiet_ms >= long ? "no row for " + span(status.quiet_ms) : "";
}

// keeping draws a part of the page anew, and leaves open what was, and the focus
// and the scroll where they were.
async function keeping(place, draw) {
  const foldsOf = () => [...place.querySelectorAll("details")].map((fold) => [fold, fold.querySelector("summary").textContent]);
  const folds = new Map(foldsOf().map(([fold, title]) => [title, fold.open])), top = place.scrollTop;
  const at = place.contains(document.activeElement) ? document.activeElement : null;
  const again = at && (at.id ? "#" + CSS.escape(at.id) : at.closest(".trials") ? ".trials [aria-selected=true]" : at.matches(".chip") ? "." + [...at.classList].join(".") : null);
  await draw();
  for (const [fold, title] of foldsOf()) {
    if (folds.has(title)) {
      fold.open = folds.get(title);
    }
  }
  if (again && document.activeElement !== at) {
    place.querySelector(again)?.focus({ preventScroll: true });
  }
  place.scrollTop = top;
}
