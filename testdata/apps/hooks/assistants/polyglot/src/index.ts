// The language that the user likes best wins over that of the request, and
// the prompts follow.
const hints: Record<string, string> = { "en-us": "Answer in English.", de: "Antworte auf Deutsch." }

export function Create(ctx: any, messages: any[]) {
  const liked = ctx.memory.user.Get("language")
  const locale = liked || ctx.locale
  return {
    locale,
    messages: [{ role: "system", content: hints[locale] ?? hints["en-us"] }, ...messages],
    ...(ctx.locale.startsWith("fr") ? { prompt_preset: "formal" } : {}),
  }
}
