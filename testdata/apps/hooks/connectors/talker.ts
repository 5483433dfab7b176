// A model that streams its answer word by word.
export const Complete = (request: any) => {
  const words = `You said: ${request.messages.at(-1).content}`.match(/\S+\s*/g)
  return { content: words.join(""), chunks: words }
}
