// Is everything there that a booking needs?
export async function Ready(ctx: any) {
  await null
  return { success: true, status: "ready", data: { user: ctx.authorized.user_id } }
}
