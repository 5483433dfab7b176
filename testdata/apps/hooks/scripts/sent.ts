// What the hooks of a trial sent, against the list that the case gives: each
// message's type and properties, in order.
export function Matches(output: any, input: any, wanted: any[], of: any) {
  const sent = of.transcript[0].messages.map((m: any) => ({ type: m.message.type, ...m.message.props, ...(m.block_id ? { block: m.block_id } : {}) }))
  const open = of.transcript[0].messages.filter((m: any) => m.open)
  return { pass: JSON.stringify(sent) === JSON.stringify(wanted) && open.length === 0, message: JSON.stringify(sent) }
}
