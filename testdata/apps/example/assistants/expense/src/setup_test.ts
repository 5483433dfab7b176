// surefoot eval -i scripts.expense.setup
import { AmountOf, SystemReady } from "./setup";

export function TestSystemReady(t: any, ctx: any) {
  const result = SystemReady(ctx);
  t.assert.True(result.success, "it should be ready");
  t.assert.Equal(result.data, { user: "test-user", limit: 1000 });
}

export function TestAmounts(t: any) {
  t.assert.Equal(AmountOf("Travel, $500"), 500);
  t.assert.Equal(AmountOf("$-12.50 for meals"), -12.5);
  t.assert.Nil(AmountOf("I have an expense"));
}

export function TestItAsksBeforeItSubmits(t: any, ctx: any) {
  const answer = Process("agents.expense.Stream", ctx, [{ role: "user", content: "Travel, $500" }]);
  t.assert.Contains(answer.content, "Please confirm");
  t.assert.NotContains(answer.content, "submitted");
}
