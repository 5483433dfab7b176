// icon: states as shapes, so that colour is never all there is. f fills, l
// draws a line, k cuts a line out of what is filled.

const shapes = {
  passed: [["f", "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z"], ["k", "M4.8 8.3l2.2 2.2 4.3-4.6"]],
  failed: [["f", "M5 1h6l4 4v6l-4 4H5l-4-4V5z"], ["k", "M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2"]],
  known: [["l", "M5.3 1.8h5.4l3.5 3.5v5.4l-3.5 3.5H5.3l-3.5-3.5V5.3z"], ["l", "M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8"]],
  regressed: [["f", "M2.5 1h11A1.5 1.5 0 0 1 15 2.5v11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 1 13.5v-11A1.5 1.5 0 0 1 2.5 1z"], ["k", "M8 3.8v7.4M4.8 8.4L8 11.6l3.2-3.2"]],
  error: [["f", "M8 1.2l7.2 13.3H.8z"], ["k", "M8 6v3.7M8 11.7v.9"]],
  timeout: [["l", "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z"], ["l", "M8 4.5V8l2.5 1.7"]],
  undecided: [["l", "M8 1.5L14.5 8 8 14.5 1.5 8z"], ["l", "M6.3 6.5a1.7 1.7 0 1 1 2.5 1.5c-.6.3-.8.6-.8 1.2M8 11v.5"]],
  unstable: [["l", "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z"], ["f", "M8 1.8v12.4A6.2 6.2 0 0 1 8 1.8z"]],
  quarantined: [["l", "M1.8 1.8h12.4v12.4H1.8z"], ["l", "M6.2 5.2v5.6M9.8 5.2v5.6"]],
  unrun: [["l", "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z", "dash"]],
  skipped: [["l", "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z"], ["l", "M5 8h6"]],
  excused: [["l", "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z"], ["l", "M5.5 10.5l5-5"]],
  running: [["l", "M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z", "dash"], ["f", "M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"]],
};

// signs stand for things that are no states.
const signs = {
  parting: [["l", "M8 15V9M8 9C8 6 4 6.5 4 2M8 9c0-3 4-2.5 4-7M1.8 4L4 1.8 6.2 4M9.8 4L12 1.8 14.2 4"]],
  tool: [["l", "M10.2 2.2a3.8 3.8 0 0 0-4.9 4.9L1.8 10.6a1.9 1.9 0 0 0 2.7 2.7l3.5-3.5a3.8 3.8 0 0 0 4.9-4.9L10.7 7 8.9 5.2z"]],
};

// sign is drawn beside words that say what it stands for.
function sign(name) {
  return s("svg", { class: "icon sign", viewBox: "0 0 16 16", focusable: "false", "aria-hidden": "true" }, signs[name].map(([kind, d]) => s("path", { class: kind, d })));
}

// icon is a state's shape; it is named where the words do not stand beside it.
function icon(state, name) {
  const parts = (shapes[state] || shapes.unrun).map(([kind, d, more]) => s("path", { class: more ? kind + " " + more : kind, d }));
  const attributes = { class: "icon is-" + state, viewBox: "0 0 16 16", focusable: "false" };
  return name ? s("svg", { ...attributes, role: "img", "aria-label": name }, parts) : s("svg", { ...attributes, "aria-hidden": "true" }, parts);
}

// trialStates are what the letters of a row's strip stand for.
const trialStates = {
  p: ["passed", "passed"], f: ["failed", "failed"], e: ["error", "error"], t: ["timeout", "timeout"],
  s: ["unrun", "skipped"], d: ["skipped", "not needed"], x: ["excused", "took itself out"], ".": ["unrun", "still to come"],
};

function stateOfTrial(letter) {
  return trialStates[letter] || ["unrun", "unknown"];
}

// groups are what cases count as, those to look at first. The words head the
// list, and follow a count; what they mean is decided before the page is written.
const groups = [
  ["regressed", "Regressed", "regressed"], ["failed", "Failed", "failed"], ["known", "Failed before too", "failed before too"], ["error", "Errors", "broke"], ["running", "Running", "running"],
  ["undecided", "Undecided", "undecided"], ["unstable", "Unstable, and let pass", "unstable"], ["quarantined", "Quarantined", "quarantined"], ["unrun", "Not run", "not run"],
  ["skipped", "Skipped", "skipped"], ["passed", "Passed", "passed"],
];
const rankOf = Object.fromEntries(groups.map(([group], at) => [group, at]));
