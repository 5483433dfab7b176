// A model that fails is no end of the talk. Who wants it to be, returns null.
export function Next(ctx: any, payload: any) {
  try {
    if (!payload.error) return null
    ctx.trace.Error(payload.error)
    if (ctx.metadata.giveUp) return null
    return { data: { status: "error", message: "Please ask again tomorrow.", none: payload.completion === null } }
  } catch (e: any) {
    return { data: { status: "broken", message: e.message } }
  }
}
