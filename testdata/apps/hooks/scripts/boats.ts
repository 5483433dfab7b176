// What several agents need of boats.
export function Book(user: string, seats: number) {
  if (seats > 4) throw new Error(`no boat has ${seats} seats`)
  return `${seats} seats for ${user}`
}
export const Seed = (scenario: string) => { Process("stores.harbour.Set", "scenario", scenario); return true }
