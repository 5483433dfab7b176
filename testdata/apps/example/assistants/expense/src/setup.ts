// What the assistant needs to know of expenses.

export const Limit = 1000;

export function AmountOf(text: string): number | null {
  const found = text.match(/(-?)\$\s?(-?\d+(?:\.\d{2})?)/);
  return found ? Number(found[1] + found[2]) : null;
}

export function SystemReady(ctx: any) {
  return { success: true, status: "ready", data: { user: ctx.authorized.user_id, limit: Limit } };
}
