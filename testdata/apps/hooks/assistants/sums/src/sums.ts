// The tools of the server sums. What a schema takes apart comes first, and the
// context last.
export const Add = (a: number, b: number, ctx: any) => {
  ctx.memory.context.Incr("sums")
  return a + b
}

export const Multiply = ({ a, b }: { a: number; b: number }) => a * b

export const Divide = (n: number, by: number, how: string, all: any, ctx: any) => {
  if (by === 0) throw new Error("nothing is divided by nothing")
  return { quotient: Math.trunc(n / by), how, keys: Object.keys(all), agent: ctx.assistant_id }
}
