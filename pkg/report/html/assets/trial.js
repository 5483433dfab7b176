// trial: one attempt at a case.

function drawTrial(trial, details) {
  const first = details.trials[0];
  if (trial.input_as === "first") {
    trial.input = first.input;
  }
  const began = trial.status !== "skipped" || Boolean(trial.turns); // why one did not is said of its case, or beside it
  const failing = trial.status !== "passed" && trial.status !== "skipped";
  return [
    trial.error ? h("div", { class: "fault" }, icon(trial.status === "timeout" ? "timeout" : "error", trial.status), h("div", null, trial.error_at ? h("code", null, foreign(trial.error_at)) : null, block(trial.error))) : null,
    !trial.error && trial.reason && !(trial.checks || []).length && (began || details.trials.length > 1) ? h("p", { class: "because" }, foreign(trial.reason)) : null,
    trial.refusal ? h("p", { class: "note" }, "The model declined: ", foreign(trial.refusal)) : null,
    trial.truncated ? h("p", { class: "note" }, "The answer was cut (", foreign(trial.truncated), "), which the case allows.") : null,
    (trial.notes || []).map((note) => h("p", { class: "note" }, foreign(note))),
    began ? section("checks", "Checks", checkList(trial)) : null,
    failing ? otherAnswer(trial, details) : null,
    began ? section("transcript", "Transcript", drawTranscript(trial, details.parting)) : null,
    trial.logs ? section("logs", "Logs", block(trial.logs.join("\n"), { class: "text logs" })) : null,
    section("figures-of", "What it took", figuresOf(trial)),
  ];
}

function section(name, title, content) {
  return content ? h("section", { class: "part " + name, "aria-label": title }, h("h4", null, title), content) : null;
}

function checkList(trial) {
  if (trial.unchecked) {
    return h("p", { class: "note" }, "Nothing is asserted, so any answer will do.");
  }
  return trial.checks && trial.checks.length ? drawChecks(trial.checks, trial) : null;
}

// otherAnswer offers the answer of a trial that passed beside this one's.
function otherAnswer(trial, details) {
  const other = details.trials.find((t) => t.status === "passed" && t.output !== undefined);
  if (!other || trial.output === undefined || trial.output === null) {
    return null;
  }
  const want = textOf(other.output), got = textOf(trial.output);
  if (want === got || !canDiffer(want, got)) {
    return null;
  }
  const fold = h("details", { class: "beside" }, h("summary", null, "Its answer beside that of trial " + other.run + ", which passed"));
  fold.addEventListener("toggle", () => {
    if (fold.open && fold.children.length === 1) {
      fold.append(h("p", { class: "key" }, h("span", { class: "gone" }, "− trial " + other.run + ", passed"), " ", h("span", { class: "come" }, "+ trial " + trial.run + ", " + trial.status)), difference(want, got));
    }
  });
  return fold;
}

function figuresOf(trial) {
  const list = [];
  const say = (title, text) => list.push([title, text]);
  if (trial.status !== "skipped") {
    say("duration", span(trial.duration_ms) + (trial.waited_ms ? ", of which " + span(trial.waited_ms) + " waiting" + (trial.queued_ms ? " (" + span(trial.queued_ms) + " for limits)" : "") : ""));
  }
  if (trial.replayed) {
    say("replayed", "from a cassette" + (trial.recorded_ms ? "; " + span(trial.recorded_ms) + " when it was recorded" : ""));
  }
  for (const [role, usage] of Object.entries(trial.usage || {})) {
    say(role, [tokensOf(usage), "cost " + dollars(usage.cost_usd), plural(usage.calls, "call") + (usage.attempts > usage.calls ? " in " + plural(usage.attempts, "attempt") : "")].join(" · "));
  }
  if (trial.model || trial.connector) {
    say(trial.model ? "model" : "connector", trial.model ? trial.model + (trial.connector ? " (connector " + trial.connector + ")" : "") : trial.connector);
  }
  for (const attempt of trial.attempts || []) {
    say("attempt " + attempt.attempt, (attempt.role && attempt.role !== "agent" ? attempt.role + ": " : "") + (attempt.status ? attempt.status + " " : "") + attempt.error + ", " + span(attempt.duration_ms) + ", then waited " + span(attempt.waited_ms));
  }
  return list.length ? h("dl", { class: "took" }, list.map(([title, text]) => [h("dt", null, foreign(title)), h("dd", null, foreign(text))])) : null;
}

function tokensOf(usage) {
  if ([usage.total_tokens, usage.prompt_tokens, usage.completion_tokens].every((n) => n === null)) {
    return "tokens unknown";
  }
  return countOf(usage.total_tokens) + " tokens (" + countOf(usage.prompt_tokens) + " in" + (usage.cache_read_tokens ? ", " + countOf(usage.cache_read_tokens) + " of them cached" : "") + ", " + countOf(usage.completion_tokens) + " out)";
}
