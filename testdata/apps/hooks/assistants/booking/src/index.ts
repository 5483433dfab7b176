// Books through scripts that others share.
import { Process } from "@yao/runtime"

export function Next(ctx: any, payload: any) {
  const booked = Process("scripts.boats.Book", ctx.authorized.user_id, 2)
  const line = Process("agents.front.Stream", ctx, [{ role: "user", content: "confirm" }])
  return { data: { booked, scenario: Process("stores.harbour.Get", "scenario"), line: line.content, sandbox: ctx.sandbox === undefined } }
}
