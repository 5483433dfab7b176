// A stand-in for a model that files expenses: it asks for what is missing,
// confirms, and reports usage as a real model would. One time in five it
// forgets to confirm, which is what --runs is for.

type Part = { type: string; text?: string };
type Message = { role: string; content: string | Part[] };
type Request = { messages: Message[]; random(): number };
type Answer = { content: string; usage: { prompt_tokens: number; completion_tokens: number } };

const categories = ["travel", "meals", "software", "office"];

export function Complete(request: Request): Answer {
  const system = request.messages.filter((m) => m.role === "system").map((m) => textOf(m)).join("\n");
  const users = request.messages.filter((m) => m.role === "user").map(textOf);
  const content = reply(users.join("\n").toLowerCase(), users[users.length - 1].toLowerCase(), system, request.random());
  const length = request.messages.reduce((sum, m) => sum + textOf(m).length, 0);
  return { content, usage: { prompt_tokens: Math.ceil(length / 4), completion_tokens: Math.ceil(content.length / 4) } };
}

function reply(all: string, last: string, system: string, luck: number): string {
  const amount = all.match(/(-?)\$\s?(-?\d+(?:\.\d{2})?)/);
  const category = categories.find((c) => all.includes(c));
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
  if (/\b(yes|confirm)\b/.test(last)) {
    return `Done. Your ${category} expense of $${value} was submitted.`;
  }
  if (last.includes("lunch with ann") && luck < 0.2) {
    return `Your ${category} expense of $${value} was submitted.`;
  }
  return `Please confirm: $${value} ${category} expense.`;
}

function textOf(message: Message): string {
  if (typeof message.content === "string") {
    return message.content;
  }
  return message.content.map((part) => part.text ?? "").join("\n");
}
