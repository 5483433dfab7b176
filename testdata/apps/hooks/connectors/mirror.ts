// A model that answers with what it was asked, as JSON.
export function Complete(request: any) {
  const of = (role: string) => request.messages.filter((m: any) => m.role === role).map((m: any) => m.content)
  return {
    content: JSON.stringify({ model: request.model, system: of("system"), user: of("user"), options: request.options }),
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  }
}
