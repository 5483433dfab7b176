// A stand-in for a model that extracts keywords and answers in JSON.

type Request = { messages: { role: string; content: any }[] };

const stopWords = new Set(
  "a an and are as at be by for from how in into is it of on or that the this to was what which with extract keywords".split(" "),
);

export function Complete(request: Request): string {
  const text = lastUserText(request);
  const words = text.toLowerCase().match(/[a-z][a-z-]+/g) ?? [];
  const keywords: string[] = [];
  for (const word of words) {
    if (!stopWords.has(word) && !keywords.includes(word)) {
      keywords.push(word);
    }
  }
  const answer = JSON.stringify({ keywords, count: keywords.length, language: "en" }, null, 2);
  return "Here are the keywords:\n\n```json\n" + answer + "\n```\n";
}

function lastUserText(request: Request): string {
  const content = request.messages[request.messages.length - 1].content;
  if (typeof content === "string") {
    return content;
  }
  return content.map((part: { text?: string }) => part.text ?? "").join("\n");
}
