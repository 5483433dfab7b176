// Steps of the work, noted for who reads the report.
export function Create(ctx: any, messages: any[]) {
  const search = ctx.trace.Add({ text: messages[0].content }, { label: "Search", type: "process", icon: "lens" })
  search.Info("two routes").SetOutput({ routes: 2 })
  search.SetMetadata("cached", false)
  search.Add({}, { label: "Weather" }).Complete({ wind: 4 })
  search.Complete({ status: "done" })

  const [north, south] = ctx.trace.Parallel([
    { input: { route: "north" }, option: { label: "North" } },
    { input: { route: "south" }, option: { label: "South" } },
  ])
  north.Complete()
  south.Fail("no boat today")
  ctx.trace.Debug("route: north")
  ctx.trace.Info("planned")
  ctx.trace.Warn("it may rain")
  ctx.trace.Error("the south is closed")
  return { messages }
}
export const Next = () => ({ data: "planned" })
