import { Ready } from "./setup"
import { Book } from "../../../scripts/boats"

export async function TestReady(t: any, ctx: any) {
  const ready = await Ready(ctx)
  t.assert.True(ready.success, "it should be ready")
  t.assert.Equal(ready.status, "ready")
  t.assert.NotEqual(ready.status, "closed")
  t.assert.NotNil(ready.data, "with data")
  t.assert.Nil(ready.error)
  t.assert.False(ready.error, "without an error")
  console.log("asked for", ctx.authorized.user_id)
}

export function TestTheAgentConfirms(t: any, ctx: any) {
  const response = Process("agents.front.Stream", ctx, [{ role: "user", content: "confirm two seats" }])
  t.assert.Contains(response.content, "confirm")
  t.assert.NotContains(response.content, "cancel")
  t.assert.Match(response.content, /two\s+seats/)
}

export function TestSeats(t: any) {
  t.assert.Len([1, 2], 2)
  t.assert.Len("four", 4)
  t.assert.Panic(() => Book("ann", 9), "more seats than there are")
  t.assert.NoPanic(() => Book("ann", 4))
  t.assert.JSONPath({ boat: [{ seats: 4 }] }, "boat[0].seats", 4)
  t.assert.Type(4, "number")
  t.assert.Greater(4, 3)
}

export function TestIsForAnotherDay(t: any) {
  t.Log("not today")
  t.Skip("no boat sails on Mondays")
  t.Fatal("never")
}
