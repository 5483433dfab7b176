// Answers with the last message unchanged.
export function Complete(request: { messages: { content: any }[] }): string {
  const content = request.messages[request.messages.length - 1].content;
  return typeof content === "string" ? content : content.map((p: { text?: string }) => p.text ?? "").join("\n");
}
