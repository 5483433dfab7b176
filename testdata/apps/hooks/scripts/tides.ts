export const High = ({ port }: { port: string }) => ({ port, hour: port.length })
export const Slow = () => new Promise((resolve) => setTimeout(resolve, 60_000))
export const Broken = () => { throw new Error("the gauge is stuck") }
