// What surrounds cases: a user with a language before, a look at the rest after.

export function Before(ctx: any, testCase: any) {
  const language = testCase.metadata?.language;
  if (language) {
    ctx.memory.user.Set("language", language);
  }
  return { language };
}

export function After(ctx: any, testCase: any, result: any, before: any) {
  console.log(`${testCase.id} in ${before.language ?? ctx.locale}: ${result.status}`);
  if (result.status === "passed" && ctx.memory.chat.Len() > 0) {
    throw new Error("something was submitted that nobody confirmed");
  }
}
