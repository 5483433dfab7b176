// All that a namespace of ctx.memory can do. The four have the same functions.
export function Next(ctx: any) {
  const { user, team, chat, context } = ctx.memory
  user.Set("seat", "window")
  context.Set("quote", { price: 12 }, 300)
  chat.Set("topic", "islands")
  if (chat.Has("topic")) chat.Del("topic")
  context.Set("code", "4711")
  team.Set("a", 1)
  team.Set("b", 2)
  const keys = team.Keys()
  const count = team.Len()
  team.Clear()

  chat.Push("log", ["sail", "land"])
  chat.Push("log", "rest")
  chat.Push("queue", [1, 2, 3, 4, 5, 6])
  user.AddToSet("ports", ["Nord", "Süd"])
  user.AddToSet("ports", ["Nord", "West"])
  chat.Push("crew", ["Ada", "Bo", "Cy", "Di"])
  chat.ArraySet("crew", 0, "Ann")
  return {
    data: {
      seat: user.Get("seat"), quote: context.Get("quote"), gone: chat.Get("topic"), code: context.GetDel("code"), codeAfter: context.Has("code"),
      keys, count, after: team.Len(), views: [user.Incr("views"), user.Incr("views", 4), user.Decr("views", 2)],
      popped: chat.Pop("log"), pulled: chat.Pull("queue", 2), rest: chat.PullAll("queue"), empty: chat.PullAll("queue"), ports: user.Get("ports"),
      crew: [chat.ArrayLen("crew"), chat.ArrayGet("crew", 0), chat.ArrayGet("crew", -1), chat.ArraySlice("crew", -3, -2), chat.ArrayPage("crew", 2, 3), chat.ArrayAll("crew")],
    },
  }
}
