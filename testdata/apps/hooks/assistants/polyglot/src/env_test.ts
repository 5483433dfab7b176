// Gives the user a language before the talk.
export function Likes(ctx: any, testCase: any) {
  ctx.memory.user.Set("language", testCase.metadata.language)
}
