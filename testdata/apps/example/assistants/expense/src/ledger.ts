// What the tools of the server mcps/ledger.mcp.yao do. What was submitted is
// remembered as long as the conversation.

type Entry = { number: number; amount: number; category: string; status: string };

export function Submit(amount: number, category: string, ctx: any): Entry {
  const entries = List(ctx);
  if (entries.some((e) => e.amount === amount && e.category === category)) {
    throw new Error("this expense was submitted already");
  }
  const entry = { number: entries.length + 1, amount, category, status: "submitted" };
  ctx.memory.chat.Set("ledger", [...entries, entry]);
  return entry;
}

export function List(ctx: any): Entry[] {
  return ctx.memory.chat.Get("ledger") ?? [];
}
