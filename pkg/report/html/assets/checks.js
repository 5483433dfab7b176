// checks: what was asserted, what was wanted and what was found.

// drawChecks shows the checks of a trial, those that do not hold open.
function drawChecks(checks, trial) {
  return h("div", { class: "checks" }, checks.map((check) => drawCheck(check, trial)));
}

function drawCheck(check, trial) {
  const most = 160, holds = check.status === "passed", actual = check.actual_as ? trial.output : check.actual;
  return h("details", { class: "check is-" + check.status, open: !holds },
    h("summary", null, icon(check.status, check.status),
      h("span", { class: "what" }, h("code", null, check.negate ? "not " : null, foreign(check.type), check.path ? [" ", foreign(clip(check.path, 200))] : null), " ", check.message ? foreign(clip(check.message, most), { class: repeats(check, actual) ? "told" : null }) : null),
      check.score !== undefined && check.score !== null ? h("span", { class: "badge" }, "score " + Math.round(check.score * 1000) / 1000) : null,
      h("span", { class: "soft place" }, foreign(check.assertion), check.at ? [" · ", foreign(check.at)] : null)),
    check.message && check.message.length > most && !repeats(check, actual) ? block(check.message) : null,
    check.reason ? h("p", { class: "because" }, h("span", { class: "label" }, check.type === "agent" || check.type === "similar" ? "the judge's reason" : "reason"), check.reason.length > 1000 ? block(check.reason) : foreign(check.reason)) : null,
    contrast(check, actual, holds),
    check.checks ? drawChecks(check.checks, trial) : null);
}

// repeats tells that a message says no more than the two sides below it, which
// stand there once the check is open. What it adds stands in parentheses at its
// end; and where the sides look alike, it alone tells them apart.
function repeats(check, actual) {
  return /^want [^]*[^)]$/.test(check.message) && ["contains", "not_contains", "regex", "equals", "json_path", "similar", "expected"].includes(check.type) &&
    [check.expected, actual].every((side) => side !== undefined && side !== null) && (!comparing.has(check.type) || look(check.expected) !== look(actual));
}

// look is how a value looks, at a glance.
function look(value) {
  return visible(textOf(value)).normalize("NFKC").replace(/\s+/g, " ").trim();
}

// comparing are the checks whose two sides are of one kind, so that their
// difference says something.
const comparing = new Set(["equals", "expected", "json_path", "similar", "file", "tool_result", "tools_exactly", "tools_in_order", "tool_called", "error"]);

// contrast shows both sides: as a difference where they are alike enough.
function contrast(check, actual, holds) {
  const wanted = check.expected !== undefined && check.expected !== null, found = actual !== undefined && actual !== null;
  if (!wanted && !found) {
    return null;
  }
  const json = wanted && found && !isText(check.expected) && !isText(actual); // the order of its members says nothing
  const want = json ? indented(check.expected.json, true) : textOf(check.expected), got = json ? indented(actual.json, true) : textOf(actual);
  const kinds = wanted && found && comparing.has(check.type) && !check.cut && kindOf(check.expected) !== kindOf(actual);
  const apart = !holds && !check.negate && comparing.has(check.type) && wanted && found && !kinds && !check.cut && look(check.expected) === look(actual) ? whereApart(want, got) : "";
  if (!holds && !check.negate && wanted && found && want !== got && !check.cut && comparing.has(check.type) && isText(check.expected) === isText(actual) && canDiffer(want, got) &&
    (want.includes("\n") || got.includes("\n") || want.length > 12 && got.length > 12)) {
    return h("div", { class: "sides" }, h("p", { class: "key" }, h("span", { class: "gone" }, "− expected"), " ", h("span", { class: "come" }, "+ actual")), difference(want, got, json), apart ? h("p", { class: "note" }, apart) : null);
  }
  return h("div", { class: "sides two" },
    wanted ? h("div", null, h("span", { class: "label" }, sideName(check), kinds ? ", " + kindOf(check.expected) : null), valueBlock(check.expected)) : null,
    h("div", null, h("span", { class: "label" }, "actual", kinds ? ", " + kindOf(actual) : null), found ? marked(check, actual, got) : h("p", { class: "soft" }, nothing)),
    check.cut ? h("p", { class: "note" }, "The report holds no more than the beginning of what was found, so that its difference is not shown.") : null,
    apart ? h("p", { class: "note" }, apart) : null);
}

// whereApart says where two texts differ that look alike.
function whereApart(want, got) {
  const [a, b] = [[...want], [...got]], at = a.findIndex((char, i) => char !== b[i]), from = at < 0 ? a.length : at;
  const name = (char) => char === undefined ? "the end" : "U+" + char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return want === got ? "" : "They look alike. Character " + (from + 1).toLocaleString("en") + " is " + name(a[from]) + " where it was expected, and " + name(b[from]) + " in what was found.";
}

function sideName(check) {
  const negated = check.negate || check.type.startsWith("not_") || check.type === "tool_not_called";
  return { contains: "expected to hold", regex: "expected to match", similar: "expected to be like", schema: "expected to fit", agent: "criteria" }[check.type] || (negated ? "expected not" : "expected");
}

// marked shows what must not be there where it is.
function marked(check, actual, got) {
  const most = 20000;
  if (!(check.type === "not_contains" || check.type === "contains" && check.negate) || !isText(check.expected) || check.expected === "" || got.length > most) {
    return valueBlock(actual);
  }
  const parts = [], low = got.toLowerCase(), word = check.expected.toLowerCase();
  let from = 0;
  for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, from)) {
    parts.push(got.slice(from, at), h("mark", null, got.slice(at, at + word.length)));
    from = at + word.length;
  }
  return parts.length && low.length === got.length ? h("div", { class: "text" }, parts, got.slice(from)) : valueBlock(actual);
}
