// surefoot eval -i scripts.expense.ledger

export function TestWhatWasSubmittedIsListed(t: any, ctx: any) {
  const entry = ctx.mcp.CallTool("ledger", "submit", { amount: 12.4, category: "meals" });
  t.assert.Equal(entry.number, 1);
  t.assert.Equal(ctx.mcp.CallTool("ledger", "list", {}), [entry]);
}

export function TestNothingIsSubmittedTwice(t: any, ctx: any) {
  const lunch = { amount: 12.4, category: "meals" };
  ctx.mcp.CallTool("ledger", "submit", lunch);
  try {
    ctx.mcp.CallTool("ledger", "submit", lunch);
    t.Error("the second one should have been refused");
  } catch (e) {
    t.assert.Contains(String(e), "submitted already");
  }
}

export function TestAnExpenseIsPositive(t: any, ctx: any) {
  try {
    ctx.mcp.CallTool("ledger", "submit", { amount: -5, category: "meals" });
    t.Error("it should have been refused");
  } catch (e) {
    t.assert.Contains(String(e), "amount");
  }
}
