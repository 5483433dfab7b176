// A stand-in for a model that helps with orders. It reads the whole
// conversation, so an order number given earlier is remembered.

type Message = { role: string; content: string };
type Request = { messages: Message[]; random(): number };

const orders: Record<string, string> = {
  "12345": "shipped on 2024-05-01",
  "67890": "waiting for payment",
};

export function Complete(request: Request): string {
  const talk = request.messages.filter((m) => m.role !== "system");
  const last = talk[talk.length - 1].content.toLowerCase();
  const number = latestOrder(talk);
  if (/^(hi|hello|hey)\b/.test(last)) {
    return pick(request, ["Hello! How can I help you today?", "Hi there! What can I do for you?"]);
  }
  if (last.includes("refund")) {
    return number
      ? `I have started the refund for order ${number}. You will hear from us within 3 days.`
      : "I can help with a refund. Which order number is it?";
  }
  if (number && orders[number]) {
    return `Order ${number} is ${orders[number]}.`;
  }
  if (number) {
    return `I could not find order ${number}. Please check the number.`;
  }
  return "Could you tell me your order number?";
}

function latestOrder(talk: Message[]): string | undefined {
  for (let i = talk.length - 1; i >= 0; i--) {
    const match = talk[i].role === "user" ? talk[i].content.match(/\b\d{5}\b/) : null;
    if (match) {
      return match[0];
    }
  }
  return undefined;
}

function pick(request: Request, answers: string[]): string {
  return answers[Math.floor(request.random() * answers.length)];
}
