export const Complete = () => ({ content: "at last", delay_ms: 60_000 })
