// transcript: what was said and done in a trial, turn by turn.

// drawTranscript shows the turns. Where the case's trials part is marked in the
// turn it happened in.
function drawTranscript(trial, parting) {
  if (!trial.turns || !trial.turns.length) {
    const said = [trial.input !== undefined ? bubble("user", "input", inputOf(trial.input)) : null, (trial.tool_calls || []).map((call) => toolCall(call, false)),
      trial.output !== undefined && trial.output !== null ? bubble("agent", "output", valueBlock(trial.output)) : null];
    return said.flat().some(Boolean) ? h("div", { class: "turns" }, h("div", { class: "turn" }, said)) : h("p", { class: "soft" }, "Nothing was said.");
  }
  return [h("ol", { class: "turns" }, trial.turns.map((turn) => drawTurn(turn, trial, parting))),
    trial.tool_calls ? h("div", { class: "turn" }, h("span", { class: "label" }, "called besides, in a turn that does not say it"), trial.tool_calls.map((call) => toolCall(call, false))) : null];
}

function drawTurn(turn, trial, parting) {
  const here = parting && parting.turn === turn.turn;
  const input = turn.input_as ? trial.input : turn.input, output = turn.output_as ? trial.output : turn.output;
  return h("li", { class: "turn" + (here ? " here" : ""), id: "turn-" + turn.turn },
    h("div", { class: "when" }, h("span", null, ["Turn " + turn.turn, turn.duration_ms ? span(turn.duration_ms) : ""].filter(Boolean).join(" · ")),
      here ? h("span", { class: "parts", title: parting.sentence }, [sign("parting"), "trials part here"]) : null),
    input !== undefined ? bubble("user", "input", inputOf(input)) : null,
    turn.reasoning ? h("details", { class: "aside-step" }, h("summary", null, "reasoning"), block(turn.reasoning)) : null,
    (turn.tool_calls || []).map((call) => toolCall(call, here && parting.kind === "tool_call" && (parting.name === call.name || parting.name.startsWith(call.name + "(")))),
    turn.trace ? drawTrace(turn.trace) : null,
    (turn.sent || []).map(sentMessage),
    turn.content ? bubble("agent", "answer", block(turn.content)) : null,
    turn.next !== undefined && turn.next !== null ? h("details", { class: "aside-step" }, h("summary", null, "Next hook gave back"), valueBlock(turn.next)) : null,
    output !== undefined && output !== null ? bubble("agent", "output", valueBlock(output)) : null,
    (turn.checkpoints || []).map((name) => h("p", { class: "checkpoint" }, icon("passed"), "reached ", h("code", null, foreign(name)))));
}

function bubble(who, label, content) {
  return h("div", { class: "said by-" + who }, h("span", { class: "label" }, label), content);
}

// inputOf shows what went in: plain messages by who said them, anything else
// as it is.
function inputOf(value) {
  if (value === null || isText(value)) {
    return valueBlock(value);
  }
  let messages;
  try {
    messages = JSON.parse(value.json);
  } catch {
    return valueBlock(value);
  }
  messages = Array.isArray(messages) ? messages : [messages];
  const plain = messages.length > 0 && messages.every((m) => m && typeof m === "object" && typeof m.role === "string" && typeof m.content === "string" && Object.keys(m).length === 2) &&
    (value.json.match(aString) || []).length === 4 * messages.length; // names that stand twice are shown
  if (!plain) {
    return valueBlock(value);
  }
  return h("div", { class: "messages" }, messages.map((m) => h("div", null, messages.length > 1 || m.role !== "user" ? h("span", { class: "role" }, foreign(clip(m.role, 40))) : null, block(m.content))));
}

// toolCall is folded unless it went wrong or the trials part at it.
function toolCall(call, parts) {
  const nothing = (value) => value === undefined || value === null;
  const inShort = nothing(call.arguments) ? "" : isText(call.arguments) ? call.arguments : call.arguments.json;
  return h("details", { class: "call" + (call.error ? " is-error" : "") + (parts ? " here" : ""), open: Boolean(call.error) || parts },
    h("summary", null, sign("tool"), h("strong", { class: "tool" }, foreign(call.name)),
      h("span", { class: "soft args" }, foreign(clip(inShort, 120))),
      call.error ? h("span", { class: "badge is-error" }, "error") : null, call.mocked ? h("span", { class: "badge" }, "mocked") : null),
    nothing(call.arguments) ? null : [h("span", { class: "label" }, "arguments"), valueBlock(call.arguments)],
    call.error ? [h("span", { class: "label" }, "error"), block(call.error)] : null,
    nothing(call.result) ? (call.error ? null : h("p", { class: "soft" }, "no result is known")) : [h("span", { class: "label" }, call.mocked ? "result, given by the case" : "result"), valueBlock(call.result)]);
}

// sentMessage is what a script sent to the user meanwhile.
function sentMessage(sent) {
  let text = sent.message, kind = "";
  if (text && text.json) {
    try {
      const message = JSON.parse(text.json);
      kind = typeof message.type === "string" ? message.type : "";
      const alone = (object, names) => Object.keys(object).every((name) => names.includes(name));
      if (kind === "text" && message.props && typeof message.props.content === "string" && alone(message.props, ["content"]) && alone(message, ["type", "props"])) {
        text = message.props.content;
      }
    } catch {
      // it is shown as it is
    }
  }
  return bubble("script", "sent by a hook" + (kind && kind !== "text" ? ", " + clip(kind, 40) : "") + (sent.open ? ", never ended" : ""), valueBlock(text));
}

// drawTrace are the steps that scripts noted, within each other.
function drawTrace(trace) {
  return h("div", { class: "trace" }, h("span", { class: "label" }, "trace"), steps(trace.nodes || []), traceLogs(trace.logs));
}

function steps(nodes) {
  return nodes.length === 0 ? null : h("ul", null, nodes.map((node) => h("li", null,
    h("details", { open: node.status === "failed" },
      h("summary", null, icon({ completed: "passed", failed: "error" }[node.status] || "running", node.status), foreign(node.label || node.id),
        node.duration_ms ? h("span", { class: "soft" }, " " + span(node.duration_ms)) : null, node.status === "running" ? h("span", { class: "soft" }, " never ended") : null),
      node.description ? h("p", { class: "soft" }, foreign(node.description)) : null,
      node.error ? h("p", { class: "fault" }, foreign(node.error)) : null,
      labelled("input", node.input), labelled("output", node.output),
      Object.entries(node.metadata || {}).map(([key, value]) => labelled(key, value)),
      traceLogs(node.logs)),
    steps(node.nodes || []))));
}

function labelled(label, value) {
  return value === undefined || value === null ? null : [h("span", { class: "label" }, foreign(label)), valueBlock(value)];
}

function traceLogs(logs) {
  return logs && logs.length ? h("ul", { class: "notes-of" }, logs.map((log) => h("li", { class: "at-" + clip(log.level, 8) }, h("span", { class: "level" }, foreign(log.level)), block(log.text)))) : null;
}
