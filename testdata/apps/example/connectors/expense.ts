// A stand-in for a model that files expenses: it asks for what is missing,
// confirms, submits with a tool, and reports usage as a real model would. One
// time in five it forgets to confirm, which is what --runs is for.

type Part = { type: string; text?: string };
type Call = { name: string; arguments: object };
type Message = { role: string; content: string | Part[] | null };
type Tool = { function: { name: string } };
type Request = { messages: Message[]; tools?: Tool[]; random(): number };
type Answer = { content?: string; tool_calls?: Call[]; usage: { prompt_tokens: number; completion_tokens: number } };

const categories = ["travel", "meals", "software", "office"];

export function Complete(request: Request): Answer {
  const said = reply(request);
  const answer = typeof said === "string" ? { content: said } : { tool_calls: [said] };
  const length = request.messages.reduce((sum, m) => sum + textOf(m).length, 0);
  const written = typeof said === "string" ? said : JSON.stringify(said);
  return { ...answer, usage: { prompt_tokens: Math.ceil(length / 4), completion_tokens: Math.ceil(written.length / 4) } };
}

// reply is what the assistant says, or the tool that it calls.
function reply(request: Request): string | Call {
  const last = request.messages[request.messages.length - 1];
  const system = request.messages.filter((m) => m.role === "system").map(textOf).join("\n");
  const users = request.messages.filter((m) => m.role === "user").map(textOf);
  const all = users.join("\n").toLowerCase();
  const now = users[users.length - 1].toLowerCase();
  const result = last.role === "tool" ? textOf(last) : "";
  const tool = (name: string) => request.tools?.find((t) => t.function.name.endsWith("__" + name))?.function.name;

  const amount = all.match(/(-?)\$\s?(-?\d+(?:\.\d{2})?)/);
  const category = categories.find((c) => all.includes(c));
  const limit = tool("limit");
  if (now.includes("limit") && category) {
    if (!result && limit) {
      return { name: limit, arguments: { category } };
    }
    if (result.startsWith("{")) {
      return `At most $${JSON.parse(result).limit} for ${category}.`;
    }
    return result.includes("no limit") ? `There is no limit for ${category}.` : "I do not know the limits.";
  }
  if (!amount && !category) {
    return system.includes("中文") ? "请告诉我金额和类别。" : "What type of expense is it, and how much was it?";
  }
  if (!amount) {
    return `How much was the ${category} expense?`;
  }
  const value = (amount[1] || "") + amount[2];
  if (value.startsWith("-")) {
    return "An expense must be a positive amount. Please check it.";
  }
  if (!category) {
    return `Which category is the $${value}: ${categories.join(", ")}?`;
  }
  const submit = tool("submit");
  if (result) {
    return result.startsWith("Error") ? `It could not be submitted: ${result.slice(7)}.` : `Done. Your ${category} expense of $${value} was submitted.`;
  }
  const forgets = now.includes("lunch with ann") && request.random() < 0.2;
  if (submit && (forgets || /\b(yes|confirm)\b/.test(now))) {
    return { name: submit, arguments: { amount: Number(value), category } };
  }
  return `Please confirm: $${value} ${category} expense.`;
}

function textOf(message: Message): string {
  if (typeof message.content === "string") {
    return message.content;
  }
  return (message.content ?? []).map((part) => part.text ?? "").join("\n");
}
