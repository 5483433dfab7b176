// The steps of a trial in one line each: what they are called, how they ended,
// and what is within them.
const line = (n: any): string => `${n.label} ${n.status}${n.error ? " " + n.error : ""}${n.nodes ? " (" + n.nodes.map(line).join(", ") + ")" : ""}`

export function Matches(output: any, input: any, wanted: string[], of: any) {
  const { nodes, logs } = of.transcript[0].trace
  const got = [...nodes.map(line), ...(logs ?? []).map((l: any) => `${l.level}: ${l.text}`)]
  return { pass: JSON.stringify(got) === JSON.stringify(wanted), message: JSON.stringify(got) }
}
