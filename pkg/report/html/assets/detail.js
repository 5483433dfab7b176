// detail: one case, beside the list or below it.

const detail = { box: null, asked: 0 };

// drawDetail shows the chosen case.
async function drawDetail() {
  const box = detail.box, row = view.chosen, mine = ++detail.asked;
  if (!row) {
    replace(box, astray(), h("p", { class: "empty" }, store.rows.length ? "Choose a case to see its trials." : ""));
    return;
  }
  let details;
  try {
    details = await detailsOf(row.n);
  } catch (fault) {
    replace(box, astray(), brokenCase(row, "read: " + fault.message));
    return;
  }
  if (mine !== detail.asked) {
    return; // another was chosen meanwhile
  }
  try {
    drawCase(row, details);
  } catch (fault) { // no case may stand under the name of another
    replace(box, astray(), brokenCase(row, "shown here: " + fault.message + ". surefoot extract writes it from the .jsonl report."));
  }
  box.scrollTop = 0;
}

function brokenCase(row, why) {
  return h("div", { class: "fault" }, h("div", null, "The case ", foreign(clip(row.id, 200)), " cannot be " + why));
}

function drawCase(row, details) {
  const trial = chosenTrial(details), strip = trials(details, trial);
  const missing = view.trial && (!trial || trial.run !== view.trial) ? h("p", { class: "note" }, "The address names trial ", foreign(clip(String(view.trial), 40)), ", which this case does not have" + soFar() + ".") : null;
  replace(detail.box, astray(), caseHead(row, details), missing, lines(row, details), caseFigures(details), strip, trial ? h("div", { class: "trial", id: "trial", role: "tabpanel", "aria-label": "trial " + trial.run }, drawTrial(trial, details)) : null, commands(details));
  const among = strip && strip.querySelector(".many"), chosen = among && among.querySelector("[aria-selected=true]");
  if (chosen) { // which may be out of sight in a strip that scrolls
    among.scrollTop = chosen.getBoundingClientRect().top - among.getBoundingClientRect().top - (among.clientHeight - chosen.offsetHeight) / 2;
  }
}

// astray says that the address names a case that is not here, since what is
// shown instead would be taken for it.
function astray() {
  return view.astray === null ? null : h("p", { class: "note astray" }, "The address names the case ", foreign(clip(view.astray, 200)), store.rows.some((row) => row && row.id === view.astray) ? ", which several agents have." : ", which is not in this report" + soFar() + ".");
}

function soFar() {
  return store.ask && live.status.state === "running" ? " so far" : "";
}

// chosenTrial is the one that was asked for, else the first that did not pass.
function chosenTrial(details) {
  const asked = details.trials.find((trial) => trial.run === view.trial);
  const bad = ["failed", "error", "timeout"];
  return asked || details.trials.find((trial) => trial.status === details.case.status && bad.includes(trial.status)) || details.trials.find((trial) => bad.includes(trial.status)) || details.trials[0];
}

function caseHead(row, details) {
  const c = details.case;
  return h("header", { class: "case is-" + row.group },
    h("button", { type: "button", class: "back", onclick: backToList }, "↑ all cases"),
    icon(row.group),
    h("div", null,
      h("h3", { tabindex: "-1", id: "case-title", class: row.id.length > 80 ? "long" : null }, foreign(row.id)),
      row.name ? h("p", { class: "name" }, foreign(row.name)) : null,
      h("p", { class: "summary" },
        h("strong", { class: "word" }, row.word),
        row.score ? h("span", null, row.score + " passed") : null,
        row.before ? h("span", { class: "soft" }, "(", foreign(row.before), ")") : null,
        row.class && c.planned > 1 ? h("span", { class: "badge" }, row.class.replace(/_/g, " ")) : null,
        changeMark(row.change && row.change !== "unchanged" && row.group !== "regressed" ? row.change : ""),
        (row.tags || []).map((tag) => h("span", { class: "tag" }, foreign(tag)))),
      h("p", { class: "soft where" }, foreign(row.agent), row.place ? [" · ", h("code", null, foreign(row.place))] : null, " · ", h("a", { href: hashOf(row, 0), class: "permalink" }, "link to this case"), " ", copier(() => location.href.split("#")[0] + hashOf(row, view.trial), "copy the link"))));
}

// lines are what is known of the case beyond its trials.
function lines(row, details) {
  const list = (details.lines || []).map((line) => h("div", { class: "line" + (line.label === "where they part" ? " parting" : "") },
    h("dt", null, foreign(line.label)), h("dd", null, foreign(line.text),
      line.label === "history" && details.case.pass_rates && details.case.pass_rates.length > 1 ? sparkline(details.case.pass_rates, "pass rates of the last " + details.case.pass_rates.length + " runs") : null)));
  if (row.group === "skipped" || row.group === "unrun") {
    list.unshift(h("div", { class: "line" }, h("dt", null, "why"), h("dd", null, foreign(row.reason || unknown))));
  }
  return list.length ? h("dl", { class: "lines" }, list) : null;
}

function caseFigures(details) {
  const c = details.case;
  if (c.planned < 2 || c.runs === 0) {
    return null;
  }
  const figures = [
    ["pass rate", percent(c.pass_rate), c.pass_rate === null || c.pass_rate === undefined ? null : ruler(c.pass_rate, c.pass_rate_interval, c.base_rate, "pass rate " + percent(c.pass_rate)),
      c.pass_rate_interval ? "95 % [" + Math.floor(c.pass_rate_interval[0] * 10 + 1e-6) / 10 + ", " + Math.min(100, Math.ceil(c.pass_rate_interval[1] * 10 - 1e-6) / 10) + "]" : "its interval is unknown while trials are missing"],
    ["answers alike", percent(c.agreement)],
    ["mean time", span(c.avg_duration_ms), null, c.p95_duration_ms === undefined ? null : "p95 " + span(c.p95_duration_ms)],
  ];
  if (c.scored_pass_rate !== undefined && c.errors > 0) {
    figures.push(["without errors", percent(c.scored_pass_rate)]);
  }
  if (details.spent) {
    figures.push(["tokens", details.spent.tokens || unknown, null, details.spent.tokens_by], ["cost", details.spent.cost || unknown, null, details.spent.cost_by]);
  }
  return h("dl", { class: "figures small" }, figures.map(([title, text, drawing, more]) => h("div", { class: text === unknown ? "is-unknown" : null }, h("dt", null, title), h("dd", null, h("strong", null, text), drawing || null, more ? h("span", { class: "more" }, more) : null))));
}

// trials is the strip of them, to choose from.
function trials(details, chosen) {
  if (details.trials.length < 2) {
    return null;
  }
  const many = details.trials.length > 24; // of which only the shapes are shown
  return h("div", { class: "strip-of" }, h("div", { class: "trials" + (many ? " many" : ""), role: "tablist", "aria-label": "trials" }, details.trials.map((trial) => {
    const state = trial.status === "skipped" ? (trial.stopped === "excused" ? "excused" : trial.stopped === "decided" || trial.stopped === "settled" ? "skipped" : "unrun") : trial.status;
    const name = "trial " + trial.run + ", " + trial.status;
    return h("button", {
      type: "button", role: "tab", class: "is-" + state, "aria-selected": String(trial === chosen), "aria-controls": "trial", tabindex: trial === chosen ? "0" : "-1",
      "aria-label": name, title: name + (trial.status === "skipped" ? "" : ", " + span(trial.duration_ms)), onclick: () => chooseTrial(trial.run),
    }, icon(state), many ? null : h("span", null, trial.run));
  })), many ? h("p", { class: "soft" }, "trial " + chosen.run + " of " + details.trials.length + ": " + chosen.status) : null);
}

function commands(details) {
  const ways = details.again ? (store.head && store.head.ways) || [] : [];
  if (ways.length === 0) {
    return null;
  }
  return h("section", { class: "part again", "aria-label": "run it again" }, h("h4", null, "Run it again"),
    ways.map((way) => ({ title: way.title, line: way.before + details.again })).map((command) => h("div", { class: "command" }, h("span", { class: "label" }, foreign(command.title)), h("code", null, command.line.split(" ").map((word, i) => [i ? " " : null, h("span", { class: "word" }, word)])), copier(() => command.line, "copy the command for " + command.title))));
}
