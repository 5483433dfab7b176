// overview: what stands first. The verdict and its reasons, what the gate asked
// for and found, the figures, what changed since the baseline.

function drawOverview(place) {
  const head = store.head;
  if (!head) {
    replace(place, live.status.state === "faulty" ? null : h("div", { class: "loading await" }, icon("running"), h("h1", null, "Waiting for ", live.status.file ? foreign(live.status.file) : "the run"),
      h("p", null, [...(live.status.lines || []), "cases come up here as their trials end"].join("; "))));
    document.title = (live.status.file ? live.status.file + ": " : "") + (live.status.state === "faulty" ? "not readable" : "waiting");
    return;
  }
  replace(place,
    verdictBand(head),
    h("div", { class: "first" + (head.gate.length <= 2 ? " short" : "") }, gateTable(head), figureTiles(head)),
    againstCard(head), workList(wrong(head)));
  document.title = [head.subject, head.verdict || (store.ask ? liveState()[1] : "unfinished")].filter(Boolean).join(": ");
}

const verdictIcons = { passed: "passed", failed: "failed", inconclusive: "undecided", "": "running" };

function verdictBand(head) {
  const [state, word] = head.verdict ? [verdictIcons[head.verdict] || "undecided", head.verdict] : store.ask ? liveState() : ["running", "unfinished"];
  return h("header", { class: "verdict is-" + (head.verdict || state) },
    icon(state),
    h("div", null,
      h("h1", null, head.subject ? [foreign(head.subject), " "] : null, h("strong", null, word)),
      head.why && head.why !== word ? h("p", { class: "why" }, foreign(head.why)) : null,
      head.trials && head.trials.of > 0 ? h("progress", { value: head.trials.ended, max: head.trials.of, "aria-label": head.why }) : null,
      head.verdict === "inconclusive" ? h("p", { class: "soft" }, "Nothing was decided: this is neither a pass nor a failure.") : null,
      head.verdict === "" && !store.ask ? h("p", { class: "soft" }, "The run did not end, so nothing was decided.") : null,
      notesList(head)),
    facts(head));
}

// facts are folded away: nobody decides by them.
function facts(head) {
  return h("details", { class: "facts" }, h("summary", null, "about this run"),
    h("div", { class: "box" }, h("dl", null, head.facts.map(([title, text]) => [h("dt", null, title), h("dd", null, foreign(text))])),
      workList((head.work || []).filter((work) => !wrong(head).includes(work)))));
}

function gateTable(head) {
  if (!head.gate.length) {
    return null;
  }
  const said = head.why || "";
  return h("section", { class: "gate", "aria-label": "gate" }, h("h2", null, "Gate"),
    h("table", null,
      h("thead", null, h("tr", null, ["condition", "required", "actual"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", null, head.gate.map((c) => [
        h("tr", { class: "is-" + c.verdict },
          h("th", { scope: "row" }, icon(verdictIcons[c.verdict] || "undecided", c.verdict), h("code", null, c.name)),
          h("td", null, foreign(c.required || unknown)), h("td", null, h("strong", null, foreign(c.actual || unknown)))),
        c.reason && c.verdict !== "passed" && !said.includes(c.reason) ? h("tr", { class: "reason" }, h("td", { colspan: "3" }, foreign(c.reason))) : null,
      ]))));
}

function figureTiles(head) {
  return h("section", { class: "figures", "aria-label": "figures" }, h("h2", { class: "aside" }, "Figures"),
    h("dl", null, head.figures.map((figure) => h("div", { class: figure.text === unknown ? "is-unknown" : null },
      h("dt", null, figure.name), h("dd", null, h("strong", null, figure.text),
        figure.rate ? ruler(figure.rate.at, figure.rate.within, figure.rate.base, "pass rate " + figure.text + ", " + (figure.more || []).join(", ")) : null,
        (figure.more || []).map((more) => h("span", { class: "more" }, foreign(more))))))));
}

// againstCard is what became of the cases since the baseline.
function againstCard(head) {
  const against = head.against;
  if (!against) {
    return null;
  }
  if (!against.name) {
    return h("p", { class: "against" }, "There is no baseline yet, so every case is new.");
  }
  return h("section", { class: "against", "aria-label": "against the baseline" },
    h("h2", null, "Against ", h("code", null, foreign(against.name))),
    h("ul", { class: "changes" }, against.counts.length ? against.counts.map((count) => h("li", null, count)) : h("li", null, "no case to compare")),
    against.figures.length ? h("p", { class: "soft" }, "Over " + plural(against.paired, "case") + " that ran on both sides: " + against.figures.join(" · ")) : null,
    (against.notes || []).map((note) => h("p", { class: "note" }, foreign(note))));
}

function notesList(head) {
  return head.notes ? h("ul", { class: "notes" }, head.notes.map((note) => h("li", null, icon("error"), foreign(note)))) : null;
}

// wrong is what the run did besides its trials and what must be seen of it.
function wrong(head) {
  return (head.work || []).filter((work) => work.status !== "passed" || work.notes);
}

// workList is what the run did besides its trials; what went wrong is open.
function workList(list) {
  return list.length === 0 ? null : h("section", { class: "work", "aria-label": "around the trials" }, list.map((work) => h("details", { open: work.status !== "passed" },
    h("summary", null, icon(work.status === "skipped" ? "skipped" : work.status, work.status), h("span", { class: "what" }, foreign(work.title)),
      h("span", { class: "soft" }, foreign(work.agent), " · " + span(work.duration_ms) + (work.tokens ? " · " + work.tokens : "") + (work.attempts ? " · " + plural(work.attempts, "request") + " repeated" : ""))),
    work.error ? h("p", { class: "fault" }, work.error_at ? h("code", null, foreign(work.error_at)) : null, " ", foreign(work.error)) : null,
    (work.notes || []).map((note) => h("p", { class: "note" }, foreign(note))),
    work.logs ? block(work.logs.join("\n")) : null)));
}
