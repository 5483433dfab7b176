export const Complete = () => ({ error: { status: 400, message: "the harbour is closed" } })
