// What surrounds a case: a scenario before it, and a look at it afterwards.
export function Before(ctx: any, testCase: any) {
  const scenario = testCase.metadata?.scenario ?? "default"
  if (scenario !== "empty") Process("scripts.boats.Seed", scenario)
  return { scenario, user: ctx.authorized.user_id, team: ctx.authorized.team_id, locale: ctx.locale }
}

export function After(ctx: any, testCase: any, result: any, before: any) {
  console.log(`${testCase.id} (${before.scenario}) for ${before.user} of ${before.team} in ${before.locale}: ${result.status}`)
  if (result.status === "failed") console.log("asked", JSON.stringify(testCase.input), "got", JSON.stringify(result.output), "because", result.error)
}
