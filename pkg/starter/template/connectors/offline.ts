// A stand-in for a model, so that the cases run without a key and without a
// network. It knows just enough to pass them: a real model is one line away,
// see assistants/*/package.yao.

type Message = { role: string; content: string };
type Request = { messages: Message[]; random(): number };
type Answer = { content: string; usage: { prompt_tokens: number; completion_tokens: number } };

const orders: Record<string, string> = {
  "12345": "shipped on 2 May",
  "67890": "waiting for payment",
};

export function Complete(request: Request): Answer {
  const talk = request.messages.filter((m) => m.role !== "system");
  const content = reply(talk, request.random());
  const asked = request.messages.map((m) => m.content).join("\n");
  return { content, usage: { prompt_tokens: tokens(asked), completion_tokens: tokens(content) } };
}

// luck is a number from 0 to 1, another for each trial, as models vary too.
function reply(talk: Message[], luck: number): string {
  const last = talk[talk.length - 1].content.toLowerCase();
  const number = talk.map((m) => m.content).join("\n").match(/\b\d{5}\b/)?.[0];
  if (/^(hi|hello|hey)\b/.test(last)) {
    return luck < 0.5 ? "Hello! How can I help you?" : "Hi! What can I do for you?";
  }
  if (!number) {
    return "Could you tell me your order number?";
  }
  if (!orders[number]) {
    return `I cannot find order ${number}. Please check the number.`;
  }
  if (last.includes("refund")) {
    return `Please confirm: shall I start the refund for order ${number}?`;
  }
  if (last.includes("json")) {
    return JSON.stringify({ order: number, status: orders[number] });
  }
  return `Order ${number} is ${orders[number]}.`;
}

// About four letters make a token.
function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
