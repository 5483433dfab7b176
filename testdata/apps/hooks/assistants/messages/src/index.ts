// Every way of telling the user something while the agent works.
export function Create(ctx: any, messages: any[]) {
  ctx.Send("Good morning.")
  ctx.Send({ type: "image", props: { url: "harbour.png" } })

  const words = ctx.SendStream("Looking")
  ctx.Append(words, " for a")
  ctx.Append(words, " boat")
  ctx.End(words)

  const wait = ctx.SendStream({ type: "loading", props: { message: "One moment" } })
  ctx.Replace(wait, { type: "text", props: { content: "Found one." } })
  ctx.End(wait)

  const bar = ctx.SendStream({ type: "status", props: { progress: 0 } })
  ctx.Merge(bar, { progress: 50 }, "props")
  ctx.Merge(bar, { progress: 100, status: "moored" }, "props")
  ctx.End(bar)

  const ticket = ctx.SendStream({ type: "ticket", props: {} })
  ctx.Set(ticket, "valid", "props.status")
  ctx.Set(ticket, { seats: 2 }, "props.data")
  ctx.End(ticket)

  const block = ctx.BlockID()
  for (const step of ["Board", "Sail", "Land"]) ctx.Send(step, block)
  ctx.EndBlock(block)
  ctx.memory.context.Set("ids", [words, ctx.MessageID(), ctx.BlockID(), ctx.ThreadID()])
  return null
}

export const Next = (ctx: any) => ({ data: { ids: ctx.memory.context.Get("ids") } })
